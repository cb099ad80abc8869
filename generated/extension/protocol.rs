/// Types that both protocols use.
pub mod shared {
    /// Answer to one of several questions.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct AskAnswer {
        /// Id of the question.
        pub id: String,
        /// The question.
        pub question: String,
        /// Its options.
        pub options: Vec<String>,
        /// Whether several could be chosen.
        pub multi: bool,
        /// Options that were chosen.
        #[serde(rename = "selectedOptions")]
        pub selected_options: Vec<String>,
        /// Answer typed instead.
        #[serde(rename = "customInput", skip_serializing_if = "Option::is_none")]
        pub custom_input: Option<String>,
        /// True when nobody answered in time.
        #[serde(rename = "timedOut", skip_serializing_if = "Option::is_none")]
        pub timed_out: Option<bool>,
    }
    /// Details of the ask tool, for one question or for several.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct AskDetails {
        /// The question, when there was one.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub question: Option<String>,
        /// Its options.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub options: Option<Vec<String>>,
        /// Whether several could be chosen.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub multi: Option<bool>,
        /// Options that were chosen.
        #[serde(rename = "selectedOptions", skip_serializing_if = "Option::is_none")]
        pub selected_options: Option<Vec<String>>,
        /// Answer typed instead.
        #[serde(rename = "customInput", skip_serializing_if = "Option::is_none")]
        pub custom_input: Option<String>,
        /// True when nobody answered in time.
        #[serde(rename = "timedOut", skip_serializing_if = "Option::is_none")]
        pub timed_out: Option<bool>,
        /// The answers, when there were several questions.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub results: Option<Vec<AskAnswer>>,
    }
    /// Reply of a model, whole or as far as it has come.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "role", rename = "assistant")]
    pub struct AssistantMessage {
        /// Blocks in the order in which the model produced them; may be empty.
        pub content: Vec<AssistantBlock>,
        /// Wire family that produced it, for example `openai-completions`.
        pub api: String,
        /// Provider id.
        pub provider: String,
        /// Model id inside the provider.
        pub model: String,
        /// What the request consumed.
        pub usage: Usage,
        /// Why the reply ended; `stop` for as long as it is streaming.
        #[serde(rename = "stopReason")]
        pub stop_reason: StopReason,
        /// When the request was made.
        pub timestamp: Timestamp,
        /// What went wrong, for `error` and `aborted`.
        #[serde(rename = "errorMessage", skip_serializing_if = "Option::is_none")]
        pub error_message: Option<String>,
        /// HTTP status of the failed request.
        #[serde(rename = "errorStatus", skip_serializing_if = "Option::is_none")]
        pub error_status: Option<u64>,
        /// Internal class of the failure, as a bit set.
        #[serde(rename = "errorId", skip_serializing_if = "Option::is_none")]
        pub error_id: Option<u64>,
        /// Id that the provider gave to the response.
        #[serde(rename = "responseId", skip_serializing_if = "Option::is_none")]
        pub response_id: Option<String>,
        /// Provider behind a router that really served the request.
        #[serde(rename = "upstreamProvider", skip_serializing_if = "Option::is_none")]
        pub upstream_provider: Option<String>,
        /// More about the end, where the provider tells more.
        #[serde(rename = "stopDetails", skip_serializing_if = "Option::is_none")]
        pub stop_details: Option<StopDetails>,
        /// Milliseconds from the request to the end of the reply.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub duration: Option<f64>,
        /// Milliseconds from the request to the first generated token.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub ttft: Option<f64>,
        /// For calls that were cut off: call id to the text shown in place of a result.
        #[serde(
            rename = "toolCallAbortMessages",
            skip_serializing_if = "Option::is_none"
        )]
        pub tool_call_abort_messages: Option<
            ::std::collections::BTreeMap<String, String>,
        >,
        /// Size of the context that was sent, for later estimates.
        #[serde(rename = "contextSnapshot", skip_serializing_if = "Option::is_none")]
        pub context_snapshot: Option<ContextSnapshot>,
        /// Set on a failed message once a later attempt succeeded.
        #[serde(rename = "retryRecovery", skip_serializing_if = "Option::is_none")]
        pub retry_recovery: Option<RetryRecovery>,
        /// Names of request features that had to be left out for this provider.
        #[serde(rename = "disabledFeatures", skip_serializing_if = "Option::is_none")]
        pub disabled_features: Option<Vec<String>>,
        /// Provider data that must survive a round trip; opaque.
        #[serde(rename = "providerPayload", skip_serializing_if = "Option::is_none")]
        pub provider_payload: Option<JsonObject>,
        /// Measurements of the round; opaque.
        #[serde(rename = "turnMetrics", skip_serializing_if = "Option::is_none")]
        pub turn_metrics: Option<JsonObject>,
        /// Facts about the request; opaque.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub request: Option<JsonObject>,
    }
    /// Work that goes on in the background.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct AsyncJob {
        /// How far it is.
        pub state: String,
        /// Id of the job.
        #[serde(rename = "jobId")]
        pub job_id: String,
        /// Tool that started it.
        #[serde(rename = "type")]
        pub type_: String,
        /// Why it was moved to the background.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub reason: Option<String>,
    }
    /// Who caused a message: the user, or the agent by itself.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum Attribution {
        #[serde(rename = "user")]
        User,
        #[serde(rename = "agent")]
        Agent,
    }
    impl Attribution {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[Self::User, Self::Agent];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::User => "user",
                Self::Agent => "agent",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "user" => Some(Self::User),
                "agent" => Some(Self::Agent),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for Attribution {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// Details of the bash tool.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct BashDetails {
        /// Time limit in seconds.
        #[serde(rename = "timeoutSeconds")]
        pub timeout_seconds: f64,
        /// Run time in milliseconds.
        #[serde(rename = "wallTimeMs")]
        pub wall_time_ms: f64,
        /// Exit code; absent when the command was killed or still runs.
        #[serde(rename = "exitCode", skip_serializing_if = "Option::is_none")]
        pub exit_code: Option<i64>,
        /// Set when the command runs in the background.
        #[serde(rename = "async", skip_serializing_if = "Option::is_none")]
        pub async_: Option<AsyncJob>,
        /// How the output was shortened, and where it comes from.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub meta: Option<OutputMeta>,
    }
    /// Shell command that the host ran, with what it printed.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "role", rename = "bashExecution")]
    pub struct BashExecutionMessage {
        /// The command line as given.
        pub command: String,
        /// Standard output and standard error together, cleaned of control sequences, possibly shortened.
        pub output: String,
        /// Exit code; absent when the process was killed or never ended by itself.
        #[serde(rename = "exitCode", skip_serializing_if = "Option::is_none")]
        pub exit_code: Option<i64>,
        /// True when it was aborted or ran out of time.
        pub cancelled: bool,
        /// True when `output` is shorter than what was printed.
        pub truncated: bool,
        /// How the output was shortened and where the whole of it is.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub meta: Option<OutputMeta>,
        /// True keeps the message out of what the model sees.
        #[serde(rename = "excludeFromContext", skip_serializing_if = "Option::is_none")]
        pub exclude_from_context: Option<bool>,
        /// When it was started.
        pub timestamp: Timestamp,
    }
    /// Outcome of a shell command that the host ran.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct BashResult {
        /// Standard output and standard error together, cleaned and possibly shortened; ends with a note when aborted or timed out.
        pub output: String,
        /// Exit code; absent when the command was killed. A code other than 0 is no failure of the request.
        #[serde(rename = "exitCode", skip_serializing_if = "Option::is_none")]
        pub exit_code: Option<i64>,
        /// True when it was aborted or ran out of time.
        pub cancelled: bool,
        /// True when `output` is shorter than what was printed.
        pub truncated: bool,
        /// Lines that were printed.
        #[serde(rename = "totalLines")]
        pub total_lines: u64,
        /// Bytes that were printed.
        #[serde(rename = "totalBytes")]
        pub total_bytes: u64,
        /// Lines in `output`.
        #[serde(rename = "outputLines")]
        pub output_lines: u64,
        /// Bytes in `output`.
        #[serde(rename = "outputBytes")]
        pub output_bytes: u64,
        /// Id under which the whole output was stored.
        #[serde(rename = "artifactId", skip_serializing_if = "Option::is_none")]
        pub artifact_id: Option<String>,
        /// Folder of the shell after the command, absolute.
        #[serde(rename = "workingDir", skip_serializing_if = "Option::is_none")]
        pub working_dir: Option<String>,
    }
    /// Summary of a branch that was left.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "role", rename = "branchSummary")]
    pub struct BranchSummaryMessage {
        /// The summary, Markdown.
        pub summary: String,
        /// Id of the transcript entry where the other branch ended.
        #[serde(rename = "fromId")]
        pub from_id: String,
        /// When the summary was made.
        pub timestamp: Timestamp,
    }
    /// Lines were cut at a column.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct ColumnLimit {
        /// Characters kept of a line.
        #[serde(rename = "maxColumn")]
        pub max_column: u64,
    }
    /// Files that a summarised stretch of history touched.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct CompactionDetails {
        /// Paths that were only read, sorted.
        #[serde(rename = "readFiles")]
        pub read_files: Vec<String>,
        /// Paths that were written or edited, sorted.
        #[serde(rename = "modifiedFiles")]
        pub modified_files: Vec<String>,
    }
    /// Outcome of a compaction.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct CompactionResult {
        /// Summary that stands for the older history, Markdown.
        pub summary: String,
        /// The same in two or three sentences.
        #[serde(rename = "shortSummary", skip_serializing_if = "Option::is_none")]
        pub short_summary: Option<String>,
        /// Id of the first transcript entry that stays word for word.
        #[serde(rename = "firstKeptEntryId")]
        pub first_kept_entry_id: String,
        /// Context size before, in tokens; 0 when no request has told.
        #[serde(rename = "tokensBefore")]
        pub tokens_before: u64,
        /// What else is known; for summaries written by hostwire an object with `readFiles` and `modifiedFiles`, lists of paths.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub details: Option<::serde_json::Value>,
        /// Data handed on to the next compaction; opaque.
        #[serde(rename = "preserveData", skip_serializing_if = "Option::is_none")]
        pub preserve_data: Option<JsonObject>,
    }
    /// Summary that stands for older history.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "role", rename = "compactionSummary")]
    pub struct CompactionSummaryMessage {
        /// The summary, Markdown.
        pub summary: String,
        /// The same in two or three sentences.
        #[serde(rename = "shortSummary", skip_serializing_if = "Option::is_none")]
        pub short_summary: Option<String>,
        /// Context size before the compaction, in tokens.
        #[serde(rename = "tokensBefore")]
        pub tokens_before: u64,
        /// What went less than well during the compaction.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub warning: Option<String>,
        /// Provider data that must survive a round trip; opaque.
        #[serde(rename = "providerPayload", skip_serializing_if = "Option::is_none")]
        pub provider_payload: Option<JsonObject>,
        /// Text and pictures kept with the summary.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub blocks: Option<Vec<UserBlock>>,
        /// Pictures kept with the summary; older transcripts only.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub images: Option<Vec<ImageContent>>,
        /// When the compaction was made.
        pub timestamp: Timestamp,
    }
    /// Size of the context at one request.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct ContextSnapshot {
        /// Prompt tokens that the provider counted.
        #[serde(rename = "promptTokens")]
        pub prompt_tokens: u64,
        /// Tokens of it that are not messages: system prompt and tool definitions.
        #[serde(rename = "nonMessageTokens")]
        pub non_message_tokens: u64,
        /// Timestamp of the last message that was sent.
        #[serde(
            rename = "lastMessageTimestamp",
            skip_serializing_if = "Option::is_none"
        )]
        pub last_message_timestamp: Option<Timestamp>,
    }
    /// How full the model's context is.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct ContextUsage {
        /// Tokens in the context; an estimate.
        pub tokens: f64,
        /// Size of the context in tokens.
        #[serde(rename = "contextWindow")]
        pub context_window: u64,
        /// `tokens` in percent of `contextWindow`; may pass 100.
        pub percent: f64,
    }
    /// Price in US dollars; zero where no price is known.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct Cost {
        /// US dollars for `input` tokens.
        pub input: f64,
        /// US dollars for `output` tokens.
        pub output: f64,
        /// US dollars for `cacheRead` tokens.
        #[serde(rename = "cacheRead")]
        pub cache_read: f64,
        /// US dollars for `cacheWrite` tokens.
        #[serde(rename = "cacheWrite")]
        pub cache_write: f64,
        /// Sum of the four, in US dollars.
        pub total: f64,
    }
    /// Message of an extension, a skill or hostwire itself.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "role", rename = "custom")]
    pub struct CustomMessage {
        /// Namespace of the message, for example `skill-prompt`, `handoff` or `ttsr-injection`.
        #[serde(rename = "customType")]
        pub custom_type: String,
        /// What the model sees.
        pub content: UserContent,
        /// False hides it from people; the model sees it all the same.
        pub display: bool,
        /// Data for hosts; its shape depends on `customType`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub details: Option<::serde_json::Value>,
        /// Who caused the message.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub attribution: Option<Attribution>,
        /// When the message was added.
        pub timestamp: Timestamp,
    }
    /// Instruction to the model that ranks above the user's words: reminders and the like.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "role", rename = "developer")]
    pub struct DeveloperMessage {
        /// The instruction.
        pub content: UserContent,
        /// When the message was added.
        pub timestamp: Timestamp,
        /// Who caused the message.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub attribution: Option<Attribution>,
        /// Provider data that must survive a round trip; opaque.
        #[serde(rename = "providerPayload", skip_serializing_if = "Option::is_none")]
        pub provider_payload: Option<JsonObject>,
    }
    /// Details of the edit tool.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct EditDetails {
        /// Unified diff of the change.
        pub diff: String,
        /// First changed line of the new file, counted from 1.
        #[serde(rename = "firstChangedLine", skip_serializing_if = "Option::is_none")]
        pub first_changed_line: Option<u64>,
        /// Kind of change.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub op: Option<String>,
        /// Absolute path.
        #[serde(rename = "resolvedPath", skip_serializing_if = "Option::is_none")]
        pub resolved_path: Option<String>,
        /// Places that were changed.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub replacements: Option<u64>,
        /// Findings of a checker about the files touched.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub diagnostics: Option<OutputDiagnostics>,
    }
    /// Reasoning level other than off, from least to most.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum Effort {
        #[serde(rename = "minimal")]
        Minimal,
        #[serde(rename = "low")]
        Low,
        #[serde(rename = "medium")]
        Medium,
        #[serde(rename = "high")]
        High,
        #[serde(rename = "xhigh")]
        Xhigh,
        #[serde(rename = "max")]
        Max,
    }
    impl Effort {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[
            Self::Minimal,
            Self::Low,
            Self::Medium,
            Self::High,
            Self::Xhigh,
            Self::Max,
        ];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::Minimal => "minimal",
                Self::Low => "low",
                Self::Medium => "medium",
                Self::High => "high",
                Self::Xhigh => "xhigh",
                Self::Max => "max",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "minimal" => Some(Self::Minimal),
                "low" => Some(Self::Low),
                "medium" => Some(Self::Medium),
                "high" => Some(Self::High),
                "xhigh" => Some(Self::Xhigh),
                "max" => Some(Self::Max),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for Effort {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// Details of a call that failed before its tool ran.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct FailureDetails {
        /// Always true.
        #[serde(rename = "isError")]
        pub is_error: bool,
        /// What was wrong.
        pub error: String,
    }
    /// Note that another model took over in the middle of a message. Hosts may skip it.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "fallback")]
    pub struct FallbackContent {
        /// The model that gave up.
        pub from: FallbackModel,
        /// The model that went on.
        pub to: FallbackModel,
    }
    /// One side of a change of models.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct FallbackModel {
        /// Model id inside its provider.
        pub model: String,
    }
    /// Matches in one file.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct FileMatches {
        /// Path of the file.
        pub path: String,
        /// Matches shown of it.
        pub count: u64,
    }
    /// Files that a prompt mentioned with `@path`, read for the model.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "role", rename = "fileMention")]
    pub struct FileMentionMessage {
        /// The files, in the order in which they were mentioned.
        pub files: Vec<MentionedFile>,
        /// When the files were read.
        pub timestamp: Timestamp,
    }
    /// Details of the glob tool.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct GlobDetails {
        /// Paths given.
        #[serde(rename = "fileCount")]
        pub file_count: u64,
        /// The paths.
        pub files: Vec<String>,
        /// The limit, when it was met.
        #[serde(rename = "resultLimitReached", skip_serializing_if = "Option::is_none")]
        pub result_limit_reached: Option<u64>,
        /// True when paths were left out.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub truncated: Option<bool>,
        /// How the output was shortened, and where it comes from.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub meta: Option<OutputMeta>,
    }
    /// Details of the grep tool.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct GrepDetails {
        /// Matches shown.
        #[serde(rename = "matchCount")]
        pub match_count: u64,
        /// Files with a match.
        #[serde(rename = "fileCount")]
        pub file_count: u64,
        /// Their paths, in the order shown.
        pub files: Vec<String>,
        /// Matches by file, in the same order.
        #[serde(rename = "fileMatches")]
        pub file_matches: Vec<FileMatches>,
        /// The limit on files, when it was met.
        #[serde(rename = "fileLimitReached", skip_serializing_if = "Option::is_none")]
        pub file_limit_reached: Option<u64>,
        /// The limit on matches in one file, when it was met.
        #[serde(rename = "perFileLimitReached", skip_serializing_if = "Option::is_none")]
        pub per_file_limit_reached: Option<u64>,
        /// True when matches were left out.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub truncated: Option<bool>,
        /// Paths that do not exist.
        #[serde(rename = "missingPaths", skip_serializing_if = "Option::is_none")]
        pub missing_paths: Option<Vec<String>>,
        /// How the output was shortened, and where it comes from.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub meta: Option<OutputMeta>,
    }
    /// Older name of a custom message; found in old transcripts only.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "role", rename = "hookMessage")]
    pub struct HookMessage {
        /// Namespace of the message.
        #[serde(rename = "customType")]
        pub custom_type: String,
        /// What the model sees.
        pub content: UserContent,
        /// False hides it from people; the model sees it all the same.
        pub display: bool,
        /// Data for hosts; its shape depends on `customType`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub details: Option<::serde_json::Value>,
        /// Who caused the message.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub attribution: Option<Attribution>,
        /// When the message was added.
        pub timestamp: Timestamp,
    }
    /// Picture, embedded.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "image")]
    pub struct ImageContent {
        /// Bytes of the picture in standard base64, without a `data:` prefix.
        pub data: String,
        /// Media type of the bytes, for example `image/png`.
        #[serde(rename = "mimeType")]
        pub mime_type: String,
        /// How closely the model should look; absent leaves it to the provider.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub detail: Option<ImageDetail>,
    }
    /// Resolution at which a model looks at a picture: chosen by the provider, coarse and cheap, fine, or as sent.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ImageDetail {
        #[serde(rename = "auto")]
        Auto,
        #[serde(rename = "low")]
        Low,
        #[serde(rename = "high")]
        High,
        #[serde(rename = "original")]
        Original,
    }
    impl ImageDetail {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[
            Self::Auto,
            Self::Low,
            Self::High,
            Self::Original,
        ];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::Auto => "auto",
                Self::Low => "low",
                Self::High => "high",
                Self::Original => "original",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "auto" => Some(Self::Auto),
                "low" => Some(Self::Low),
                "high" => Some(Self::High),
                "original" => Some(Self::Original),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for ImageDetail {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// Kind of content that a model accepts.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum InputKind {
        #[serde(rename = "text")]
        Text,
        #[serde(rename = "image")]
        Image,
    }
    impl InputKind {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[Self::Text, Self::Image];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::Text => "text",
                Self::Image => "image",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "text" => Some(Self::Text),
                "image" => Some(Self::Image),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for InputKind {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// When a steering message takes effect: between the tool calls of a round, or after all of them.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum InterruptMode {
        #[serde(rename = "immediate")]
        Immediate,
        #[serde(rename = "wait")]
        Wait,
    }
    impl InterruptMode {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[Self::Immediate, Self::Wait];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::Immediate => "immediate",
                Self::Wait => "wait",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "immediate" => Some(Self::Immediate),
                "wait" => Some(Self::Wait),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for InterruptMode {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// Range of lines, counted from 1, both ends included.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct LineRange {
        /// First line.
        pub start: u64,
        /// Last line.
        pub end: u64,
    }
    /// One mentioned file.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MentionedFile {
        /// Path as it was resolved.
        pub path: String,
        /// Text of the file; empty when it was skipped or is a picture.
        pub content: String,
        /// Lines in `content`.
        #[serde(rename = "lineCount", skip_serializing_if = "Option::is_none")]
        pub line_count: Option<u64>,
        /// Size of the file in bytes.
        #[serde(rename = "byteSize", skip_serializing_if = "Option::is_none")]
        pub byte_size: Option<u64>,
        /// Why the content is missing.
        #[serde(rename = "skippedReason", skip_serializing_if = "Option::is_none")]
        pub skipped_reason: Option<SkippedReason>,
        /// The picture, when the file is one.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub image: Option<ImageContent>,
    }
    /// A model that can be chosen.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct Model {
        /// Model id inside the provider, taken as it stands.
        pub id: String,
        /// Name for people.
        pub name: String,
        /// Wire family that the provider speaks; other names are allowed.
        pub api: String,
        /// Provider id.
        pub provider: String,
        /// Address that requests start with; empty for the embedded model.
        #[serde(rename = "baseUrl")]
        pub base_url: String,
        /// True when the model can think before it answers.
        pub reasoning: bool,
        /// Kinds of content that the model accepts.
        pub input: Vec<InputKind>,
        /// Prices.
        pub cost: ModelCost,
        /// Most tokens of one request, prompt and answer together; 0 when unknown.
        #[serde(rename = "contextWindow")]
        pub context_window: u64,
        /// Most tokens of one answer; 0 when unknown.
        #[serde(rename = "maxTokens")]
        pub max_tokens: u64,
        /// How reasoning levels are sent; absent when the model has none to choose.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub thinking: Option<ThinkingConfig>,
        /// Peculiarities of the provider as resolved; opaque.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub compat: Option<JsonObject>,
        /// Peculiarities of the provider as configured; opaque.
        #[serde(rename = "compatConfig", skip_serializing_if = "Option::is_none")]
        pub compat_config: Option<JsonObject>,
        /// Extra request headers. Never holds a secret.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub headers: Option<::std::collections::BTreeMap<String, String>>,
        /// Whether `cost` is a published price.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub pricing: Option<ModelPricing>,
        /// What one request counts against a plan's premium quota.
        #[serde(rename = "premiumMultiplier", skip_serializing_if = "Option::is_none")]
        pub premium_multiplier: Option<f64>,
        /// Rank among models of the same provider; higher comes first.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub priority: Option<i64>,
        /// Model id to send, where it differs from `id`.
        #[serde(rename = "requestModelId", skip_serializing_if = "Option::is_none")]
        pub request_model_id: Option<String>,
        /// Provider's name of its reasoning variant.
        #[serde(rename = "reasoningMode", skip_serializing_if = "Option::is_none")]
        pub reasoning_mode: Option<String>,
        /// How pictures must be prepared for this model.
        #[serde(rename = "imageInputDecoder", skip_serializing_if = "Option::is_none")]
        pub image_input_decoder: Option<String>,
        /// False when the model cannot call tools.
        #[serde(rename = "supportsTools", skip_serializing_if = "Option::is_none")]
        pub supports_tools: Option<bool>,
        /// True when a request must not limit the answer's length.
        #[serde(rename = "omitMaxOutputTokens", skip_serializing_if = "Option::is_none")]
        pub omit_max_output_tokens: Option<bool>,
        /// Transport other than plain HTTP streaming.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub transport: Option<String>,
        /// True when the provider is better reached by WebSocket.
        #[serde(rename = "preferWebsockets", skip_serializing_if = "Option::is_none")]
        pub prefer_websockets: Option<bool>,
        /// True for the reduced form of the provider's responses interface.
        #[serde(rename = "useResponsesLite", skip_serializing_if = "Option::is_none")]
        pub use_responses_lite: Option<bool>,
        /// Model to change to when the context outgrows this one, as `provider/id`.
        #[serde(
            rename = "contextPromotionTarget",
            skip_serializing_if = "Option::is_none"
        )]
        pub context_promotion_target: Option<String>,
        /// Model that writes this model's compaction summaries, as `provider/id`.
        #[serde(rename = "compactionModel", skip_serializing_if = "Option::is_none")]
        pub compaction_model: Option<String>,
        /// How the provider compacts by itself; opaque.
        #[serde(rename = "remoteCompaction", skip_serializing_if = "Option::is_none")]
        pub remote_compaction: Option<::serde_json::Value>,
        /// Form of the patch tool that the model was trained on.
        #[serde(rename = "applyPatchToolType", skip_serializing_if = "Option::is_none")]
        pub apply_patch_tool_type: Option<String>,
        /// True when the model is reached by a login and not by a key.
        #[serde(rename = "isOAuth", skip_serializing_if = "Option::is_none")]
        pub is_o_auth: Option<bool>,
        /// Provider switch; opaque.
        #[serde(rename = "cursorMaxMode", skip_serializing_if = "Option::is_none")]
        pub cursor_max_mode: Option<bool>,
        /// Provider value; opaque.
        #[serde(
            rename = "gitlabDuoWorkflowRootNamespaceId",
            skip_serializing_if = "Option::is_none"
        )]
        pub gitlab_duo_workflow_root_namespace_id: Option<String>,
    }
    /// Prices in US dollars for a million tokens.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct ModelCost {
        /// For prompt tokens.
        pub input: f64,
        /// For generated tokens.
        pub output: f64,
        /// For prompt tokens read from a cache.
        #[serde(rename = "cacheRead")]
        pub cache_read: f64,
        /// For prompt tokens written to a cache.
        #[serde(rename = "cacheWrite")]
        pub cache_write: f64,
    }
    /// Whether the cost of a model is known.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ModelPricing {
        #[serde(rename = "published")]
        Published,
        #[serde(rename = "unknown")]
        Unknown,
    }
    impl ModelPricing {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[Self::Published, Self::Unknown];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::Published => "published",
                Self::Unknown => "unknown",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "published" => Some(Self::Published),
                "unknown" => Some(Self::Unknown),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for ModelPricing {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// Findings of a checker.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct OutputDiagnostics {
        /// One line.
        pub summary: String,
        /// The findings, one text each.
        pub messages: Vec<String>,
    }
    /// A count that was reached.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct OutputLimit {
        /// The limit.
        pub reached: u64,
        /// A higher limit that may be asked for.
        pub suggestion: u64,
    }
    /// Limits that an output met.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct OutputLimits {
        /// Limit on matches.
        #[serde(rename = "matchLimit", skip_serializing_if = "Option::is_none")]
        pub match_limit: Option<OutputLimit>,
        /// Limit on results.
        #[serde(rename = "resultLimit", skip_serializing_if = "Option::is_none")]
        pub result_limit: Option<OutputLimit>,
        /// Limit on entries from the start.
        #[serde(rename = "headLimit", skip_serializing_if = "Option::is_none")]
        pub head_limit: Option<OutputLimit>,
        /// Limit on the length of a line.
        #[serde(rename = "columnTruncated", skip_serializing_if = "Option::is_none")]
        pub column_truncated: Option<ColumnLimit>,
    }
    /// How a tool's output was shortened, where it comes from, and what else is worth knowing. Found as `details.meta`.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct OutputMeta {
        /// Set when the output was shortened.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub truncation: Option<OutputTruncation>,
        /// Where the output comes from.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub source: Option<OutputSource>,
        /// Findings of a checker about the files touched.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub diagnostics: Option<OutputDiagnostics>,
        /// Limits that were met.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub limits: Option<OutputLimits>,
    }
    /// Origin of an output.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct OutputSource {
        /// Kind of origin.
        #[serde(rename = "type")]
        pub type_: OutputSourceKind,
        /// The path, address or internal name.
        pub value: String,
    }
    /// Kind of origin: a file path, an address on the net, or something internal.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum OutputSourceKind {
        #[serde(rename = "path")]
        Path,
        #[serde(rename = "url")]
        Url,
        #[serde(rename = "internal")]
        Internal,
    }
    impl OutputSourceKind {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[Self::Path, Self::Url, Self::Internal];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::Path => "path",
                Self::Url => "url",
                Self::Internal => "internal",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "path" => Some(Self::Path),
                "url" => Some(Self::Url),
                "internal" => Some(Self::Internal),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for OutputSourceKind {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// What was left out.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct OutputTruncation {
        /// Which part was kept.
        pub direction: TruncationDirection,
        /// Which limit cut.
        #[serde(rename = "truncatedBy")]
        pub truncated_by: TruncationCause,
        /// Lines before the cut.
        #[serde(rename = "totalLines")]
        pub total_lines: u64,
        /// Bytes before the cut.
        #[serde(rename = "totalBytes")]
        pub total_bytes: u64,
        /// Lines that were kept.
        #[serde(rename = "outputLines")]
        pub output_lines: u64,
        /// Bytes that were kept.
        #[serde(rename = "outputBytes")]
        pub output_bytes: u64,
        /// The limit in bytes.
        #[serde(rename = "maxBytes", skip_serializing_if = "Option::is_none")]
        pub max_bytes: Option<u64>,
        /// Lines that were kept, for a cut at one end.
        #[serde(rename = "shownRange", skip_serializing_if = "Option::is_none")]
        pub shown_range: Option<LineRange>,
        /// Lines kept from the start, for a cut in the middle.
        #[serde(rename = "headRange", skip_serializing_if = "Option::is_none")]
        pub head_range: Option<LineRange>,
        /// Lines kept from the end, for a cut in the middle.
        #[serde(rename = "tailRange", skip_serializing_if = "Option::is_none")]
        pub tail_range: Option<LineRange>,
        /// Bytes left out.
        #[serde(rename = "elidedBytes", skip_serializing_if = "Option::is_none")]
        pub elided_bytes: Option<u64>,
        /// Lines left out.
        #[serde(rename = "elidedLines", skip_serializing_if = "Option::is_none")]
        pub elided_lines: Option<u64>,
        /// Id under which the whole output was stored.
        #[serde(rename = "artifactId", skip_serializing_if = "Option::is_none")]
        pub artifact_id: Option<String>,
        /// First line, counted from 1, to ask for next.
        #[serde(rename = "nextOffset", skip_serializing_if = "Option::is_none")]
        pub next_offset: Option<u64>,
    }
    /// Python code that the user ran, with what it printed. hostwire writes none; it reads them from transcripts.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "role", rename = "pythonExecution")]
    pub struct PythonExecutionMessage {
        /// The code as given.
        pub code: String,
        /// Standard output and standard error together, cleaned of control sequences, possibly shortened.
        pub output: String,
        /// Exit code; absent when the process was killed or never ended by itself.
        #[serde(rename = "exitCode", skip_serializing_if = "Option::is_none")]
        pub exit_code: Option<i64>,
        /// True when it was aborted or ran out of time.
        pub cancelled: bool,
        /// True when `output` is shorter than what was printed.
        pub truncated: bool,
        /// How the output was shortened and where the whole of it is.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub meta: Option<OutputMeta>,
        /// True keeps the message out of what the model sees.
        #[serde(rename = "excludeFromContext", skip_serializing_if = "Option::is_none")]
        pub exclude_from_context: Option<bool>,
        /// When it was started.
        pub timestamp: Timestamp,
    }
    /// How a queue of messages is emptied: everything at once, or one message at a time.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum QueueMode {
        #[serde(rename = "all")]
        All,
        #[serde(rename = "one-at-a-time")]
        OneAtATime,
    }
    impl QueueMode {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[Self::All, Self::OneAtATime];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::All => "all",
                Self::OneAtATime => "one-at-a-time",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "all" => Some(Self::All),
                "one-at-a-time" => Some(Self::OneAtATime),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for QueueMode {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// Details of the read tool.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct ReadDetails {
        /// What was read.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub kind: Option<String>,
        /// Absolute path.
        #[serde(rename = "resolvedPath", skip_serializing_if = "Option::is_none")]
        pub resolved_path: Option<String>,
        /// True for a directory.
        #[serde(rename = "isDirectory", skip_serializing_if = "Option::is_none")]
        pub is_directory: Option<bool>,
        /// Address as asked for.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub url: Option<String>,
        /// Address after redirections.
        #[serde(rename = "finalUrl", skip_serializing_if = "Option::is_none")]
        pub final_url: Option<String>,
        /// Media type as the server or host told.
        #[serde(rename = "contentType", skip_serializing_if = "Option::is_none")]
        pub content_type: Option<String>,
        /// Remarks, one text each.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub notes: Option<Vec<String>>,
        /// Lines of the whole file.
        #[serde(rename = "totalLines", skip_serializing_if = "Option::is_none")]
        pub total_lines: Option<u64>,
        /// How the output was shortened, and where it comes from.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub meta: Option<OutputMeta>,
    }
    /// Reasoning that the provider hands over encrypted only.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "redactedThinking")]
    pub struct RedactedThinkingContent {
        /// Opaque encrypted reasoning; goes back unchanged to the same provider.
        pub data: String,
    }
    /// How a failed reply was made good.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct RetryRecovery {
        /// What made it good.
        pub kind: RetryRecoveryKind,
        /// How it ended.
        pub status: RetryRecoveryStatus,
        /// Number of the attempt that succeeded, from 1.
        pub attempt: u64,
        /// When it succeeded.
        #[serde(rename = "recoveredAt")]
        pub recovered_at: Timestamp,
        /// What was changed for that attempt.
        pub recovery: RetryRecoveryMeans,
        /// One line for people.
        pub note: String,
        /// Id of the transcript entry that takes the place of the failed one.
        #[serde(rename = "supersededBy", skip_serializing_if = "Option::is_none")]
        pub superseded_by: Option<String>,
    }
    /// Automatic retry is the only kind.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum RetryRecoveryKind {
        #[serde(rename = "auto-retry")]
        AutoRetry,
    }
    impl RetryRecoveryKind {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[Self::AutoRetry];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::AutoRetry => "auto-retry",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "auto-retry" => Some(Self::AutoRetry),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for RetryRecoveryKind {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// Another credential, another model, waiting as the provider asked, or simply trying again.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum RetryRecoveryMeans {
        #[serde(rename = "credential")]
        Credential,
        #[serde(rename = "model")]
        Model,
        #[serde(rename = "wait")]
        Wait,
        #[serde(rename = "plain")]
        Plain,
    }
    impl RetryRecoveryMeans {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[
            Self::Credential,
            Self::Model,
            Self::Wait,
            Self::Plain,
        ];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::Credential => "credential",
                Self::Model => "model",
                Self::Wait => "wait",
                Self::Plain => "plain",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "credential" => Some(Self::Credential),
                "model" => Some(Self::Model),
                "wait" => Some(Self::Wait),
                "plain" => Some(Self::Plain),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for RetryRecoveryMeans {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// Only success is recorded.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum RetryRecoveryStatus {
        #[serde(rename = "recovered")]
        Recovered,
    }
    impl RetryRecoveryStatus {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[Self::Recovered];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::Recovered => "recovered",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "recovered" => Some(Self::Recovered),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for RetryRecoveryStatus {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// A rule as its file defines it.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct Rule {
        /// Name of the rule.
        pub name: String,
        /// Absolute path of its file.
        pub path: String,
        /// The text that is shown to the model.
        pub content: String,
        /// Files that it is about, as patterns.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub globs: Option<Vec<String>>,
        /// What it is for.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub description: Option<String>,
        /// True when it is part of the system prompt.
        #[serde(rename = "alwaysApply", skip_serializing_if = "Option::is_none")]
        pub always_apply: Option<bool>,
        /// Regular expressions that make it fire.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub condition: Option<Vec<String>>,
        /// Syntax patterns that make it fire.
        #[serde(rename = "astCondition", skip_serializing_if = "Option::is_none")]
        pub ast_condition: Option<Vec<String>>,
        /// What it watches: `text`, `thinking`, `tool`, `tool:<name>` or `tool:<name>(<glob>)`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub scope: Option<Vec<String>>,
        /// Whether a match cuts the stream.
        #[serde(rename = "interruptMode", skip_serializing_if = "Option::is_none")]
        pub interrupt_mode: Option<RuleInterruptMode>,
    }
    /// When a match of a rule cuts the stream: every time, never, only in text, or only in tool calls.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum RuleInterruptMode {
        #[serde(rename = "always")]
        Always,
        #[serde(rename = "never")]
        Never,
        #[serde(rename = "prose-only")]
        ProseOnly,
        #[serde(rename = "tool-only")]
        ToolOnly,
    }
    impl RuleInterruptMode {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[
            Self::Always,
            Self::Never,
            Self::ProseOnly,
            Self::ToolOnly,
        ];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::Always => "always",
                Self::Never => "never",
                Self::ProseOnly => "prose-only",
                Self::ToolOnly => "tool-only",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "always" => Some(Self::Always),
                "never" => Some(Self::Never),
                "prose-only" => Some(Self::ProseOnly),
                "tool-only" => Some(Self::ToolOnly),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for RuleInterruptMode {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// Counts and sums over the messages in memory; they shrink when history is compacted.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SessionStats {
        /// Absolute path of the transcript; absent when nothing is written.
        #[serde(rename = "sessionFile", skip_serializing_if = "Option::is_none")]
        pub session_file: Option<String>,
        /// Session id, a UUID of version 7.
        #[serde(rename = "sessionId")]
        pub session_id: String,
        /// User messages.
        #[serde(rename = "userMessages")]
        pub user_messages: u64,
        /// Assistant messages.
        #[serde(rename = "assistantMessages")]
        pub assistant_messages: u64,
        /// Calls in assistant messages.
        #[serde(rename = "toolCalls")]
        pub tool_calls: u64,
        /// Tool results.
        #[serde(rename = "toolResults")]
        pub tool_results: u64,
        /// Messages of every role.
        #[serde(rename = "totalMessages")]
        pub total_messages: u64,
        /// Tokens of all requests.
        pub tokens: TokenTotals,
        /// Price of all requests in US dollars.
        pub cost: f64,
        /// Requests counted against a plan's premium quota.
        #[serde(rename = "premiumRequests")]
        pub premium_requests: f64,
        /// How full the context is; absent when the model's context size is not known.
        #[serde(rename = "contextUsage", skip_serializing_if = "Option::is_none")]
        pub context_usage: Option<ContextUsage>,
    }
    /// Details of a custom message `skill-prompt`.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SkillPromptDetails {
        /// Name of the skill.
        pub name: String,
        /// Its file.
        pub path: String,
        /// Arguments that were given.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub args: Option<String>,
        /// Lines of the skill's text.
        #[serde(rename = "lineCount")]
        pub line_count: u64,
    }
    /// Why a mentioned file was not read: over the size limit, or not text.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum SkippedReason {
        #[serde(rename = "tooLarge")]
        TooLarge,
        #[serde(rename = "binary")]
        Binary,
    }
    impl SkippedReason {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[Self::TooLarge, Self::Binary];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::TooLarge => "tooLarge",
                Self::Binary => "binary",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "tooLarge" => Some(Self::TooLarge),
                "binary" => Some(Self::Binary),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for SkippedReason {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// Provider's explanation of an unusual end.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct StopDetails {
        /// Kind of end, for example `refusal`.
        #[serde(rename = "type")]
        pub type_: String,
        /// Policy category, where one is given.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub category: Option<String>,
        /// Text for people.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub explanation: Option<String>,
    }
    /// Why a reply ended: finished, output limit reached, tools are to be run, failure, or aborted.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum StopReason {
        #[serde(rename = "stop")]
        Stop,
        #[serde(rename = "length")]
        Length,
        #[serde(rename = "toolUse")]
        ToolUse,
        #[serde(rename = "error")]
        Error,
        #[serde(rename = "aborted")]
        Aborted,
    }
    impl StopReason {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[
            Self::Stop,
            Self::Length,
            Self::ToolUse,
            Self::Error,
            Self::Aborted,
        ];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::Stop => "stop",
                Self::Length => "length",
                Self::ToolUse => "toolUse",
                Self::Error => "error",
                Self::Aborted => "aborted",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "stop" => Some(Self::Stop),
                "length" => Some(Self::Length),
                "toolUse" => Some(Self::ToolUse),
                "error" => Some(Self::Error),
                "aborted" => Some(Self::Aborted),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for StopReason {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// Details of a result that was made up because the call did not run.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SyntheticDetails {
        /// Always true.
        #[serde(rename = "__synthetic")]
        pub _synthetic: bool,
        /// Why it did not run.
        pub source: String,
        /// Always false.
        pub executed: bool,
        /// Failure of the provider that was the cause.
        #[serde(rename = "upstreamError", skip_serializing_if = "Option::is_none")]
        pub upstream_error: Option<String>,
    }
    /// Plain or Markdown text.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "text")]
    pub struct TextContent {
        /// The text itself; may be empty while it is being streamed.
        pub text: String,
        /// Opaque provider mark; goes back unchanged to the provider that issued it, and to no other.
        #[serde(rename = "textSignature", skip_serializing_if = "Option::is_none")]
        pub text_signature: Option<String>,
    }
    /// How a model's reasoning level is chosen and sent.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct ThinkingConfig {
        /// Form in which a level is sent.
        pub mode: ThinkingMode,
        /// Levels to choose from, lowest first; at least one.
        pub efforts: Vec<Effort>,
        /// Level taken when the model is selected.
        #[serde(rename = "defaultLevel", skip_serializing_if = "Option::is_none")]
        pub default_level: Option<Effort>,
        /// Level to the word that is sent for it.
        #[serde(rename = "effortMap", skip_serializing_if = "Option::is_none")]
        pub effort_map: Option<::std::collections::BTreeMap<String, String>>,
        /// Level, or `off`, to the id of the sibling model that serves it.
        #[serde(rename = "effortRouting", skip_serializing_if = "Option::is_none")]
        pub effort_routing: Option<::std::collections::BTreeMap<String, String>>,
        /// Level to its budget in tokens.
        #[serde(rename = "effortBudgets", skip_serializing_if = "Option::is_none")]
        pub effort_budgets: Option<::std::collections::BTreeMap<String, u64>>,
        /// True when the provider can be asked to show its reasoning.
        #[serde(rename = "supportsDisplay", skip_serializing_if = "Option::is_none")]
        pub supports_display: Option<bool>,
        /// True when reasoning must be switched off explicitly.
        #[serde(rename = "suppressWhenOff", skip_serializing_if = "Option::is_none")]
        pub suppress_when_off: Option<bool>,
        /// True when the model cannot run without a level.
        #[serde(rename = "requiresEffort", skip_serializing_if = "Option::is_none")]
        pub requires_effort: Option<bool>,
    }
    /// Reasoning that the model shows.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "thinking")]
    pub struct ThinkingContent {
        /// The reasoning text; may be empty where the provider shares only a signature.
        pub thinking: String,
        /// Opaque provider proof of the reasoning; goes back unchanged to the same provider.
        #[serde(rename = "thinkingSignature", skip_serializing_if = "Option::is_none")]
        pub thinking_signature: Option<String>,
        /// Provider's own id of the reasoning item.
        #[serde(rename = "itemId", skip_serializing_if = "Option::is_none")]
        pub item_id: Option<String>,
    }
    /// Reasoning level in effect; `off` is no reasoning.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ThinkingLevel {
        #[serde(rename = "off")]
        Off,
        #[serde(rename = "minimal")]
        Minimal,
        #[serde(rename = "low")]
        Low,
        #[serde(rename = "medium")]
        Medium,
        #[serde(rename = "high")]
        High,
        #[serde(rename = "xhigh")]
        Xhigh,
        #[serde(rename = "max")]
        Max,
    }
    impl ThinkingLevel {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[
            Self::Off,
            Self::Minimal,
            Self::Low,
            Self::Medium,
            Self::High,
            Self::Xhigh,
            Self::Max,
        ];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::Off => "off",
                Self::Minimal => "minimal",
                Self::Low => "low",
                Self::Medium => "medium",
                Self::High => "high",
                Self::Xhigh => "xhigh",
                Self::Max => "max",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "off" => Some(Self::Off),
                "minimal" => Some(Self::Minimal),
                "low" => Some(Self::Low),
                "medium" => Some(Self::Medium),
                "high" => Some(Self::High),
                "xhigh" => Some(Self::Xhigh),
                "max" => Some(Self::Max),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for ThinkingLevel {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// Form in which a reasoning level reaches the provider: a word, a token budget, Google's level, or Anthropic's adaptive or combined form.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ThinkingMode {
        #[serde(rename = "effort")]
        Effort,
        #[serde(rename = "budget")]
        Budget,
        #[serde(rename = "google-level")]
        GoogleLevel,
        #[serde(rename = "anthropic-adaptive")]
        AnthropicAdaptive,
        #[serde(rename = "anthropic-budget-effort")]
        AnthropicBudgetEffort,
    }
    impl ThinkingMode {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[
            Self::Effort,
            Self::Budget,
            Self::GoogleLevel,
            Self::AnthropicAdaptive,
            Self::AnthropicBudgetEffort,
        ];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::Effort => "effort",
                Self::Budget => "budget",
                Self::GoogleLevel => "google-level",
                Self::AnthropicAdaptive => "anthropic-adaptive",
                Self::AnthropicBudgetEffort => "anthropic-budget-effort",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "effort" => Some(Self::Effort),
                "budget" => Some(Self::Budget),
                "google-level" => Some(Self::GoogleLevel),
                "anthropic-adaptive" => Some(Self::AnthropicAdaptive),
                "anthropic-budget-effort" => Some(Self::AnthropicBudgetEffort),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for ThinkingMode {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// Details of the todo tool: the list after the operation.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct TodoDetails {
        /// The operation.
        pub op: String,
        /// The whole list.
        pub phases: Vec<TodoPhase>,
        /// Where the list is kept.
        pub storage: TodoStorage,
        /// Tasks that the operation completed.
        #[serde(rename = "completedTasks", skip_serializing_if = "Option::is_none")]
        pub completed_tasks: Option<Vec<String>>,
    }
    /// Task without its phase, as reminders list it.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct TodoItem {
        /// What is to be done.
        pub content: String,
        /// How far it is.
        pub status: TodoStatus,
    }
    /// Named group of tasks. Other members of a sent phase are dropped.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct TodoPhase {
        /// Name of the phase; names it in later operations.
        pub name: String,
        /// Tasks in order.
        pub tasks: Vec<TodoTask>,
    }
    /// State of a task: not begun, being worked on, done, or given up.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum TodoStatus {
        #[serde(rename = "pending")]
        Pending,
        #[serde(rename = "in_progress")]
        InProgress,
        #[serde(rename = "completed")]
        Completed,
        #[serde(rename = "abandoned")]
        Abandoned,
    }
    impl TodoStatus {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[
            Self::Pending,
            Self::InProgress,
            Self::Completed,
            Self::Abandoned,
        ];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::Pending => "pending",
                Self::InProgress => "in_progress",
                Self::Completed => "completed",
                Self::Abandoned => "abandoned",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "pending" => Some(Self::Pending),
                "in_progress" => Some(Self::InProgress),
                "completed" => Some(Self::Completed),
                "abandoned" => Some(Self::Abandoned),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for TodoStatus {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// Whether the list is written to the transcript or only held in memory.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum TodoStorage {
        #[serde(rename = "session")]
        Session,
        #[serde(rename = "memory")]
        Memory,
    }
    impl TodoStorage {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[Self::Session, Self::Memory];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::Session => "session",
                Self::Memory => "memory",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "session" => Some(Self::Session),
                "memory" => Some(Self::Memory),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for TodoStorage {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// One task, addressed by its content. Other members of a sent task are dropped.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct TodoTask {
        /// What is to be done; names the task in later operations.
        pub content: String,
        /// How far it is.
        pub status: TodoStatus,
    }
    /// Sums of tokens.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct TokenTotals {
        /// Prompt tokens billed in full.
        pub input: u64,
        /// Generated tokens, reasoning included.
        pub output: u64,
        /// The part of `output` that was reasoning, as far as told.
        pub reasoning: u64,
        /// Prompt tokens read from a cache.
        #[serde(rename = "cacheRead")]
        pub cache_read: u64,
        /// Prompt tokens written to a cache.
        #[serde(rename = "cacheWrite")]
        pub cache_write: u64,
        /// All tokens.
        pub total: u64,
    }
    /// Request of the model to run a tool.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "toolCall")]
    pub struct ToolCallContent {
        /// Id of the call; its result names it as `toolCallId`. Unique within the session.
        pub id: String,
        /// Name of the tool as it was offered to the model.
        pub name: String,
        /// Arguments; always an object. While the call is streaming: what could be parsed so far.
        pub arguments: JsonObject,
        /// Short statement of purpose that the model gave with the call.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub intent: Option<String>,
        /// Opaque provider mark on the call; goes back unchanged to the same provider.
        #[serde(rename = "thoughtSignature", skip_serializing_if = "Option::is_none")]
        pub thought_signature: Option<String>,
        /// Text of the call as the model wrote it, where the model calls tools in plain text.
        #[serde(rename = "rawBlock", skip_serializing_if = "Option::is_none")]
        pub raw_block: Option<String>,
        /// Name under which the provider knows the tool, where it differs from `name`.
        #[serde(rename = "customWireName", skip_serializing_if = "Option::is_none")]
        pub custom_wire_name: Option<String>,
    }
    /// Tool as it is offered to the model.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct ToolDefinition {
        /// Name by which the model calls it.
        pub name: String,
        /// What it does and when to use it, written for the model.
        pub description: String,
        /// Schema of the arguments object.
        pub parameters: JsonSchema,
        /// Calls that show its use.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub examples: Option<Vec<::serde_json::Value>>,
    }
    /// Outcome of one tool call.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "role", rename = "toolResult")]
    pub struct ToolResultMessage {
        /// Id of the call that this answers.
        #[serde(rename = "toolCallId")]
        pub tool_call_id: String,
        /// Name of the tool.
        #[serde(rename = "toolName")]
        pub tool_name: String,
        /// What the model sees.
        pub content: Vec<UserBlock>,
        /// True when the call failed, was refused or was not run.
        #[serde(rename = "isError")]
        pub is_error: bool,
        /// When the call ended.
        pub timestamp: Timestamp,
        /// Machine-readable outcome for hosts; its shape depends on the tool. Made-up results have `__synthetic: true` here.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub details: Option<::serde_json::Value>,
        /// True when the result may be dropped to save context.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub useless: Option<bool>,
        /// When the content was dropped to save context.
        #[serde(rename = "prunedAt", skip_serializing_if = "Option::is_none")]
        pub pruned_at: Option<Timestamp>,
        /// Who caused the message.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub attribution: Option<Attribution>,
        /// Measurements of the call; opaque.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub metrics: Option<JsonObject>,
    }
    /// What a tool gives back, at its end or on the way.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct ToolResultPayload {
        /// What the model sees.
        pub content: Vec<UserBlock>,
        /// Machine-readable outcome for hosts; its shape depends on the tool.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub details: Option<::serde_json::Value>,
        /// True when the tool failed; absent means false.
        #[serde(rename = "isError", skip_serializing_if = "Option::is_none")]
        pub is_error: Option<bool>,
        /// True when the result may be dropped to save context.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub useless: Option<bool>,
    }
    /// Limit that cut the output: number of lines, number of bytes, or the window around a cut in the middle.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum TruncationCause {
        #[serde(rename = "lines")]
        Lines,
        #[serde(rename = "bytes")]
        Bytes,
        #[serde(rename = "middle")]
        Middle,
    }
    impl TruncationCause {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[Self::Lines, Self::Bytes, Self::Middle];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::Lines => "lines",
                Self::Bytes => "bytes",
                Self::Middle => "middle",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "lines" => Some(Self::Lines),
                "bytes" => Some(Self::Bytes),
                "middle" => Some(Self::Middle),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for TruncationCause {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// Part of the output that was kept: the start, the end, or both with the middle left out.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum TruncationDirection {
        #[serde(rename = "head")]
        Head,
        #[serde(rename = "tail")]
        Tail,
        #[serde(rename = "middle")]
        Middle,
    }
    impl TruncationDirection {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[Self::Head, Self::Tail, Self::Middle];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::Head => "head",
                Self::Tail => "tail",
                Self::Middle => "middle",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "head" => Some(Self::Head),
                "tail" => Some(Self::Tail),
                "middle" => Some(Self::Middle),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for TruncationDirection {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// Details of a custom message `ttsr-injection`.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct TtsrInjectionDetails {
        /// Names of the rules that matched.
        pub rules: Vec<String>,
    }
    /// Tokens and cost of one model request, or a sum of several. Zeros until the provider has told.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct Usage {
        /// Prompt tokens that were billed in full; tokens from a cache are not in here.
        pub input: u64,
        /// Generated tokens, reasoning included.
        pub output: u64,
        /// Prompt tokens served from the provider's cache.
        #[serde(rename = "cacheRead")]
        pub cache_read: u64,
        /// Prompt tokens written to the provider's cache.
        #[serde(rename = "cacheWrite")]
        pub cache_write: u64,
        /// All tokens of the request: input, output, cacheRead and cacheWrite together, plus what the provider adds of its own.
        #[serde(rename = "totalTokens")]
        pub total_tokens: u64,
        /// Price of the tokens above.
        pub cost: Cost,
        /// The part of `output` that was reasoning, in tokens; absent when the provider does not say.
        #[serde(rename = "reasoningTokens", skip_serializing_if = "Option::is_none")]
        pub reasoning_tokens: Option<u64>,
        /// Requests counted against a plan's premium quota; may be a fraction.
        #[serde(rename = "premiumRequests", skip_serializing_if = "Option::is_none")]
        pub premium_requests: Option<f64>,
        /// Tokens that the provider spent on its own account; opaque.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub orchestration: Option<JsonObject>,
        /// Cache lifetimes as the provider reports them; opaque.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub cttl: Option<JsonObject>,
        /// Use of tools that ran at the provider; opaque.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub server: Option<JsonObject>,
    }
    /// What the user said.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "role", rename = "user")]
    pub struct UserMessage {
        /// What was said.
        pub content: UserContent,
        /// When the message was accepted.
        pub timestamp: Timestamp,
        /// Who caused the message.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub attribution: Option<Attribution>,
        /// True when it was queued as a steer; the model then sees it marked as an interjection.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub steering: Option<bool>,
        /// True when hostwire put it in, not the user.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub synthetic: Option<bool>,
        /// Provider data that must survive a round trip; opaque.
        #[serde(rename = "providerPayload", skip_serializing_if = "Option::is_none")]
        pub provider_payload: Option<JsonObject>,
    }
    /// Details of the write tool.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct WriteDetails {
        /// Absolute path.
        #[serde(rename = "resolvedPath")]
        pub resolved_path: String,
        /// Findings of a checker about the files touched.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub diagnostics: Option<OutputDiagnostics>,
        /// True when the file was made executable.
        #[serde(rename = "madeExecutable", skip_serializing_if = "Option::is_none")]
        pub made_executable: Option<bool>,
        /// How the output was shortened, and where it comes from.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub meta: Option<OutputMeta>,
    }
    /// Identifier chosen by the side that asks; the answer carries the same text, unchanged.
    pub type CorrelationId = String;
    /// Moment in milliseconds since the Unix epoch, UTC.
    pub type Timestamp = i64;
    /// Moment as ISO 8601 text in UTC with milliseconds, for example `2026-01-31T08:15:00.000Z`.
    pub type IsoTime = String;
    /// JSON object whose members nobody here prescribes; passed on as it stands.
    pub type JsonObject = ::serde_json::Map<String, ::serde_json::Value>;
    /// JSON Schema document, kept with the order of its members.
    pub type JsonSchema = ::serde_json::Map<String, ::serde_json::Value>;
    /// Block of a user, developer, custom or tool result message: text or image.
    #[derive(::serde::Deserialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type")]
    pub enum UserBlock {
        #[serde(rename = "text")]
        Text(TextContent),
        #[serde(rename = "image")]
        Image(ImageContent),
    }
    impl ::serde::Serialize for UserBlock {
        fn serialize<S: ::serde::Serializer>(
            &self,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            match self {
                Self::Text(inner) => inner.serialize(serializer),
                Self::Image(inner) => inner.serialize(serializer),
            }
        }
    }
    impl From<TextContent> for UserBlock {
        fn from(inner: TextContent) -> Self {
            Self::Text(inner)
        }
    }
    impl From<ImageContent> for UserBlock {
        fn from(inner: ImageContent) -> Self {
            Self::Image(inner)
        }
    }
    /// Block of an assistant message.
    #[derive(::serde::Deserialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type")]
    pub enum AssistantBlock {
        #[serde(rename = "text")]
        Text(TextContent),
        #[serde(rename = "thinking")]
        Thinking(ThinkingContent),
        #[serde(rename = "redactedThinking")]
        RedactedThinking(RedactedThinkingContent),
        #[serde(rename = "fallback")]
        Fallback(FallbackContent),
        #[serde(rename = "toolCall")]
        ToolCall(ToolCallContent),
    }
    impl ::serde::Serialize for AssistantBlock {
        fn serialize<S: ::serde::Serializer>(
            &self,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            match self {
                Self::Text(inner) => inner.serialize(serializer),
                Self::Thinking(inner) => inner.serialize(serializer),
                Self::RedactedThinking(inner) => inner.serialize(serializer),
                Self::Fallback(inner) => inner.serialize(serializer),
                Self::ToolCall(inner) => inner.serialize(serializer),
            }
        }
    }
    impl From<TextContent> for AssistantBlock {
        fn from(inner: TextContent) -> Self {
            Self::Text(inner)
        }
    }
    impl From<ThinkingContent> for AssistantBlock {
        fn from(inner: ThinkingContent) -> Self {
            Self::Thinking(inner)
        }
    }
    impl From<RedactedThinkingContent> for AssistantBlock {
        fn from(inner: RedactedThinkingContent) -> Self {
            Self::RedactedThinking(inner)
        }
    }
    impl From<FallbackContent> for AssistantBlock {
        fn from(inner: FallbackContent) -> Self {
            Self::Fallback(inner)
        }
    }
    impl From<ToolCallContent> for AssistantBlock {
        fn from(inner: ToolCallContent) -> Self {
            Self::ToolCall(inner)
        }
    }
    /// Content given as one text, or as a list of text and image blocks. What hostwire writes itself is the list, text first.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(untagged)]
    pub enum UserContent {
        Text(String),
        Blocks(Vec<UserBlock>),
    }
    impl<'de> ::serde::Deserialize<'de> for UserContent {
        fn deserialize<D: ::serde::Deserializer<'de>>(
            deserializer: D,
        ) -> Result<Self, D::Error> {
            struct Kinds;
            impl<'de> ::serde::de::Visitor<'de> for Kinds {
                type Value = UserContent;
                fn expecting(
                    &self,
                    f: &mut ::std::fmt::Formatter<'_>,
                ) -> ::std::fmt::Result {
                    f.write_str("a string or a sequence")
                }
                fn visit_str<E: ::serde::de::Error>(
                    self,
                    value: &str,
                ) -> Result<Self::Value, E> {
                    let value: ::serde::de::value::StrDeserializer<'_, E> = ::serde::de::IntoDeserializer::into_deserializer(
                        value,
                    );
                    ::serde::Deserialize::deserialize(value).map(Self::Value::Text)
                }
                fn visit_seq<A: ::serde::de::SeqAccess<'de>>(
                    self,
                    items: A,
                ) -> Result<Self::Value, A::Error> {
                    let items = ::serde::de::value::SeqAccessDeserializer::new(items);
                    ::serde::Deserialize::deserialize(items).map(Self::Value::Blocks)
                }
            }
            deserializer.deserialize_any(Kinds)
        }
    }
    /// Any message of a conversation.
    #[derive(::serde::Deserialize, Clone, Debug, PartialEq)]
    #[serde(tag = "role")]
    pub enum AgentMessage {
        #[serde(rename = "user")]
        User(UserMessage),
        #[serde(rename = "developer")]
        Developer(DeveloperMessage),
        #[serde(rename = "assistant")]
        Assistant(AssistantMessage),
        #[serde(rename = "toolResult")]
        ToolResult(ToolResultMessage),
        #[serde(rename = "bashExecution")]
        BashExecution(BashExecutionMessage),
        #[serde(rename = "pythonExecution")]
        PythonExecution(PythonExecutionMessage),
        #[serde(rename = "custom")]
        Custom(CustomMessage),
        #[serde(rename = "hookMessage")]
        HookMessage(HookMessage),
        #[serde(rename = "fileMention")]
        FileMention(FileMentionMessage),
        #[serde(rename = "branchSummary")]
        BranchSummary(BranchSummaryMessage),
        #[serde(rename = "compactionSummary")]
        CompactionSummary(CompactionSummaryMessage),
    }
    impl ::serde::Serialize for AgentMessage {
        fn serialize<S: ::serde::Serializer>(
            &self,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            match self {
                Self::User(inner) => inner.serialize(serializer),
                Self::Developer(inner) => inner.serialize(serializer),
                Self::Assistant(inner) => inner.serialize(serializer),
                Self::ToolResult(inner) => inner.serialize(serializer),
                Self::BashExecution(inner) => inner.serialize(serializer),
                Self::PythonExecution(inner) => inner.serialize(serializer),
                Self::Custom(inner) => inner.serialize(serializer),
                Self::HookMessage(inner) => inner.serialize(serializer),
                Self::FileMention(inner) => inner.serialize(serializer),
                Self::BranchSummary(inner) => inner.serialize(serializer),
                Self::CompactionSummary(inner) => inner.serialize(serializer),
            }
        }
    }
    impl From<UserMessage> for AgentMessage {
        fn from(inner: UserMessage) -> Self {
            Self::User(inner)
        }
    }
    impl From<DeveloperMessage> for AgentMessage {
        fn from(inner: DeveloperMessage) -> Self {
            Self::Developer(inner)
        }
    }
    impl From<AssistantMessage> for AgentMessage {
        fn from(inner: AssistantMessage) -> Self {
            Self::Assistant(inner)
        }
    }
    impl From<ToolResultMessage> for AgentMessage {
        fn from(inner: ToolResultMessage) -> Self {
            Self::ToolResult(inner)
        }
    }
    impl From<BashExecutionMessage> for AgentMessage {
        fn from(inner: BashExecutionMessage) -> Self {
            Self::BashExecution(inner)
        }
    }
    impl From<PythonExecutionMessage> for AgentMessage {
        fn from(inner: PythonExecutionMessage) -> Self {
            Self::PythonExecution(inner)
        }
    }
    impl From<CustomMessage> for AgentMessage {
        fn from(inner: CustomMessage) -> Self {
            Self::Custom(inner)
        }
    }
    impl From<HookMessage> for AgentMessage {
        fn from(inner: HookMessage) -> Self {
            Self::HookMessage(inner)
        }
    }
    impl From<FileMentionMessage> for AgentMessage {
        fn from(inner: FileMentionMessage) -> Self {
            Self::FileMention(inner)
        }
    }
    impl From<BranchSummaryMessage> for AgentMessage {
        fn from(inner: BranchSummaryMessage) -> Self {
            Self::BranchSummary(inner)
        }
    }
    impl From<CompactionSummaryMessage> for AgentMessage {
        fn from(inner: CompactionSummaryMessage) -> Self {
            Self::CompactionSummary(inner)
        }
    }
}
/// The frames of this protocol.
pub mod extension {
    /// The answer to a question. Which members count depends on the question; with none of them the answer is: done, or go on.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "answer")]
    pub struct Answer {
        /// Id of the question. The first answer counts; one to a question that is over has no effect.
        pub id: super::shared::CorrelationId,
        /// For `run_tool` the result, for `check_result` another one, for `run_command` what the user is shown.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub content: Option<super::shared::UserContent>,
        /// For `run_tool` and `check_result`: whether the call counts as failed.
        #[serde(rename = "isError", skip_serializing_if = "Option::is_none")]
        pub is_error: Option<bool>,
        /// For `run_tool`: machine-readable outcome for hosts.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub details: Option<::serde_json::Value>,
        /// For `check_call`: the call does not run, and this is what the model is told.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub block: Option<String>,
        /// For `check_call`: the call runs with these arguments instead; they must fit the schema of the tool, otherwise it does not run.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub arguments: Option<super::shared::JsonObject>,
        /// The extension failed at it. The host is told once, and the question counts as undecided.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub error: Option<String>,
    }
    /// A tool call is over.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "call_end")]
    pub struct CallEndEvent {
        /// Id of the call; unique within the session.
        #[serde(rename = "callId")]
        pub call_id: String,
        /// Name of the tool. Built-in ones have hostwire's own names (`bash`, `edit`, …), whatever the host's protocol calls them.
        pub tool: String,
        /// What the model sees of it.
        pub content: Vec<super::shared::UserBlock>,
        /// Whether the call counts as failed, after all extensions checked the result.
        #[serde(rename = "isError")]
        pub is_error: bool,
    }
    /// A tool call begins.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "call_start")]
    pub struct CallStartEvent {
        /// Id of the call; unique within the session.
        #[serde(rename = "callId")]
        pub call_id: String,
        /// Name of the tool. Built-in ones have hostwire's own names (`bash`, `edit`, …), whatever the host's protocol calls them.
        pub tool: String,
        /// Its arguments, as the model gave them.
        pub arguments: super::shared::JsonObject,
    }
    /// A question is withdrawn: its call was cut, or the user ended the work or the slash command that it belongs to. Stop what you do for it; an answer has no effect any more.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "cancel")]
    pub struct Cancel {
        /// Id of the question that is withdrawn, as it came with the question.
        #[serde(rename = "targetId")]
        pub target_id: String,
    }
    /// May this call run? Asked before approvals. Answered by `block` with a reason for the model, by `arguments` to run it with others, or by neither to let it go on. The host is shown the call as the model made it.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "check_call")]
    pub struct CheckCall {
        /// Identifies the question; the answer repeats it.
        pub id: super::shared::CorrelationId,
        /// Id of the call; unique within the session.
        #[serde(rename = "callId")]
        pub call_id: String,
        /// Name of the tool. Built-in ones have hostwire's own names (`bash`, `edit`, …), whatever the host's protocol calls them.
        pub tool: String,
        /// Its arguments, with the changes of extensions before this one.
        pub arguments: super::shared::JsonObject,
        /// Absolute path of the folder that the session works in.
        pub cwd: String,
    }
    /// May this result stand? Answered by `content` or `isError` to change it, or by neither.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "check_result")]
    pub struct CheckResult {
        /// Identifies the question; the answer repeats it.
        pub id: super::shared::CorrelationId,
        /// Id of the call; unique within the session.
        #[serde(rename = "callId")]
        pub call_id: String,
        /// Name of the tool. Built-in ones have hostwire's own names (`bash`, `edit`, …), whatever the host's protocol calls them.
        pub tool: String,
        /// Arguments that the call ran with.
        pub arguments: super::shared::JsonObject,
        /// The result.
        pub content: Vec<super::shared::UserBlock>,
        /// Whether the call failed.
        #[serde(rename = "isError")]
        pub is_error: bool,
    }
    /// hostwire is about to end: the extension's input closes after this line, and the program is ended soon after.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "closing")]
    pub struct ClosingEvent {}
    /// A slash command for the user. Each use comes as `run_command`. One that has the name of a built-in command is passed over.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct CommandOffer {
        /// Name without the slash: no blank, no colon.
        pub name: String,
        /// What it does, in a few words.
        pub description: String,
        /// What to type behind it. Left out: `arguments`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub hint: Option<String>,
    }
    /// Ask the user for yes or no.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "confirm")]
    pub struct ConfirmCommand {
        /// Heading of the question: a few words on what it is about.
        pub title: String,
        /// The question that is answered by yes or no, with all that the user needs to decide.
        pub message: String,
        /// Milliseconds after which the question is withdrawn. Left out: it waits for an answer.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub timeout: Option<u64>,
    }
    /// What the user answered.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct ConfirmReply {
        /// Whether the answer was yes; false also when there was none.
        pub confirmed: bool,
        /// True when the time was over; left out otherwise.
        #[serde(rename = "timedOut", skip_serializing_if = "Option::is_none")]
        pub timed_out: Option<bool>,
    }
    /// Let the user write or change a longer text. It waits until the user is done or gives up; there is no time limit.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "editor")]
    pub struct EditorCommand {
        /// Heading of the editor: what is to be written.
        pub title: String,
        /// Text that the editor holds at the start. Left out: it is empty.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub prefill: Option<String>,
    }
    /// What the value of a flag is.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum FlagKind {
        #[serde(rename = "boolean")]
        Boolean,
        #[serde(rename = "string")]
        String,
        #[serde(rename = "number")]
        Number,
    }
    impl FlagKind {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[Self::Boolean, Self::String, Self::Number];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::Boolean => "boolean",
                Self::String => "string",
                Self::Number => "number",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "boolean" => Some(Self::Boolean),
                "string" => Some(Self::String),
                "number" => Some(Self::Number),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for FlagKind {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// An option of hostwire's command line, given as `--extension-flag NAME=VALUE`; `--extension-flag NAME` alone is true.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct FlagOffer {
        /// Name of the flag.
        pub name: String,
        /// What it changes, in a few words.
        pub description: String,
        /// What its value is. A value that is none refuses the extension.
        pub kind: FlagKind,
        /// Its value when it is not given. Left out: it has none then.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub default: Option<FlagValue>,
    }
    /// Ask for counts of messages and calls, and for the tokens and money used in the session.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "get_stats")]
    pub struct GetStatsCommand {}
    /// The first line of an extension: which version of the protocol it speaks, what it is called and what it brings along. Before it nothing else is read or written. An extension that is refused is stopped.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "hello")]
    pub struct HelloCommand {
        /// Version of this protocol. hostwire speaks 1.
        pub protocol: u64,
        /// Name of the extension, which its state in sessions is kept under: letters, digits, `_`, `-` and `.`, at most 64. The first extension of a name counts.
        pub name: String,
        /// Tools for the model, at most 128; they go when the extension ends.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub tools: Option<Vec<ToolOffer>>,
        /// Slash commands for the user, at most 128; they go when the extension ends.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub commands: Option<Vec<CommandOffer>>,
        /// Options of the command line, at most 128; the answer has their values.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub flags: Option<Vec<FlagOffer>>,
        /// What it wants to hear of and be asked. Everything else is not written.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub events: Option<Vec<Subscription>>,
        /// Only with `check_call`: true refuses every call that this extension could not decide on, also after it has ended, whichever way; to end early is a fault then. Left out: such calls run.
        #[serde(rename = "mustDecide", skip_serializing_if = "Option::is_none")]
        pub must_decide: Option<bool>,
    }
    /// What hostwire tells an extension that it took.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct HelloResult {
        /// Version of this protocol that hostwire speaks.
        pub protocol: u64,
        /// Version of hostwire.
        pub version: String,
        /// Absolute path of the workspace; the extension runs in it.
        pub cwd: String,
        /// Whether the host's protocol has words for the user interface. False: `select`, `notify` and the like fail at once.
        #[serde(rename = "hasUi")]
        pub has_ui: bool,
        /// Values of the flags that it registered, given or default; those without either are missing.
        pub flags: ::std::collections::BTreeMap<String, FlagValue>,
    }
    /// Ask the user for one line of text.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "input")]
    pub struct InputCommand {
        /// The question, shown with the field.
        pub title: String,
        /// Text to show while the field is empty; it is never the answer.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub placeholder: Option<String>,
        /// True when the text must not be shown while it is typed.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub secret: Option<bool>,
        /// Milliseconds after which the question is withdrawn. Left out: it waits for an answer.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub timeout: Option<u64>,
    }
    /// `steer` joins running work at its next safe point, `followUp` waits for its end.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum MessageDelivery {
        #[serde(rename = "steer")]
        Steer,
        #[serde(rename = "followUp")]
        FollowUp,
    }
    impl MessageDelivery {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[Self::Steer, Self::FollowUp];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::Steer => "steer",
                Self::FollowUp => "followUp",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "steer" => Some(Self::Steer),
                "followUp" => Some(Self::FollowUp),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for MessageDelivery {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// A message is complete and part of the session.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "message_end")]
    pub struct MessageEndEvent {
        /// The message as it is stored: for instance one of the user, one of the model, the result of a call.
        pub message: ::std::sync::Arc<super::shared::AgentMessage>,
    }
    /// Show a message to the user once. Nobody answers it, and how long it stays is up to the host.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "notify")]
    pub struct NotifyCommand {
        /// Plain text of the message, shown as it is. Only the limit of a line bounds it.
        pub message: String,
        /// How serious it is; hosts show it accordingly. Left out: the host is told no level and takes it for information.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub level: Option<NotifyLevel>,
    }
    /// How serious a message is.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum NotifyLevel {
        #[serde(rename = "info")]
        Info,
        #[serde(rename = "warning")]
        Warning,
        #[serde(rename = "error")]
        Error,
    }
    impl NotifyLevel {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[Self::Info, Self::Warning, Self::Error];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::Info => "info",
                Self::Warning => "warning",
                Self::Error => "error",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "info" => Some(Self::Info),
                "warning" => Some(Self::Warning),
                "error" => Some(Self::Error),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for NotifyLevel {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// How far a tool is. It replaces what was told before and gives the call its full time again. Of more than 1000 at once and 200 a second the surplus is passed over, so tell the end by the answer.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "progress")]
    pub struct Progress {
        /// Id of the `run_tool` that it is about. After the answer it has no effect.
        pub id: super::shared::CorrelationId,
        /// All of the result so far, not only what is new; hosts show it while the call runs, the model never sees it.
        pub content: super::shared::UserContent,
    }
    /// The user called a slash command of the extension. Answered when it is done; `content`, if there is any, is shown to the user. An abort by the user withdraws it.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "run_command")]
    pub struct RunCommand {
        /// Identifies the question; the answer repeats it.
        pub id: super::shared::CorrelationId,
        /// Name of the command.
        pub command: String,
        /// What was typed behind it, without blanks around it.
        pub arguments: String,
        /// Absolute path of the folder that the session works in.
        pub cwd: String,
    }
    /// Work is over; nothing more runs until the next prompt.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "run_end")]
    pub struct RunEndEvent {
        /// How it ended.
        pub outcome: RunOutcome,
        /// Why it failed, as the host is told. Left out: it did not fail.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub error: Option<String>,
    }
    /// How work ended: by itself, by an abort, by a failure.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum RunOutcome {
        #[serde(rename = "done")]
        Done,
        #[serde(rename = "aborted")]
        Aborted,
        #[serde(rename = "failed")]
        Failed,
    }
    impl RunOutcome {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[Self::Done, Self::Aborted, Self::Failed];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::Done => "done",
                Self::Aborted => "aborted",
                Self::Failed => "failed",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "done" => Some(Self::Done),
                "aborted" => Some(Self::Aborted),
                "failed" => Some(Self::Failed),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for RunOutcome {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// Work begins: a prompt was accepted, or work goes on after a retry or a compaction.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "run_start")]
    pub struct RunStartEvent {}
    /// Run a tool of the extension. Answered by `content`, with `isError` when it failed; `progress` may come before.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "run_tool")]
    pub struct RunTool {
        /// Identifies the question; the answer repeats it.
        pub id: super::shared::CorrelationId,
        /// Id of the call; unique within the session.
        #[serde(rename = "callId")]
        pub call_id: String,
        /// Name of the tool.
        pub tool: String,
        /// Arguments of the call; they fit the schema of the tool.
        pub arguments: super::shared::JsonObject,
        /// Absolute path of the folder that the session works in.
        pub cwd: String,
    }
    /// Let the user choose one of several texts.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "select")]
    pub struct SelectCommand {
        /// The question, shown above the options.
        pub title: String,
        /// The texts to choose from, in the order in which they are shown. The one that the user takes comes back as it stands here.
        pub options: Vec<String>,
        /// Milliseconds after which the question is withdrawn. Left out: it waits for an answer.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub timeout: Option<u64>,
    }
    /// Say something to the model as the user would. Idle, it starts work, but not after an abort until the host speaks again, nor while a handoff runs or hostwire ends; while work runs it joins it.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "send_message")]
    pub struct SendMessageCommand {
        /// What the model reads as a message of the user; text only, not blank. A slash at its beginning has no meaning: no command runs and no template is filled in.
        pub text: String,
        /// When it is heard while work runs. Left out: `steer`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub delivery: Option<MessageDelivery>,
        /// Id of the open `run_command` that it comes of: the outcome of that slash command is then the work, and the host is not told that it stayed without. Any other text: it comes of none. Left out: of the one that has waited longest, if there is one.
        #[serde(rename = "commandId", skip_serializing_if = "Option::is_none")]
        pub command_id: Option<String>,
    }
    /// A session is driven: at the start, and whenever another one takes its place.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "session_start")]
    pub struct SessionStartEvent {
        /// Id of the session.
        #[serde(rename = "sessionId")]
        pub session_id: String,
        /// Path of its transcript. Left out: it is kept in memory.
        #[serde(rename = "sessionFile", skip_serializing_if = "Option::is_none")]
        pub session_file: Option<String>,
        /// Absolute path of the folder that the session works in.
        pub cwd: String,
        /// What the extension kept in this session, if anything.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub state: Option<::serde_json::Value>,
    }
    /// Put text into the user's input field. It is not sent: the user may change it, send it or drop it.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "set_editor_text")]
    pub struct SetEditorTextCommand {
        /// What the field holds from now on, in place of what the user had typed there. Empty: the field is cleared.
        pub text: String,
    }
    /// Keep something in the session. It replaces what was kept before, is stored with the session, and comes back with `session_start` when the session is driven again. Of what is set while work runs, the last value is stored when the work ends; without work it is stored at once, and then at most every 5 seconds, when another session is driven, and when hostwire ends.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "set_state")]
    pub struct SetStateCommand {
        /// Any value, as JSON at most 256 KiB; null forgets it. Each value that is stored stays in the transcript.
        pub state: ::serde_json::Value,
    }
    /// Show, change or clear one entry of the host's status line. It stays until it is changed or cleared, also when another session is driven; the end of the extension does not clear it.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "set_status")]
    pub struct SetStatusCommand {
        /// Name of the entry. Keys of all extensions are in one list: the same key replaces the entry of another extension, so begin it with your own name.
        pub key: String,
        /// The one line of text that the entry shows from now on. Left out: the entry goes away.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub text: Option<String>,
    }
    /// Set the title of the host's window; without effect where the host has not asked for titles.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "set_title")]
    pub struct SetTitleCommand {
        /// What the window is called from now on, until another title is set, by an extension or by hostwire itself.
        pub title: String,
    }
    /// Show, change or remove a block of lines beside the host's editor. It stays until it is changed or removed, also when another session is driven; the end of the extension does not remove it.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "set_widget")]
    pub struct SetWidgetCommand {
        /// Name of the block. Keys of all extensions are in one list: the same key replaces the block of another extension, so begin it with your own name.
        pub key: String,
        /// All lines of the block, top down, in place of those before. Left out: the block goes away.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub lines: Option<Vec<String>>,
        /// Where the block goes; a block that is shown already moves there. Left out: above the editor.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub place: Option<WidgetPlace>,
    }
    /// End hostwire, as the end of its input would: what was accepted is answered, running work gets its grace.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "shutdown")]
    pub struct ShutdownCommand {}
    /// Something that hostwire writes only to extensions that asked for it.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum Subscription {
        /// Another session is driven; also told at the start.
        #[serde(rename = "session_start")]
        SessionStart,
        /// Work begins.
        #[serde(rename = "run_start")]
        RunStart,
        /// Work is over.
        #[serde(rename = "run_end")]
        RunEnd,
        /// A message is complete.
        #[serde(rename = "message_end")]
        MessageEnd,
        /// A tool call begins.
        #[serde(rename = "call_start")]
        CallStart,
        /// A tool call is over.
        #[serde(rename = "call_end")]
        CallEnd,
        /// hostwire is about to end.
        #[serde(rename = "closing")]
        Closing,
        /// The question whether a tool call may run.
        #[serde(rename = "check_call")]
        CheckCall,
        /// The question whether a result may stand.
        #[serde(rename = "check_result")]
        CheckResult,
    }
    impl Subscription {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[
            Self::SessionStart,
            Self::RunStart,
            Self::RunEnd,
            Self::MessageEnd,
            Self::CallStart,
            Self::CallEnd,
            Self::Closing,
            Self::CheckCall,
            Self::CheckResult,
        ];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::SessionStart => "session_start",
                Self::RunStart => "run_start",
                Self::RunEnd => "run_end",
                Self::MessageEnd => "message_end",
                Self::CallStart => "call_start",
                Self::CallEnd => "call_end",
                Self::Closing => "closing",
                Self::CheckCall => "check_call",
                Self::CheckResult => "check_result",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "session_start" => Some(Self::SessionStart),
                "run_start" => Some(Self::RunStart),
                "run_end" => Some(Self::RunEnd),
                "message_end" => Some(Self::MessageEnd),
                "call_start" => Some(Self::CallStart),
                "call_end" => Some(Self::CallEnd),
                "closing" => Some(Self::Closing),
                "check_call" => Some(Self::CheckCall),
                "check_result" => Some(Self::CheckResult),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for Subscription {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// A text that the user chose or wrote.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct TextReply {
        /// What the user chose or wrote; it may be empty. Left out: the user gave none, or the time was over.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub value: Option<String>,
        /// True when the time was over; left out otherwise.
        #[serde(rename = "timedOut", skip_serializing_if = "Option::is_none")]
        pub timed_out: Option<bool>,
    }
    /// A tool that the model may call. Each call comes as `run_tool`.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct ToolOffer {
        /// Name by which the model calls it: letters, digits, `_` and `-`, at most 64. A name that another tool has is refused.
        pub name: String,
        /// What it does and when to use it, written for the model; every request carries it. What is longer than 4 KiB is cut.
        pub description: String,
        /// Schema of the arguments object. A call that does not fit is told to the model and never comes.
        pub parameters: super::shared::JsonSchema,
        /// What it can touch; approvals and plan mode go by it. Left out: `exec`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub tier: Option<ToolTier>,
    }
    /// What a tool can touch.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ToolTier {
        /// It only looks.
        #[serde(rename = "read")]
        Read,
        /// It changes files of the workspace.
        #[serde(rename = "write")]
        Write,
        /// It may do anything.
        #[serde(rename = "exec")]
        Exec,
    }
    impl ToolTier {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[Self::Read, Self::Write, Self::Exec];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::Read => "read",
                Self::Write => "write",
                Self::Exec => "exec",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "read" => Some(Self::Read),
                "write" => Some(Self::Write),
                "exec" => Some(Self::Exec),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for ToolTier {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// Where a block of lines goes: above the editor or below it.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum WidgetPlace {
        #[serde(rename = "above")]
        Above,
        #[serde(rename = "below")]
        Below,
    }
    impl WidgetPlace {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[Self::Above, Self::Below];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::Above => "above",
                Self::Below => "below",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "above" => Some(Self::Above),
                "below" => Some(Self::Below),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for WidgetPlace {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// Value of a flag.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(untagged)]
    pub enum FlagValue {
        Flag(bool),
        Text(String),
        Number(f64),
    }
    impl<'de> ::serde::Deserialize<'de> for FlagValue {
        fn deserialize<D: ::serde::Deserializer<'de>>(
            deserializer: D,
        ) -> Result<Self, D::Error> {
            struct Kinds;
            impl<'de> ::serde::de::Visitor<'de> for Kinds {
                type Value = FlagValue;
                fn expecting(
                    &self,
                    f: &mut ::std::fmt::Formatter<'_>,
                ) -> ::std::fmt::Result {
                    f.write_str("a boolean or a string or a number")
                }
                fn visit_bool<E: ::serde::de::Error>(
                    self,
                    value: bool,
                ) -> Result<Self::Value, E> {
                    let value: ::serde::de::value::BoolDeserializer<E> = ::serde::de::IntoDeserializer::into_deserializer(
                        value,
                    );
                    ::serde::Deserialize::deserialize(value).map(Self::Value::Flag)
                }
                fn visit_str<E: ::serde::de::Error>(
                    self,
                    value: &str,
                ) -> Result<Self::Value, E> {
                    let value: ::serde::de::value::StrDeserializer<'_, E> = ::serde::de::IntoDeserializer::into_deserializer(
                        value,
                    );
                    ::serde::Deserialize::deserialize(value).map(Self::Value::Text)
                }
                fn visit_i64<E: ::serde::de::Error>(
                    self,
                    value: i64,
                ) -> Result<Self::Value, E> {
                    let value: ::serde::de::value::I64Deserializer<E> = ::serde::de::IntoDeserializer::into_deserializer(
                        value,
                    );
                    ::serde::Deserialize::deserialize(value).map(Self::Value::Number)
                }
                fn visit_u64<E: ::serde::de::Error>(
                    self,
                    value: u64,
                ) -> Result<Self::Value, E> {
                    let value: ::serde::de::value::U64Deserializer<E> = ::serde::de::IntoDeserializer::into_deserializer(
                        value,
                    );
                    ::serde::Deserialize::deserialize(value).map(Self::Value::Number)
                }
                fn visit_f64<E: ::serde::de::Error>(
                    self,
                    value: f64,
                ) -> Result<Self::Value, E> {
                    let value: ::serde::de::value::F64Deserializer<E> = ::serde::de::IntoDeserializer::into_deserializer(
                        value,
                    );
                    ::serde::Deserialize::deserialize(value).map(Self::Value::Number)
                }
            }
            deserializer.deserialize_any(Kinds)
        }
    }
    /// The commands of this protocol.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum CommandName {
        /// The first line of an extension: which version of the protocol it speaks, what it is called and what it brings along. Before it nothing else is read or written. An extension that is refused is stopped.
        Hello,
        /// Ask the user for yes or no.
        Confirm,
        /// Let the user write or change a longer text. It waits until the user is done or gives up; there is no time limit.
        Editor,
        /// Ask the user for one line of text.
        Input,
        /// Show a message to the user once. Nobody answers it, and how long it stays is up to the host.
        Notify,
        /// Let the user choose one of several texts.
        Select,
        /// Put text into the user's input field. It is not sent: the user may change it, send it or drop it.
        SetEditorText,
        /// Show, change or clear one entry of the host's status line. It stays until it is changed or cleared, also when another session is driven; the end of the extension does not clear it.
        SetStatus,
        /// Set the title of the host's window; without effect where the host has not asked for titles.
        SetTitle,
        /// Show, change or remove a block of lines beside the host's editor. It stays until it is changed or removed, also when another session is driven; the end of the extension does not remove it.
        SetWidget,
        /// Ask for counts of messages and calls, and for the tokens and money used in the session.
        GetStats,
        /// Say something to the model as the user would. Idle, it starts work, but not after an abort until the host speaks again, nor while a handoff runs or hostwire ends; while work runs it joins it.
        SendMessage,
        /// Keep something in the session. It replaces what was kept before, is stored with the session, and comes back with `session_start` when the session is driven again. Of what is set while work runs, the last value is stored when the work ends; without work it is stored at once, and then at most every 5 seconds, when another session is driven, and when hostwire ends.
        SetState,
        /// End hostwire, as the end of its input would: what was accepted is answered, running work gets its grace.
        Shutdown,
    }
    impl CommandName {
        /// Every command, in the order of the documents.
        pub const ALL: &'static [Self] = &[
            Self::Hello,
            Self::Confirm,
            Self::Editor,
            Self::Input,
            Self::Notify,
            Self::Select,
            Self::SetEditorText,
            Self::SetStatus,
            Self::SetTitle,
            Self::SetWidget,
            Self::GetStats,
            Self::SendMessage,
            Self::SetState,
            Self::Shutdown,
        ];
        /// The command's `type` on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::Hello => "hello",
                Self::Confirm => "confirm",
                Self::Editor => "editor",
                Self::Input => "input",
                Self::Notify => "notify",
                Self::Select => "select",
                Self::SetEditorText => "set_editor_text",
                Self::SetStatus => "set_status",
                Self::SetTitle => "set_title",
                Self::SetWidget => "set_widget",
                Self::GetStats => "get_stats",
                Self::SendMessage => "send_message",
                Self::SetState => "set_state",
                Self::Shutdown => "shutdown",
            }
        }
        /// The command of this `type`.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "hello" => Some(Self::Hello),
                "confirm" => Some(Self::Confirm),
                "editor" => Some(Self::Editor),
                "input" => Some(Self::Input),
                "notify" => Some(Self::Notify),
                "select" => Some(Self::Select),
                "set_editor_text" => Some(Self::SetEditorText),
                "set_status" => Some(Self::SetStatus),
                "set_title" => Some(Self::SetTitle),
                "set_widget" => Some(Self::SetWidget),
                "get_stats" => Some(Self::GetStats),
                "send_message" => Some(Self::SendMessage),
                "set_state" => Some(Self::SetState),
                "shutdown" => Some(Self::Shutdown),
                _ => None,
            }
        }
        /// How the command is ordered against the others.
        pub const fn ordering(self) -> super::frame::Ordering {
            match self {
                Self::Hello => super::frame::Ordering::Serial,
                Self::Confirm => super::frame::Ordering::Detached,
                Self::Editor => super::frame::Ordering::Detached,
                Self::Input => super::frame::Ordering::Detached,
                Self::Notify => super::frame::Ordering::Detached,
                Self::Select => super::frame::Ordering::Detached,
                Self::SetEditorText => super::frame::Ordering::Detached,
                Self::SetStatus => super::frame::Ordering::Detached,
                Self::SetTitle => super::frame::Ordering::Detached,
                Self::SetWidget => super::frame::Ordering::Detached,
                Self::GetStats => super::frame::Ordering::Detached,
                Self::SendMessage => super::frame::Ordering::Detached,
                Self::SetState => super::frame::Ordering::Detached,
                Self::Shutdown => super::frame::Ordering::Detached,
            }
        }
        /// The group that the documents list the command in.
        pub const fn group(self) -> &'static str {
            match self {
                Self::Hello => "start",
                Self::Confirm => "user",
                Self::Editor => "user",
                Self::Input => "user",
                Self::Notify => "user",
                Self::Select => "user",
                Self::SetEditorText => "user",
                Self::SetStatus => "user",
                Self::SetTitle => "user",
                Self::SetWidget => "user",
                Self::GetStats => "session",
                Self::SendMessage => "session",
                Self::SetState => "session",
                Self::Shutdown => "session",
            }
        }
    }
    impl ::std::fmt::Display for CommandName {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// A command of the host, without its id.
    #[derive(::serde::Deserialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type")]
    pub enum Command {
        /// The first line of an extension: which version of the protocol it speaks, what it is called and what it brings along. Before it nothing else is read or written. An extension that is refused is stopped.
        #[serde(rename = "hello")]
        Hello(HelloCommand),
        /// Ask the user for yes or no.
        #[serde(rename = "confirm")]
        Confirm(ConfirmCommand),
        /// Let the user write or change a longer text. It waits until the user is done or gives up; there is no time limit.
        #[serde(rename = "editor")]
        Editor(EditorCommand),
        /// Ask the user for one line of text.
        #[serde(rename = "input")]
        Input(InputCommand),
        /// Show a message to the user once. Nobody answers it, and how long it stays is up to the host.
        #[serde(rename = "notify")]
        Notify(NotifyCommand),
        /// Let the user choose one of several texts.
        #[serde(rename = "select")]
        Select(SelectCommand),
        /// Put text into the user's input field. It is not sent: the user may change it, send it or drop it.
        #[serde(rename = "set_editor_text")]
        SetEditorText(SetEditorTextCommand),
        /// Show, change or clear one entry of the host's status line. It stays until it is changed or cleared, also when another session is driven; the end of the extension does not clear it.
        #[serde(rename = "set_status")]
        SetStatus(SetStatusCommand),
        /// Set the title of the host's window; without effect where the host has not asked for titles.
        #[serde(rename = "set_title")]
        SetTitle(SetTitleCommand),
        /// Show, change or remove a block of lines beside the host's editor. It stays until it is changed or removed, also when another session is driven; the end of the extension does not remove it.
        #[serde(rename = "set_widget")]
        SetWidget(SetWidgetCommand),
        /// Ask for counts of messages and calls, and for the tokens and money used in the session.
        #[serde(rename = "get_stats")]
        GetStats(GetStatsCommand),
        /// Say something to the model as the user would. Idle, it starts work, but not after an abort until the host speaks again, nor while a handoff runs or hostwire ends; while work runs it joins it.
        #[serde(rename = "send_message")]
        SendMessage(SendMessageCommand),
        /// Keep something in the session. It replaces what was kept before, is stored with the session, and comes back with `session_start` when the session is driven again. Of what is set while work runs, the last value is stored when the work ends; without work it is stored at once, and then at most every 5 seconds, when another session is driven, and when hostwire ends.
        #[serde(rename = "set_state")]
        SetState(SetStateCommand),
        /// End hostwire, as the end of its input would: what was accepted is answered, running work gets its grace.
        #[serde(rename = "shutdown")]
        Shutdown(ShutdownCommand),
    }
    impl ::serde::Serialize for Command {
        fn serialize<S: ::serde::Serializer>(
            &self,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            match self {
                Self::Hello(inner) => inner.serialize(serializer),
                Self::Confirm(inner) => inner.serialize(serializer),
                Self::Editor(inner) => inner.serialize(serializer),
                Self::Input(inner) => inner.serialize(serializer),
                Self::Notify(inner) => inner.serialize(serializer),
                Self::Select(inner) => inner.serialize(serializer),
                Self::SetEditorText(inner) => inner.serialize(serializer),
                Self::SetStatus(inner) => inner.serialize(serializer),
                Self::SetTitle(inner) => inner.serialize(serializer),
                Self::SetWidget(inner) => inner.serialize(serializer),
                Self::GetStats(inner) => inner.serialize(serializer),
                Self::SendMessage(inner) => inner.serialize(serializer),
                Self::SetState(inner) => inner.serialize(serializer),
                Self::Shutdown(inner) => inner.serialize(serializer),
            }
        }
    }
    impl From<HelloCommand> for Command {
        fn from(inner: HelloCommand) -> Self {
            Self::Hello(inner)
        }
    }
    impl From<ConfirmCommand> for Command {
        fn from(inner: ConfirmCommand) -> Self {
            Self::Confirm(inner)
        }
    }
    impl From<EditorCommand> for Command {
        fn from(inner: EditorCommand) -> Self {
            Self::Editor(inner)
        }
    }
    impl From<InputCommand> for Command {
        fn from(inner: InputCommand) -> Self {
            Self::Input(inner)
        }
    }
    impl From<NotifyCommand> for Command {
        fn from(inner: NotifyCommand) -> Self {
            Self::Notify(inner)
        }
    }
    impl From<SelectCommand> for Command {
        fn from(inner: SelectCommand) -> Self {
            Self::Select(inner)
        }
    }
    impl From<SetEditorTextCommand> for Command {
        fn from(inner: SetEditorTextCommand) -> Self {
            Self::SetEditorText(inner)
        }
    }
    impl From<SetStatusCommand> for Command {
        fn from(inner: SetStatusCommand) -> Self {
            Self::SetStatus(inner)
        }
    }
    impl From<SetTitleCommand> for Command {
        fn from(inner: SetTitleCommand) -> Self {
            Self::SetTitle(inner)
        }
    }
    impl From<SetWidgetCommand> for Command {
        fn from(inner: SetWidgetCommand) -> Self {
            Self::SetWidget(inner)
        }
    }
    impl From<GetStatsCommand> for Command {
        fn from(inner: GetStatsCommand) -> Self {
            Self::GetStats(inner)
        }
    }
    impl From<SendMessageCommand> for Command {
        fn from(inner: SendMessageCommand) -> Self {
            Self::SendMessage(inner)
        }
    }
    impl From<SetStateCommand> for Command {
        fn from(inner: SetStateCommand) -> Self {
            Self::SetState(inner)
        }
    }
    impl From<ShutdownCommand> for Command {
        fn from(inner: ShutdownCommand) -> Self {
            Self::Shutdown(inner)
        }
    }
    /// A frame of the host that answers an ask.
    #[derive(::serde::Deserialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type")]
    pub enum ControlFrame {
        /// The answer to a question. Which members count depends on the question; with none of them the answer is: done, or go on.
        #[serde(rename = "answer")]
        Answer(Answer),
        /// How far a tool is. It replaces what was told before and gives the call its full time again. Of more than 1000 at once and 200 a second the surplus is passed over, so tell the end by the answer.
        #[serde(rename = "progress")]
        Progress(Progress),
    }
    impl ::serde::Serialize for ControlFrame {
        fn serialize<S: ::serde::Serializer>(
            &self,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            match self {
                Self::Answer(inner) => inner.serialize(serializer),
                Self::Progress(inner) => inner.serialize(serializer),
            }
        }
    }
    impl From<Answer> for ControlFrame {
        fn from(inner: Answer) -> Self {
            Self::Answer(inner)
        }
    }
    impl From<Progress> for ControlFrame {
        fn from(inner: Progress) -> Self {
            Self::Progress(inner)
        }
    }
    impl Command {
        pub const fn name(&self) -> CommandName {
            match self {
                Self::Hello(_) => CommandName::Hello,
                Self::Confirm(_) => CommandName::Confirm,
                Self::Editor(_) => CommandName::Editor,
                Self::Input(_) => CommandName::Input,
                Self::Notify(_) => CommandName::Notify,
                Self::Select(_) => CommandName::Select,
                Self::SetEditorText(_) => CommandName::SetEditorText,
                Self::SetStatus(_) => CommandName::SetStatus,
                Self::SetTitle(_) => CommandName::SetTitle,
                Self::SetWidget(_) => CommandName::SetWidget,
                Self::GetStats(_) => CommandName::GetStats,
                Self::SendMessage(_) => CommandName::SendMessage,
                Self::SetState(_) => CommandName::SetState,
                Self::Shutdown(_) => CommandName::Shutdown,
            }
        }
    }
    /// A command with its id, as a host writes it.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct CommandFrame {
        #[serde(skip_serializing_if = "Option::is_none")]
        pub id: Option<String>,
        #[serde(flatten)]
        pub command: Command,
    }
    /// The data of a successful answer.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(untagged)]
    pub enum ResponseData {
        /// The data of `hello`.
        Hello(Box<HelloResult>),
        /// The data of `confirm`.
        Confirm(Box<ConfirmReply>),
        /// The data of `editor`.
        Editor(Box<TextReply>),
        /// The data of `input`.
        Input(Box<TextReply>),
        /// The data of `select`.
        Select(Box<TextReply>),
        /// The data of `get_stats`.
        GetStats(Box<super::shared::SessionStats>),
    }
    /// The answer to one command.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Response {
        /// The command's id, when it had one.
        pub id: Option<String>,
        /// The command's `type`, or the dialect's word for a line that is no frame.
        pub command: ::std::borrow::Cow<'static, str>,
        /// The data, if the command has any, or why it failed.
        pub outcome: Result<Option<ResponseData>, String>,
    }
    impl ::serde::Serialize for Response {
        fn serialize<S: ::serde::Serializer>(
            &self,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            use ::serde::ser::SerializeStruct;
            let mut frame = serializer.serialize_struct("Response", 5)?;
            match &self.id {
                Some(id) => frame.serialize_field("id", id)?,
                None => frame.skip_field("id")?,
            }
            frame.serialize_field("type", "response")?;
            frame.serialize_field("command", &self.command)?;
            frame.serialize_field("success", &self.outcome.is_ok())?;
            match &self.outcome {
                Ok(Some(data)) => frame.serialize_field("data", data)?,
                Ok(None) => frame.skip_field("data")?,
                Err(error) => frame.serialize_field("error", error)?,
            }
            frame.end()
        }
    }
    /// What happens in a session, as it happens.
    #[derive(::serde::Deserialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type")]
    pub enum Event {
        /// A tool call is over.
        #[serde(rename = "call_end")]
        CallEnd(CallEndEvent),
        /// A tool call begins.
        #[serde(rename = "call_start")]
        CallStart(CallStartEvent),
        /// hostwire is about to end: the extension's input closes after this line, and the program is ended soon after.
        #[serde(rename = "closing")]
        Closing(ClosingEvent),
        /// A message is complete and part of the session.
        #[serde(rename = "message_end")]
        MessageEnd(MessageEndEvent),
        /// Work is over; nothing more runs until the next prompt.
        #[serde(rename = "run_end")]
        RunEnd(RunEndEvent),
        /// Work begins: a prompt was accepted, or work goes on after a retry or a compaction.
        #[serde(rename = "run_start")]
        RunStart(RunStartEvent),
        /// A session is driven: at the start, and whenever another one takes its place.
        #[serde(rename = "session_start")]
        SessionStart(SessionStartEvent),
    }
    impl ::serde::Serialize for Event {
        fn serialize<S: ::serde::Serializer>(
            &self,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            match self {
                Self::CallEnd(inner) => inner.serialize(serializer),
                Self::CallStart(inner) => inner.serialize(serializer),
                Self::Closing(inner) => inner.serialize(serializer),
                Self::MessageEnd(inner) => inner.serialize(serializer),
                Self::RunEnd(inner) => inner.serialize(serializer),
                Self::RunStart(inner) => inner.serialize(serializer),
                Self::SessionStart(inner) => inner.serialize(serializer),
            }
        }
    }
    impl From<CallEndEvent> for Event {
        fn from(inner: CallEndEvent) -> Self {
            Self::CallEnd(inner)
        }
    }
    impl From<CallStartEvent> for Event {
        fn from(inner: CallStartEvent) -> Self {
            Self::CallStart(inner)
        }
    }
    impl From<ClosingEvent> for Event {
        fn from(inner: ClosingEvent) -> Self {
            Self::Closing(inner)
        }
    }
    impl From<MessageEndEvent> for Event {
        fn from(inner: MessageEndEvent) -> Self {
            Self::MessageEnd(inner)
        }
    }
    impl From<RunEndEvent> for Event {
        fn from(inner: RunEndEvent) -> Self {
            Self::RunEnd(inner)
        }
    }
    impl From<RunStartEvent> for Event {
        fn from(inner: RunStartEvent) -> Self {
            Self::RunStart(inner)
        }
    }
    impl From<SessionStartEvent> for Event {
        fn from(inner: SessionStartEvent) -> Self {
            Self::SessionStart(inner)
        }
    }
}
/// Values that are sent often; the server keeps their JSON beside them.
pub mod kept {
    pub type Kept<T> = ::std::sync::Arc<T>;
}
/// How a command is ordered against the others.
pub mod frame {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Ordering {
        Serial,
        Concurrent,
        Control,
        Detached,
    }
}
