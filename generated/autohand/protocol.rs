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
pub mod autohand {
    /// End what runs: a turn, or auto-mode. The response comes first, the end events follow. With nothing running it succeeds as well.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "abort")]
    pub struct AbortCommand {}
    /// What the abort found.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct AbortResult {
        /// Whether something was running.
        pub aborted: bool,
    }
    /// Why it ends.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct AgentEndData {
        /// Why.
        pub reason: AgentEndReason,
        /// Id of the session.
        #[serde(rename = "sessionId", skip_serializing_if = "Option::is_none")]
        pub session_id: Option<String>,
    }
    /// The server shuts down: the last line.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "agent_end")]
    pub struct AgentEndEvent {
        /// When it happened.
        pub timestamp: super::shared::IsoTime,
        /// What happened.
        pub data: AgentEndData,
    }
    /// It was idle, work was cut, or something failed.
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
    pub enum AgentEndReason {
        #[serde(rename = "completed")]
        Completed,
        #[serde(rename = "aborted")]
        Aborted,
        #[serde(rename = "error")]
        Error,
    }
    impl AgentEndReason {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[Self::Completed, Self::Aborted, Self::Error];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::Completed => "completed",
                Self::Aborted => "aborted",
                Self::Error => "error",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "completed" => Some(Self::Completed),
                "aborted" => Some(Self::Aborted),
                "error" => Some(Self::Error),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for AgentEndReason {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// What the agent starts with.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct AgentStartData {
        /// Id of the session.
        #[serde(rename = "sessionId")]
        pub session_id: String,
        /// Id of the model; empty when there is none.
        pub model: String,
        /// Id of its provider; empty when there is none.
        pub provider: String,
        /// Absolute path of the workspace.
        pub workspace: String,
        /// Share of the context window that is free, 0 to 100.
        #[serde(rename = "contextPercent", skip_serializing_if = "Option::is_none")]
        pub context_percent: Option<u64>,
        /// Version of this protocol; within one, members are only added.
        #[serde(rename = "protocolVersion", skip_serializing_if = "Option::is_none")]
        pub protocol_version: Option<String>,
        /// Version of hostwire.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub version: Option<String>,
    }
    /// The server is ready for commands: the first line, once in the life of the process.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "agent_start")]
    pub struct AgentStartEvent {
        /// When it happened.
        pub timestamp: super::shared::IsoTime,
        /// What happened.
        pub data: AgentStartData,
    }
    /// The agent at the moment of the response.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct AgentState {
        /// Id of the model in use, as it was given; empty when there is none.
        pub model: String,
        /// Id of its provider; empty when there is none.
        pub provider: String,
        /// Absolute path of the workspace.
        pub workspace: String,
        /// True from the acceptance of a prompt until its `turn_end`, and from the start of auto-mode until its `automode_complete`, waiting for permission included.
        #[serde(rename = "isProcessing")]
        pub is_processing: bool,
        /// Share of the context window that is still free, 0 to 100.
        #[serde(rename = "contextPercent")]
        pub context_percent: u64,
        /// Number of rows that `get_messages` gives.
        #[serde(rename = "messageCount")]
        pub message_count: u64,
        /// What it does.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub status: Option<AgentStatus>,
        /// Id of the session.
        #[serde(rename = "sessionId", skip_serializing_if = "Option::is_none")]
        pub session_id: Option<String>,
        /// Whether plan mode is on.
        #[serde(rename = "planMode", skip_serializing_if = "Option::is_none")]
        pub plan_mode: Option<bool>,
        /// Whether YOLO mode is on, restricted to patterns or not.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub yolo: Option<bool>,
        /// Whether auto-mode runs or is paused.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub automode: Option<bool>,
        /// Ids of the permission requests that wait for an answer.
        #[serde(rename = "pendingPermissions", skip_serializing_if = "Option::is_none")]
        pub pending_permissions: Option<Vec<String>>,
        /// Ids of the file changes that are not decided, oldest first.
        #[serde(rename = "pendingChanges", skip_serializing_if = "Option::is_none")]
        pub pending_changes: Option<Vec<String>>,
        /// How much the model thinks.
        #[serde(rename = "thinkingLevel", skip_serializing_if = "Option::is_none")]
        pub thinking_level: Option<super::shared::ThinkingLevel>,
        /// Version of this protocol.
        #[serde(rename = "protocolVersion", skip_serializing_if = "Option::is_none")]
        pub protocol_version: Option<String>,
    }
    /// What the agent does: nothing, work, or waiting for a decision.
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
    pub enum AgentStatus {
        #[serde(rename = "idle")]
        Idle,
        #[serde(rename = "processing")]
        Processing,
        #[serde(rename = "waiting_permission")]
        WaitingPermission,
    }
    impl AgentStatus {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[
            Self::Idle,
            Self::Processing,
            Self::WaitingPermission,
        ];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::Idle => "idle",
                Self::Processing => "processing",
                Self::WaitingPermission => "waiting_permission",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "idle" => Some(Self::Idle),
                "processing" => Some(Self::Processing),
                "waiting_permission" => Some(Self::WaitingPermission),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for AgentStatus {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// End auto-mode. The response comes first, then the end of the turn that runs and `automode_complete`.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "automode_cancel")]
    pub struct AutomodeCancelCommand {
        /// Why, for the log.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub reason: Option<String>,
    }
    /// It is cancelled.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct AutomodeCancelResult {
        /// `cancelled`.
        pub status: AutomodeWord,
    }
    /// How it went.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct AutomodeCompleteData {
        /// Turns that were completed.
        #[serde(rename = "turnsCompleted")]
        pub turns_completed: u64,
        /// Whether the model declared the task finished.
        pub success: bool,
        /// Why it ended.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub reason: Option<AutomodeReason>,
        /// What went wrong.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub error: Option<String>,
    }
    /// Auto-mode is over: exactly once for each run.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "automode_complete")]
    pub struct AutomodeCompleteEvent {
        /// When it happened.
        pub timestamp: super::shared::IsoTime,
        /// What happened.
        pub data: AutomodeCompleteData,
    }
    /// One thing that was done.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct AutomodeEntry {
        /// The turn, from 1.
        pub turn: u64,
        /// What, in a few words in the past tense.
        pub action: String,
        /// When.
        pub timestamp: super::shared::IsoTime,
    }
    /// Ask what auto-mode did; the log of the last run stays until the next begins or the conversation is reset.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "automode_get_log")]
    pub struct AutomodeGetLogCommand {
        /// At most this many entries, the newest; 0 counts as absent.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub limit: Option<u64>,
    }
    /// The log.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct AutomodeLog {
        /// What was done, oldest first.
        pub entries: Vec<AutomodeEntry>,
    }
    /// Pause auto-mode: the turn that runs is finished, the next does not begin.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "automode_pause")]
    pub struct AutomodePauseCommand {}
    /// It is paused, or will be when the turn is over.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct AutomodePauseResult {
        /// `paused`.
        pub status: AutomodeWord,
    }
    /// Why auto-mode ended.
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
    pub enum AutomodeReason {
        /// The model declared the task finished.
        #[serde(rename = "completed")]
        Completed,
        /// The last turn that was allowed is over.
        #[serde(rename = "max_turns")]
        MaxTurns,
        /// The host cancelled it.
        #[serde(rename = "cancelled")]
        Cancelled,
        /// An abort, or the end of the process.
        #[serde(rename = "aborted")]
        Aborted,
        /// The time was up.
        #[serde(rename = "max_runtime")]
        MaxRuntime,
        /// The money was spent.
        #[serde(rename = "max_cost")]
        MaxCost,
        /// The turns brought nothing forward.
        #[serde(rename = "circuit_breaker")]
        CircuitBreaker,
        /// Something failed.
        #[serde(rename = "error")]
        Error,
    }
    impl AutomodeReason {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[
            Self::Completed,
            Self::MaxTurns,
            Self::Cancelled,
            Self::Aborted,
            Self::MaxRuntime,
            Self::MaxCost,
            Self::CircuitBreaker,
            Self::Error,
        ];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::Completed => "completed",
                Self::MaxTurns => "max_turns",
                Self::Cancelled => "cancelled",
                Self::Aborted => "aborted",
                Self::MaxRuntime => "max_runtime",
                Self::MaxCost => "max_cost",
                Self::CircuitBreaker => "circuit_breaker",
                Self::Error => "error",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "completed" => Some(Self::Completed),
                "max_turns" => Some(Self::MaxTurns),
                "cancelled" => Some(Self::Cancelled),
                "aborted" => Some(Self::Aborted),
                "max_runtime" => Some(Self::MaxRuntime),
                "max_cost" => Some(Self::MaxCost),
                "circuit_breaker" => Some(Self::CircuitBreaker),
                "error" => Some(Self::Error),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for AutomodeReason {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// Go on with auto-mode that was paused, also by an earlier process.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "automode_resume")]
    pub struct AutomodeResumeCommand {}
    /// It runs again.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct AutomodeResumeResult {
        /// `running`.
        pub status: AutomodeWord,
    }
    /// Let the agent work on a task turn after turn, without further prompts, until it declares it finished or a limit is reached.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "automode_start")]
    pub struct AutomodeStartCommand {
        /// The task.
        pub message: String,
        /// Most turns; 0 counts as absent. Default 10.
        #[serde(rename = "maxTurns", skip_serializing_if = "Option::is_none")]
        pub max_turns: Option<u64>,
        /// Another name of `maxTurns`.
        #[serde(rename = "maxIterations", skip_serializing_if = "Option::is_none")]
        pub max_iterations: Option<u64>,
        /// The word with which the model declares the task finished. Default `DONE`.
        #[serde(rename = "completionPromise", skip_serializing_if = "Option::is_none")]
        pub completion_promise: Option<String>,
        /// Work in a git worktree of its own. Only false is served. Default false.
        #[serde(rename = "useWorktree", skip_serializing_if = "Option::is_none")]
        pub use_worktree: Option<bool>,
        /// Commit after every so many turns. Accepted and ignored.
        #[serde(rename = "checkpointInterval", skip_serializing_if = "Option::is_none")]
        pub checkpoint_interval: Option<u64>,
        /// Most minutes. Default 120.
        #[serde(rename = "maxRuntime", skip_serializing_if = "Option::is_none")]
        pub max_runtime: Option<f64>,
        /// Most US dollars. Default 10.
        #[serde(rename = "maxCost", skip_serializing_if = "Option::is_none")]
        pub max_cost: Option<f64>,
    }
    /// Auto-mode has begun.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct AutomodeStartResult {
        /// `running`.
        pub status: AutomodeWord,
    }
    /// Ask how auto-mode stands. Never fails.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "automode_status")]
    pub struct AutomodeStatusCommand {}
    /// How auto-mode stands; after its end, how the last run went.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct AutomodeStatusResult {
        /// Whether it runs or is paused.
        pub active: bool,
        /// Whether it is paused.
        pub paused: bool,
        /// Turns that are over.
        #[serde(rename = "turnsCompleted")]
        pub turns_completed: u64,
        /// Turns that may still come.
        #[serde(rename = "turnsRemaining")]
        pub turns_remaining: u64,
        /// Where it stands.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub status: Option<AutomodeWord>,
        /// The session that it works in.
        #[serde(rename = "sessionId", skip_serializing_if = "Option::is_none")]
        pub session_id: Option<String>,
        /// The task.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub message: Option<String>,
        /// Most turns.
        #[serde(rename = "maxTurns", skip_serializing_if = "Option::is_none")]
        pub max_turns: Option<u64>,
    }
    /// The turn.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct AutomodeTurnData {
        /// Its number, from 1.
        pub turn: u64,
        /// Most turns.
        pub total: u64,
        /// What it did, in a few words; never empty.
        pub action: String,
    }
    /// Auto-mode has completed a turn.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "automode_turn")]
    pub struct AutomodeTurnEvent {
        /// When it happened.
        pub timestamp: super::shared::IsoTime,
        /// What happened.
        pub data: AutomodeTurnData,
    }
    /// Where an auto-mode run stands.
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
    pub enum AutomodeWord {
        #[serde(rename = "idle")]
        Idle,
        #[serde(rename = "running")]
        Running,
        #[serde(rename = "paused")]
        Paused,
        #[serde(rename = "completed")]
        Completed,
        #[serde(rename = "cancelled")]
        Cancelled,
        #[serde(rename = "failed")]
        Failed,
    }
    impl AutomodeWord {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[
            Self::Idle,
            Self::Running,
            Self::Paused,
            Self::Completed,
            Self::Cancelled,
            Self::Failed,
        ];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::Idle => "idle",
                Self::Running => "running",
                Self::Paused => "paused",
                Self::Completed => "completed",
                Self::Cancelled => "cancelled",
                Self::Failed => "failed",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "idle" => Some(Self::Idle),
                "running" => Some(Self::Running),
                "paused" => Some(Self::Paused),
                "completed" => Some(Self::Completed),
                "cancelled" => Some(Self::Cancelled),
                "failed" => Some(Self::Failed),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for AutomodeWord {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// Keep the change, or take it back.
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
    pub enum ChangeDecision {
        #[serde(rename = "accept")]
        Accept,
        #[serde(rename = "reject")]
        Reject,
    }
    impl ChangeDecision {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[Self::Accept, Self::Reject];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::Accept => "accept",
                Self::Reject => "reject",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "accept" => Some(Self::Accept),
                "reject" => Some(Self::Reject),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for ChangeDecision {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// Accept or reject a file change. Changes are applied when they are made: accepting lets go of what was there before, rejecting brings it back.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "changes_decision")]
    pub struct ChangesDecisionCommand {
        /// Id of the change.
        #[serde(rename = "changeId")]
        pub change_id: String,
        /// What becomes of it.
        pub decision: ChangeDecision,
    }
    /// The decision was carried out.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct ChangesDecisionResult {
        /// True: the decision was carried out, an acceptance as well as a rejection.
        pub applied: bool,
        /// The file, relative to the workspace.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub path: Option<String>,
        /// What was decided.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub decision: Option<ChangeDecision>,
    }
    /// Replace the older part of the conversation by a summary, to free context. Refused while a turn or auto-mode runs.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "compact")]
    pub struct CompactCommand {
        /// What the summary should pay special attention to.
        #[serde(rename = "customInstructions", skip_serializing_if = "Option::is_none")]
        pub custom_instructions: Option<String>,
    }
    /// Go to the next model of those named at start, or else of all usable ones. The data is null when there is no other.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "cycle_model")]
    pub struct CycleModelCommand {}
    /// The model that is now in use.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct CycleModelResult {
        /// The new model.
        pub model: super::shared::Model,
        /// The thinking level now in effect; left out when none is set.
        #[serde(rename = "thinkingLevel", skip_serializing_if = "Option::is_none")]
        pub thinking_level: Option<super::shared::ThinkingLevel>,
        /// True when the choice was among the models named at start, false when among all usable ones.
        #[serde(rename = "isScoped")]
        pub is_scoped: bool,
    }
    /// Go to the next thinking level of the model: off, then its efforts upwards, then off again. The data is null for a model that does not think.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "cycle_thinking_level")]
    pub struct CycleThinkingLevelCommand {}
    /// The thinking level that is now in effect.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct CycleThinkingLevelResult {
        /// The new level, the same that `get_state` shows.
        pub level: super::shared::ThinkingLevel,
    }
    /// What failed.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct ErrorData {
        /// In words.
        pub message: String,
        /// Class of the failure: `startup`, `auth`, `rate_limit`, `server`, `network`, `model`, `provider_error`, `max-time`, `session`, `automode` or `extension`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub code: Option<String>,
        /// True when the session goes on or a new attempt may help.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub recoverable: Option<bool>,
    }
    /// Something failed after a command was accepted.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "error")]
    pub struct ErrorEvent {
        /// When it happened.
        pub timestamp: super::shared::IsoTime,
        /// What happened.
        pub data: ErrorData,
    }
    /// What happened to a file.
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
    pub enum FileChangeAction {
        #[serde(rename = "created")]
        Created,
        #[serde(rename = "modified")]
        Modified,
        #[serde(rename = "deleted")]
        Deleted,
    }
    impl FileChangeAction {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[Self::Created, Self::Modified, Self::Deleted];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::Created => "created",
                Self::Modified => "modified",
                Self::Deleted => "deleted",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "created" => Some(Self::Created),
                "modified" => Some(Self::Modified),
                "deleted" => Some(Self::Deleted),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for FileChangeAction {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// The change.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct FileChangeData {
        /// The file, relative to the workspace where it lies inside, with `/` between folders.
        pub path: String,
        /// What happened to it.
        pub action: FileChangeAction,
        /// Names the change.
        #[serde(rename = "changeId")]
        pub change_id: String,
        /// The call that made it.
        #[serde(rename = "toolCallId", skip_serializing_if = "Option::is_none")]
        pub tool_call_id: Option<String>,
        /// The change as a unified diff, where it is text and not too long.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub diff: Option<String>,
    }
    /// A file was created, modified or deleted; `changes_decision` keeps the change or takes it back.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "file_change")]
    pub struct FileChangeEvent {
        /// When it happened.
        pub timestamp: super::shared::IsoTime,
        /// What happened.
        pub data: FileChangeData,
    }
    /// Ask for the models that can be used now: those of providers with a credential, or that need none.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "get_available_models")]
    pub struct GetAvailableModelsCommand {}
    /// The usable models.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct GetAvailableModelsResult {
        /// One entry for each model.
        pub models: Vec<super::shared::Model>,
    }
    /// Ask for the whole session with its tool calls and their results. Compaction does not shorten it: its notes stand, as a system row, where it was made.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "get_history")]
    pub struct GetHistoryCommand {}
    /// The session so far.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct GetHistoryResult {
        /// All rows, oldest first.
        pub messages: Vec<MessageRow>,
        /// All tool calls, oldest first.
        #[serde(rename = "toolCalls")]
        pub tool_calls: Vec<ToolCallRow>,
        /// Tokens that the replies of the session used, prompts and answers together, also of those that were asked for again.
        #[serde(rename = "totalTokens")]
        pub total_tokens: u64,
    }
    /// Ask for the conversation, oldest first.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "get_messages")]
    pub struct GetMessagesCommand {
        /// At most this many rows, the newest; 0 counts as absent.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub limit: Option<u64>,
    }
    /// The conversation.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct GetMessagesResult {
        /// Its rows.
        pub messages: Vec<MessageRow>,
    }
    /// Ask which skills there are: built in, installed by the user, of the project, of plugins.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "get_skills_registry")]
    pub struct GetSkillsRegistryCommand {}
    /// Ask for a picture of the agent. Answered at any time.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "get_state")]
    pub struct GetStateCommand {}
    /// Install a skill from a folder of this machine or from a package of an npm registry. Other commands are served meanwhile.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "install_skill")]
    pub struct InstallSkillCommand {
        /// `npm:<package>[@<version or tag>]`, or the path of a folder with a SKILL.md or of that file, also as `file:<path>`.
        pub source: String,
        /// For whom. Default `user`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub scope: Option<SkillScope>,
        /// Replace a skill of the same name. Default false.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub force: Option<bool>,
    }
    /// The skill is installed.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct InstallSkillResult {
        /// Its name; of several the first.
        pub name: String,
        /// True.
        pub installed: bool,
        /// The names of all, `name` first; left out when it is only one. A package is installed whole or not at all.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub skills: Option<Vec<String>>,
    }
    /// What the tool gave.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct InvokeContent {
        /// What the model is told.
        pub content: InvokeBlocks,
        /// True when the content tells of a failure.
        #[serde(rename = "isError", skip_serializing_if = "Option::is_none")]
        pub is_error: Option<bool>,
    }
    /// The configurations.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct McpConfigs {
        /// Name of the server to its configuration.
        pub configs: ::std::collections::BTreeMap<String, McpServerConfig>,
    }
    /// Ask how the MCP servers are configured. Secrets are shown as `***`.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "mcp_get_server_configs")]
    pub struct McpGetServerConfigsCommand {}
    /// The call.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct McpInvokeRequestData {
        /// Names the call; the answer repeats it.
        #[serde(rename = "toolCallId")]
        pub tool_call_id: String,
        /// Name of the tool, as the host listed it.
        #[serde(rename = "toolName")]
        pub tool_name: String,
        /// The server that the host named, or `vscode`.
        pub server: String,
        /// The arguments.
        pub args: super::shared::JsonObject,
    }
    /// The host is to run one of its own tools; `mcp_invoke_response` answers. An addition to the protocol: hosts that do not know it go by `tool_execution_start`.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "mcp_invoke_request")]
    pub struct McpInvokeRequestEvent {
        /// When it happened.
        pub timestamp: super::shared::IsoTime,
        /// What happened.
        pub data: McpInvokeRequestData,
    }
    /// Give the result of a call that the host runs itself.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "mcp_invoke_response")]
    pub struct McpInvokeResponseCommand {
        /// The call.
        #[serde(rename = "toolCallId")]
        pub tool_call_id: String,
        /// Its result; may be left out when it failed.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub result: Option<InvokeResult>,
        /// True when it failed.
        #[serde(rename = "isError", skip_serializing_if = "Option::is_none")]
        pub is_error: Option<bool>,
        /// False when it failed.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub success: Option<bool>,
        /// Why it failed.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub error: Option<String>,
    }
    /// Ask for the configured MCP servers.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "mcp_list_servers")]
    pub struct McpListServersCommand {}
    /// Ask for the tools of all MCP servers and of the host.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "mcp_list_tools")]
    pub struct McpListToolsCommand {
        /// Only those of this server; `vscode` names those of the host.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub server: Option<String>,
    }
    /// How one server is reached.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct McpServerConfig {
        /// The program.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub command: Option<String>,
        /// Its arguments.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub args: Option<Vec<String>>,
        /// Variables of its environment.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub env: Option<::std::collections::BTreeMap<String, String>>,
        /// `stdio`, `http` or `sse`; left out for `stdio`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub transport: Option<String>,
        /// Its address.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub url: Option<String>,
        /// Headers of each request.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub headers: Option<::std::collections::BTreeMap<String, String>>,
        /// False: it is not connected at the start.
        #[serde(rename = "autoConnect", skip_serializing_if = "Option::is_none")]
        pub auto_connect: Option<bool>,
    }
    /// A server.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct McpServerRow {
        /// Its name.
        pub name: String,
        /// How it stands.
        pub status: McpStatus,
        /// Number of its tools.
        pub tools: u64,
        /// `stdio`, `http` or `sse`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub transport: Option<String>,
        /// What went wrong, for `error`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub error: Option<String>,
    }
    /// The servers.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct McpServers {
        /// One row for each, in the order of the configuration.
        pub servers: Vec<McpServerRow>,
    }
    /// Say which tools the host runs itself. The list replaces the one before. A tool of a server with the same name gives way.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "mcp_set_vscode_tools")]
    pub struct McpSetVscodeToolsCommand {
        /// The tools, by name alone or with what the model needs to know.
        pub tools: Vec<VscodeTool>,
    }
    /// How a server stands; one that is being connected is disconnected until it answers.
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
    pub enum McpStatus {
        #[serde(rename = "connected")]
        Connected,
        #[serde(rename = "disconnected")]
        Disconnected,
        #[serde(rename = "error")]
        Error,
    }
    impl McpStatus {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[
            Self::Connected,
            Self::Disconnected,
            Self::Error,
        ];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::Connected => "connected",
                Self::Disconnected => "disconnected",
                Self::Error => "error",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "connected" => Some(Self::Connected),
                "disconnected" => Some(Self::Disconnected),
                "error" => Some(Self::Error),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for McpStatus {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// A tool.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct McpToolRow {
        /// Its name, as its server calls it.
        pub name: String,
        /// Its server; `vscode` for a tool of the host that names none.
        pub server: String,
        /// What it does.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub description: Option<String>,
        /// Its arguments.
        #[serde(rename = "inputSchema", skip_serializing_if = "Option::is_none")]
        pub input_schema: Option<super::shared::JsonSchema>,
    }
    /// The tools.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct McpTools {
        /// One row for each.
        pub tools: Vec<McpToolRow>,
    }
    /// The whole reply.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MessageEndData {
        /// Names the reply.
        #[serde(rename = "messageId")]
        pub message_id: String,
        /// Its text, the same as all deltas together.
        pub content: String,
        /// True when it was cut short.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub aborted: Option<bool>,
        /// Why it ended: `stop`, `length`, `tool_calls`, `error` or `aborted`.
        #[serde(rename = "stopReason", skip_serializing_if = "Option::is_none")]
        pub stop_reason: Option<String>,
    }
    /// The reply is complete.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "message_end")]
    pub struct MessageEndEvent {
        /// When it happened.
        pub timestamp: super::shared::IsoTime,
        /// What happened.
        pub data: MessageEndData,
    }
    /// Who speaks: the user, the model, hostwire itself, or a tool.
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
    pub enum MessageRole {
        #[serde(rename = "user")]
        User,
        #[serde(rename = "assistant")]
        Assistant,
        #[serde(rename = "system")]
        System,
        #[serde(rename = "tool")]
        Tool,
    }
    impl MessageRole {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[
            Self::User,
            Self::Assistant,
            Self::System,
            Self::Tool,
        ];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::User => "user",
                Self::Assistant => "assistant",
                Self::System => "system",
                Self::Tool => "tool",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "user" => Some(Self::User),
                "assistant" => Some(Self::Assistant),
                "system" => Some(Self::System),
                "tool" => Some(Self::Tool),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for MessageRole {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// One message of the conversation.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MessageRow {
        /// Names the message within the answer; the `messageId` of events is another name.
        pub id: String,
        /// Who speaks.
        pub role: MessageRole,
        /// The text; of a tool row the result that the model saw.
        pub content: String,
        /// When the message came about.
        pub timestamp: super::shared::IsoTime,
        /// The calls that an assistant row asks for, in its order; left out when there are none.
        #[serde(rename = "toolCalls", skip_serializing_if = "Option::is_none")]
        pub tool_calls: Option<Vec<MessageToolCall>>,
        /// The call that a tool row answers.
        #[serde(rename = "toolCallId", skip_serializing_if = "Option::is_none")]
        pub tool_call_id: Option<String>,
    }
    /// The reply.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "role", rename = "assistant")]
    pub struct MessageStartData {
        /// Names the reply.
        #[serde(rename = "messageId")]
        pub message_id: String,
    }
    /// The model begins a reply.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "message_start")]
    pub struct MessageStartEvent {
        /// When it happened.
        pub timestamp: super::shared::IsoTime,
        /// What happened.
        pub data: MessageStartData,
    }
    /// A call as the model asked for it.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MessageToolCall {
        /// Names the call.
        pub id: String,
        /// Name of the tool.
        pub name: String,
        /// Its arguments.
        pub args: super::shared::JsonObject,
    }
    /// What is new.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct MessageUpdateData {
        /// Text to append; empty when only thinking is new.
        pub delta: String,
        /// Names the reply.
        #[serde(rename = "messageId", skip_serializing_if = "Option::is_none")]
        pub message_id: Option<String>,
        /// Thinking to append.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub thought: Option<String>,
    }
    /// The reply grows.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "message_update")]
    pub struct MessageUpdateEvent {
        /// When it happened.
        pub timestamp: super::shared::IsoTime,
        /// What happened.
        pub data: MessageUpdateData,
    }
    /// The data of a response that has nothing to tell beyond its success.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct Nothing {}
    /// The call that waits.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct PermissionContext {
        /// The command line, for a shell tool.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub command: Option<String>,
        /// The path, for a tool on files.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub path: Option<String>,
        /// All arguments.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub args: Option<super::shared::JsonObject>,
    }
    /// What is allowed or refused, and for how long.
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
    pub enum PermissionDecision {
        /// This call.
        #[serde(rename = "allow_once")]
        AllowOnce,
        /// Not this call.
        #[serde(rename = "deny_once")]
        DenyOnce,
        /// This call and equal ones while the session lasts.
        #[serde(rename = "allow_session")]
        AllowSession,
        /// Neither this call nor equal ones while the session lasts.
        #[serde(rename = "deny_session")]
        DenySession,
        /// Equal calls in this workspace, also in later sessions.
        #[serde(rename = "allow_always_project")]
        AllowAlwaysProject,
        /// No equal call in this workspace, also in later sessions.
        #[serde(rename = "deny_always_project")]
        DenyAlwaysProject,
        /// Equal calls of this user, in every workspace.
        #[serde(rename = "allow_always_user")]
        AllowAlwaysUser,
        /// No equal call of this user, in any workspace.
        #[serde(rename = "deny_always_user")]
        DenyAlwaysUser,
        /// This call, with another command or path.
        #[serde(rename = "alternative")]
        Alternative,
    }
    impl PermissionDecision {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[
            Self::AllowOnce,
            Self::DenyOnce,
            Self::AllowSession,
            Self::DenySession,
            Self::AllowAlwaysProject,
            Self::DenyAlwaysProject,
            Self::AllowAlwaysUser,
            Self::DenyAlwaysUser,
            Self::Alternative,
        ];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::AllowOnce => "allow_once",
                Self::DenyOnce => "deny_once",
                Self::AllowSession => "allow_session",
                Self::DenySession => "deny_session",
                Self::AllowAlwaysProject => "allow_always_project",
                Self::DenyAlwaysProject => "deny_always_project",
                Self::AllowAlwaysUser => "allow_always_user",
                Self::DenyAlwaysUser => "deny_always_user",
                Self::Alternative => "alternative",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "allow_once" => Some(Self::AllowOnce),
                "deny_once" => Some(Self::DenyOnce),
                "allow_session" => Some(Self::AllowSession),
                "deny_session" => Some(Self::DenySession),
                "allow_always_project" => Some(Self::AllowAlwaysProject),
                "deny_always_project" => Some(Self::DenyAlwaysProject),
                "allow_always_user" => Some(Self::AllowAlwaysUser),
                "deny_always_user" => Some(Self::DenyAlwaysUser),
                "alternative" => Some(Self::Alternative),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for PermissionDecision {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// What is asked.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct PermissionRequestData {
        /// Names the request.
        #[serde(rename = "requestId")]
        pub request_id: String,
        /// Name of the tool.
        pub tool: String,
        /// The question in one line.
        pub message: String,
        /// The call, for dialogs.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub context: Option<PermissionContext>,
        /// The call.
        #[serde(rename = "toolCallId", skip_serializing_if = "Option::is_none")]
        pub tool_call_id: Option<String>,
        /// The decisions that are taken as an answer.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub options: Option<Vec<String>>,
    }
    /// A call waits for permission; `permission_response` answers.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "permission_request")]
    pub struct PermissionRequestEvent {
        /// When it happened.
        pub timestamp: super::shared::IsoTime,
        /// What happened.
        pub data: PermissionRequestData,
    }
    /// Answer a permission request.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "permission_response")]
    pub struct PermissionResponseCommand {
        /// Id of the request.
        #[serde(rename = "requestId")]
        pub request_id: String,
        /// True allows, false refuses, this once.
        pub approve: bool,
        /// A finer decision, which goes before `approve`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub decision: Option<PermissionDecision>,
        /// For the decision `alternative`: the command or path to use instead.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub alternative: Option<String>,
        /// Makes the decision hold for the session.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub remember: Option<bool>,
    }
    /// The mode now in force.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct PlanModeResult {
        /// Whether plan mode is on.
        #[serde(rename = "planMode")]
        pub plan_mode: bool,
    }
    /// Turn plan mode on or off. In plan mode only tools that read can run; the others are hidden from the model and refused.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "plan_mode_set")]
    pub struct PlanModeSetCommand {
        /// On or off.
        pub enabled: bool,
    }
    /// Give the agent an instruction. The response says that it was accepted; the events of the turn follow, and `turn_end` says how it went. One turn runs at a time.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "prompt")]
    pub struct PromptCommand {
        /// The instruction. Blank text counts as missing. A message that begins with a slash and a word is a command: it runs here, what it prints arrives as one `message_update`, and `Unknown command: /<word>` says that there is none; a command file is expanded. `$<name>` brings the skill of that name with the message.
        pub message: String,
        /// Files whose content goes with the instruction, relative to the workspace, or absolute inside it or inside a folder that `--add-dir` adds. A folder gives the names in it. At most 20 files, 256 KiB each and 512 KiB of text together, and 8 pictures. What is longer, cannot or may not be read, or lies outside, is told to the agent in a line and never fails the command.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub mentions: Option<Vec<String>>,
        /// Further context in the form that editors have it.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub context: Option<PromptContext>,
        /// Pictures that go with the instruction.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub images: Option<Vec<PromptImage>>,
        /// Accepted and ignored: `set_thinking_level` sets it. Known values: `none`, `normal`, `extended`.
        #[serde(rename = "thinkingLevel", skip_serializing_if = "Option::is_none")]
        pub thinking_level: Option<String>,
    }
    /// Files and a selection of the editor.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct PromptContext {
        /// More mentions.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub files: Option<Vec<String>>,
        /// What is selected in the editor.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub selection: Option<PromptSelection>,
    }
    /// A picture.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct PromptImage {
        /// The file in base64, at most 10 MiB of bytes.
        pub data: String,
        /// `image/png`, `image/jpeg`, `image/gif` or `image/webp`.
        #[serde(rename = "mimeType")]
        pub mime_type: String,
        /// Its name, for people.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub filename: Option<String>,
    }
    /// A part of a file.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct PromptSelection {
        /// The file, as the editor calls it.
        pub file: String,
        /// First line, from 1.
        #[serde(rename = "startLine")]
        pub start_line: u64,
        /// Last line.
        #[serde(rename = "endLine")]
        pub end_line: u64,
        /// The selected text.
        pub text: String,
    }
    /// Forget the conversation and begin a new session. Modes, decisions, changes and connections stay.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "reset")]
    pub struct ResetCommand {}
    /// The session that begins.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct ResetResult {
        /// Its id.
        #[serde(rename = "sessionId")]
        pub session_id: String,
    }
    /// Turn automatic compaction on or off for the session.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "set_auto_compaction")]
    pub struct SetAutoCompactionCommand {
        /// True to compact by itself when the context grows too large.
        pub enabled: bool,
    }
    /// Choose the model, by exact provider and id. It is used from the next request to a provider on, also within a running turn; the thinking level is fitted to it.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "set_model")]
    pub struct SetModelCommand {
        /// Id of the provider.
        pub provider: String,
        /// Id of the model within the provider.
        #[serde(rename = "modelId")]
        pub model_id: String,
    }
    /// Set how much the model thinks before it answers. A level that the model does not offer is refused.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "set_thinking_level")]
    pub struct SetThinkingLevelCommand {
        /// The level to use.
        pub level: ThinkingChoice,
    }
    /// A skill.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SkillRow {
        /// Its name.
        pub name: String,
        /// What it is for.
        pub description: String,
        /// Where it comes from: `builtin`, `user`, `project` or `plugin:<plugin>`.
        pub source: String,
        /// Absolute path of its SKILL.md; left out for a built-in one.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub path: Option<String>,
    }
    /// For the user in every workspace, or for this workspace.
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
    pub enum SkillScope {
        #[serde(rename = "user")]
        User,
        #[serde(rename = "project")]
        Project,
    }
    impl SkillScope {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[Self::User, Self::Project];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::User => "user",
                Self::Project => "project",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "user" => Some(Self::User),
                "project" => Some(Self::Project),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for SkillScope {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// The skills.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct SkillsRegistry {
        /// One row for each, by name.
        pub skills: Vec<SkillRow>,
    }
    /// A thinking level to choose: `inherit` goes back to the default, `auto` picks one for each prompt, the rest are fixed.
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
    pub enum ThinkingChoice {
        #[serde(rename = "inherit")]
        Inherit,
        #[serde(rename = "auto")]
        Auto,
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
    impl ThinkingChoice {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[
            Self::Inherit,
            Self::Auto,
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
                Self::Inherit => "inherit",
                Self::Auto => "auto",
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
                "inherit" => Some(Self::Inherit),
                "auto" => Some(Self::Auto),
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
    impl ::std::fmt::Display for ThinkingChoice {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// One tool call of the session with what came of it.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct ToolCallRow {
        /// Names the call.
        #[serde(rename = "toolCallId")]
        pub tool_call_id: String,
        /// Name of the tool.
        #[serde(rename = "toolName")]
        pub tool_name: String,
        /// Its arguments.
        pub args: super::shared::JsonObject,
        /// Whether it did its work; left out while it has not ended. A refused call is false.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub success: Option<bool>,
        /// What the model was told, when it succeeded.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub result: Option<String>,
        /// What the model was told, when it did not.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub error: Option<String>,
        /// Milliseconds that it ran; left out for a call that was not run, and for calls of an earlier process.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub duration: Option<u64>,
        /// When the model asked for it.
        pub timestamp: super::shared::IsoTime,
    }
    /// The outcome.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct ToolExecutionEndData {
        /// Name of the tool.
        #[serde(rename = "toolName")]
        pub tool_name: String,
        /// The call.
        #[serde(rename = "toolCallId")]
        pub tool_call_id: String,
        /// Whether it did its work.
        pub success: bool,
        /// Milliseconds that it ran, without waiting for permission.
        pub duration: u64,
        /// What the model is told, when it succeeded.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub output: Option<String>,
        /// What the model is told, when it did not.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub error: Option<String>,
    }
    /// A tool has run.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "tool_execution_end")]
    pub struct ToolExecutionEndEvent {
        /// When it happened.
        pub timestamp: super::shared::IsoTime,
        /// What happened.
        pub data: ToolExecutionEndData,
    }
    /// The call.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct ToolExecutionStartData {
        /// Name of the tool.
        #[serde(rename = "toolName")]
        pub tool_name: String,
        /// Names the call.
        #[serde(rename = "toolCallId")]
        pub tool_call_id: String,
        /// Its arguments.
        pub args: ::std::sync::Arc<super::shared::JsonObject>,
    }
    /// A tool begins to run. Calls that are refused never start.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "tool_execution_start")]
    pub struct ToolExecutionStartEvent {
        /// When it happened.
        pub timestamp: super::shared::IsoTime,
        /// What happened.
        pub data: ToolExecutionStartData,
    }
    /// The output.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct ToolExecutionUpdateData {
        /// The call.
        #[serde(rename = "toolCallId")]
        pub tool_call_id: String,
        /// What is new. Of output that comes too fast, some is passed over.
        pub output: String,
        /// Where it came from: `stdout`; a command writes both streams into one.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub stream: Option<String>,
        /// Name of the tool.
        #[serde(rename = "toolName", skip_serializing_if = "Option::is_none")]
        pub tool_name: Option<String>,
    }
    /// A running tool has put something out.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "tool_execution_update")]
    pub struct ToolExecutionUpdateEvent {
        /// When it happened.
        pub timestamp: super::shared::IsoTime,
        /// What happened.
        pub data: ToolExecutionUpdateData,
    }
    /// How it went.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct TurnEndData {
        /// Whether the model gave its answer. Tools that failed or were refused on the way do not make it false.
        pub success: bool,
        /// Why it ended.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub reason: Option<TurnEndReason>,
        /// What went wrong.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub error: Option<String>,
        /// Names the turn.
        #[serde(rename = "turnId", skip_serializing_if = "Option::is_none")]
        pub turn_id: Option<String>,
        /// Milliseconds since `turn_start`.
        #[serde(rename = "durationMs", skip_serializing_if = "Option::is_none")]
        pub duration_ms: Option<u64>,
        /// Tokens that the replies of the turn used, prompts and answers together, also of those that were asked for again.
        #[serde(rename = "tokensUsed", skip_serializing_if = "Option::is_none")]
        pub tokens_used: Option<u64>,
        /// Share of the context window that is still free.
        #[serde(rename = "contextPercent", skip_serializing_if = "Option::is_none")]
        pub context_percent: Option<u64>,
    }
    /// The work on a prompt is over: exactly once for each accepted prompt. The next prompt may come.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "turn_end")]
    pub struct TurnEndEvent {
        /// When it happened.
        pub timestamp: super::shared::IsoTime,
        /// What happened.
        pub data: TurnEndData,
    }
    /// Why a turn ended.
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
    pub enum TurnEndReason {
        #[serde(rename = "completed")]
        Completed,
        #[serde(rename = "aborted")]
        Aborted,
        #[serde(rename = "error")]
        Error,
        #[serde(rename = "max_turns")]
        MaxTurns,
    }
    impl TurnEndReason {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[
            Self::Completed,
            Self::Aborted,
            Self::Error,
            Self::MaxTurns,
        ];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::Completed => "completed",
                Self::Aborted => "aborted",
                Self::Error => "error",
                Self::MaxTurns => "max_turns",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "completed" => Some(Self::Completed),
                "aborted" => Some(Self::Aborted),
                "error" => Some(Self::Error),
                "max_turns" => Some(Self::MaxTurns),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for TurnEndReason {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// What is asked.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct TurnStartData {
        /// The message of the prompt, as it came.
        pub instruction: String,
        /// Names the turn.
        #[serde(rename = "turnId", skip_serializing_if = "Option::is_none")]
        pub turn_id: Option<String>,
    }
    /// The work on a prompt begins.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "turn_start")]
    pub struct TurnStartEvent {
        /// When it happened.
        pub timestamp: super::shared::IsoTime,
        /// What happened.
        pub data: TurnStartData,
    }
    /// A tool of the host.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct VscodeToolDescription {
        /// Its name.
        pub name: String,
        /// What it does.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub description: Option<String>,
        /// The server that the host has it from.
        #[serde(rename = "serverName", skip_serializing_if = "Option::is_none")]
        pub server_name: Option<String>,
        /// Its arguments; without it anything is taken.
        #[serde(rename = "inputSchema", skip_serializing_if = "Option::is_none")]
        pub input_schema: Option<super::shared::JsonSchema>,
    }
    /// The tools now listed.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct VscodeTools {
        /// Their names.
        pub tools: Vec<String>,
    }
    /// The mode now in force.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct YoloResult {
        /// Whether the mode is on.
        pub yolo: bool,
        /// What it is restricted to; left out when to nothing.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub patterns: Option<Vec<String>>,
        /// Seconds until it turns itself off; left out when it does not.
        #[serde(rename = "expiresIn", skip_serializing_if = "Option::is_none")]
        pub expires_in: Option<u64>,
    }
    /// Turn YOLO mode on or off: tool calls are allowed without a request, all of them or those that fit a pattern. What is denied stays denied.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "yolo_set")]
    pub struct YoloSetCommand {
        /// On or off.
        pub enabled: bool,
        /// Only commands that fit one of these: `*` stands for any text, `?` for one character; every command of a line must fit. `tool:pattern` and the name of a tool speak of that tool. None means all calls.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub patterns: Option<Vec<String>>,
        /// Seconds after which the mode turns itself off; 0 counts as absent.
        #[serde(rename = "timeoutSeconds", skip_serializing_if = "Option::is_none")]
        pub timeout_seconds: Option<u64>,
    }
    /// Plain text, or an object with the content.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(untagged)]
    pub enum InvokeResult {
        Text(String),
        InvokeContent(InvokeContent),
    }
    impl<'de> ::serde::Deserialize<'de> for InvokeResult {
        fn deserialize<D: ::serde::Deserializer<'de>>(
            deserializer: D,
        ) -> Result<Self, D::Error> {
            struct Kinds;
            impl<'de> ::serde::de::Visitor<'de> for Kinds {
                type Value = InvokeResult;
                fn expecting(
                    &self,
                    f: &mut ::std::fmt::Formatter<'_>,
                ) -> ::std::fmt::Result {
                    f.write_str("a string or a map")
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
                fn visit_map<A: ::serde::de::MapAccess<'de>>(
                    self,
                    members: A,
                ) -> Result<Self::Value, A::Error> {
                    let members = ::serde::de::value::MapAccessDeserializer::new(
                        members,
                    );
                    ::serde::Deserialize::deserialize(members)
                        .map(Self::Value::InvokeContent)
                }
            }
            deserializer.deserialize_any(Kinds)
        }
    }
    /// Text, or a list of MCP content blocks.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(untagged)]
    pub enum InvokeBlocks {
        Text(String),
        List(Vec<super::shared::JsonObject>),
    }
    impl<'de> ::serde::Deserialize<'de> for InvokeBlocks {
        fn deserialize<D: ::serde::Deserializer<'de>>(
            deserializer: D,
        ) -> Result<Self, D::Error> {
            struct Kinds;
            impl<'de> ::serde::de::Visitor<'de> for Kinds {
                type Value = InvokeBlocks;
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
                    ::serde::Deserialize::deserialize(items).map(Self::Value::List)
                }
            }
            deserializer.deserialize_any(Kinds)
        }
    }
    /// A name, which takes any arguments, or a description.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(untagged)]
    pub enum VscodeTool {
        Text(String),
        VscodeToolDescription(VscodeToolDescription),
    }
    impl<'de> ::serde::Deserialize<'de> for VscodeTool {
        fn deserialize<D: ::serde::Deserializer<'de>>(
            deserializer: D,
        ) -> Result<Self, D::Error> {
            struct Kinds;
            impl<'de> ::serde::de::Visitor<'de> for Kinds {
                type Value = VscodeTool;
                fn expecting(
                    &self,
                    f: &mut ::std::fmt::Formatter<'_>,
                ) -> ::std::fmt::Result {
                    f.write_str("a string or a map")
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
                fn visit_map<A: ::serde::de::MapAccess<'de>>(
                    self,
                    members: A,
                ) -> Result<Self::Value, A::Error> {
                    let members = ::serde::de::value::MapAccessDeserializer::new(
                        members,
                    );
                    ::serde::Deserialize::deserialize(members)
                        .map(Self::Value::VscodeToolDescription)
                }
            }
            deserializer.deserialize_any(Kinds)
        }
    }
    /// Identifier of a command, chosen by the host: a string or a number.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(untagged)]
    pub enum RequestId {
        Text(String),
        Number(f64),
    }
    impl<'de> ::serde::Deserialize<'de> for RequestId {
        fn deserialize<D: ::serde::Deserializer<'de>>(
            deserializer: D,
        ) -> Result<Self, D::Error> {
            struct Kinds;
            impl<'de> ::serde::de::Visitor<'de> for Kinds {
                type Value = RequestId;
                fn expecting(
                    &self,
                    f: &mut ::std::fmt::Formatter<'_>,
                ) -> ::std::fmt::Result {
                    f.write_str("a string or a number")
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
        /// End what runs: a turn, or auto-mode. The response comes first, the end events follow. With nothing running it succeeds as well.
        Abort,
        /// Ask for the whole session with its tool calls and their results. Compaction does not shorten it: its notes stand, as a system row, where it was made.
        GetHistory,
        /// Ask for the conversation, oldest first.
        GetMessages,
        /// Ask for a picture of the agent. Answered at any time.
        GetState,
        /// Give the agent an instruction. The response says that it was accepted; the events of the turn follow, and `turn_end` says how it went. One turn runs at a time.
        Prompt,
        /// Forget the conversation and begin a new session. Modes, decisions, changes and connections stay.
        Reset,
        /// Answer a permission request.
        PermissionResponse,
        /// Accept or reject a file change. Changes are applied when they are made: accepting lets go of what was there before, rejecting brings it back.
        ChangesDecision,
        /// Turn plan mode on or off. In plan mode only tools that read can run; the others are hidden from the model and refused.
        PlanModeSet,
        /// Turn YOLO mode on or off: tool calls are allowed without a request, all of them or those that fit a pattern. What is denied stays denied.
        YoloSet,
        /// End auto-mode. The response comes first, then the end of the turn that runs and `automode_complete`.
        AutomodeCancel,
        /// Ask what auto-mode did; the log of the last run stays until the next begins or the conversation is reset.
        AutomodeGetLog,
        /// Pause auto-mode: the turn that runs is finished, the next does not begin.
        AutomodePause,
        /// Go on with auto-mode that was paused, also by an earlier process.
        AutomodeResume,
        /// Let the agent work on a task turn after turn, without further prompts, until it declares it finished or a limit is reached.
        AutomodeStart,
        /// Ask how auto-mode stands. Never fails.
        AutomodeStatus,
        /// Ask which skills there are: built in, installed by the user, of the project, of plugins.
        GetSkillsRegistry,
        /// Install a skill from a folder of this machine or from a package of an npm registry. Other commands are served meanwhile.
        InstallSkill,
        /// Ask how the MCP servers are configured. Secrets are shown as `***`.
        McpGetServerConfigs,
        /// Give the result of a call that the host runs itself.
        McpInvokeResponse,
        /// Ask for the configured MCP servers.
        McpListServers,
        /// Ask for the tools of all MCP servers and of the host.
        McpListTools,
        /// Say which tools the host runs itself. The list replaces the one before. A tool of a server with the same name gives way.
        McpSetVscodeTools,
        /// Go to the next model of those named at start, or else of all usable ones. The data is null when there is no other.
        CycleModel,
        /// Ask for the models that can be used now: those of providers with a credential, or that need none.
        GetAvailableModels,
        /// Choose the model, by exact provider and id. It is used from the next request to a provider on, also within a running turn; the thinking level is fitted to it.
        SetModel,
        /// Go to the next thinking level of the model: off, then its efforts upwards, then off again. The data is null for a model that does not think.
        CycleThinkingLevel,
        /// Set how much the model thinks before it answers. A level that the model does not offer is refused.
        SetThinkingLevel,
        /// Replace the older part of the conversation by a summary, to free context. Refused while a turn or auto-mode runs.
        Compact,
        /// Turn automatic compaction on or off for the session.
        SetAutoCompaction,
    }
    impl CommandName {
        /// Every command, in the order of the documents.
        pub const ALL: &'static [Self] = &[
            Self::Abort,
            Self::GetHistory,
            Self::GetMessages,
            Self::GetState,
            Self::Prompt,
            Self::Reset,
            Self::PermissionResponse,
            Self::ChangesDecision,
            Self::PlanModeSet,
            Self::YoloSet,
            Self::AutomodeCancel,
            Self::AutomodeGetLog,
            Self::AutomodePause,
            Self::AutomodeResume,
            Self::AutomodeStart,
            Self::AutomodeStatus,
            Self::GetSkillsRegistry,
            Self::InstallSkill,
            Self::McpGetServerConfigs,
            Self::McpInvokeResponse,
            Self::McpListServers,
            Self::McpListTools,
            Self::McpSetVscodeTools,
            Self::CycleModel,
            Self::GetAvailableModels,
            Self::SetModel,
            Self::CycleThinkingLevel,
            Self::SetThinkingLevel,
            Self::Compact,
            Self::SetAutoCompaction,
        ];
        /// The command's `type` on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::Abort => "abort",
                Self::GetHistory => "get_history",
                Self::GetMessages => "get_messages",
                Self::GetState => "get_state",
                Self::Prompt => "prompt",
                Self::Reset => "reset",
                Self::PermissionResponse => "permission_response",
                Self::ChangesDecision => "changes_decision",
                Self::PlanModeSet => "plan_mode_set",
                Self::YoloSet => "yolo_set",
                Self::AutomodeCancel => "automode_cancel",
                Self::AutomodeGetLog => "automode_get_log",
                Self::AutomodePause => "automode_pause",
                Self::AutomodeResume => "automode_resume",
                Self::AutomodeStart => "automode_start",
                Self::AutomodeStatus => "automode_status",
                Self::GetSkillsRegistry => "get_skills_registry",
                Self::InstallSkill => "install_skill",
                Self::McpGetServerConfigs => "mcp_get_server_configs",
                Self::McpInvokeResponse => "mcp_invoke_response",
                Self::McpListServers => "mcp_list_servers",
                Self::McpListTools => "mcp_list_tools",
                Self::McpSetVscodeTools => "mcp_set_vscode_tools",
                Self::CycleModel => "cycle_model",
                Self::GetAvailableModels => "get_available_models",
                Self::SetModel => "set_model",
                Self::CycleThinkingLevel => "cycle_thinking_level",
                Self::SetThinkingLevel => "set_thinking_level",
                Self::Compact => "compact",
                Self::SetAutoCompaction => "set_auto_compaction",
            }
        }
        /// The command of this `type`.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "abort" => Some(Self::Abort),
                "get_history" => Some(Self::GetHistory),
                "get_messages" => Some(Self::GetMessages),
                "get_state" => Some(Self::GetState),
                "prompt" => Some(Self::Prompt),
                "reset" => Some(Self::Reset),
                "permission_response" => Some(Self::PermissionResponse),
                "changes_decision" => Some(Self::ChangesDecision),
                "plan_mode_set" => Some(Self::PlanModeSet),
                "yolo_set" => Some(Self::YoloSet),
                "automode_cancel" => Some(Self::AutomodeCancel),
                "automode_get_log" => Some(Self::AutomodeGetLog),
                "automode_pause" => Some(Self::AutomodePause),
                "automode_resume" => Some(Self::AutomodeResume),
                "automode_start" => Some(Self::AutomodeStart),
                "automode_status" => Some(Self::AutomodeStatus),
                "get_skills_registry" => Some(Self::GetSkillsRegistry),
                "install_skill" => Some(Self::InstallSkill),
                "mcp_get_server_configs" => Some(Self::McpGetServerConfigs),
                "mcp_invoke_response" => Some(Self::McpInvokeResponse),
                "mcp_list_servers" => Some(Self::McpListServers),
                "mcp_list_tools" => Some(Self::McpListTools),
                "mcp_set_vscode_tools" => Some(Self::McpSetVscodeTools),
                "cycle_model" => Some(Self::CycleModel),
                "get_available_models" => Some(Self::GetAvailableModels),
                "set_model" => Some(Self::SetModel),
                "cycle_thinking_level" => Some(Self::CycleThinkingLevel),
                "set_thinking_level" => Some(Self::SetThinkingLevel),
                "compact" => Some(Self::Compact),
                "set_auto_compaction" => Some(Self::SetAutoCompaction),
                _ => None,
            }
        }
        /// How the command is ordered against the others.
        pub const fn ordering(self) -> super::frame::Ordering {
            match self {
                Self::Abort => super::frame::Ordering::Serial,
                Self::GetHistory => super::frame::Ordering::Serial,
                Self::GetMessages => super::frame::Ordering::Serial,
                Self::GetState => super::frame::Ordering::Serial,
                Self::Prompt => super::frame::Ordering::Serial,
                Self::Reset => super::frame::Ordering::Serial,
                Self::PermissionResponse => super::frame::Ordering::Serial,
                Self::ChangesDecision => super::frame::Ordering::Serial,
                Self::PlanModeSet => super::frame::Ordering::Serial,
                Self::YoloSet => super::frame::Ordering::Serial,
                Self::AutomodeCancel => super::frame::Ordering::Serial,
                Self::AutomodeGetLog => super::frame::Ordering::Serial,
                Self::AutomodePause => super::frame::Ordering::Serial,
                Self::AutomodeResume => super::frame::Ordering::Serial,
                Self::AutomodeStart => super::frame::Ordering::Serial,
                Self::AutomodeStatus => super::frame::Ordering::Serial,
                Self::GetSkillsRegistry => super::frame::Ordering::Serial,
                Self::InstallSkill => super::frame::Ordering::Detached,
                Self::McpGetServerConfigs => super::frame::Ordering::Serial,
                Self::McpInvokeResponse => super::frame::Ordering::Serial,
                Self::McpListServers => super::frame::Ordering::Serial,
                Self::McpListTools => super::frame::Ordering::Serial,
                Self::McpSetVscodeTools => super::frame::Ordering::Serial,
                Self::CycleModel => super::frame::Ordering::Serial,
                Self::GetAvailableModels => super::frame::Ordering::Serial,
                Self::SetModel => super::frame::Ordering::Serial,
                Self::CycleThinkingLevel => super::frame::Ordering::Serial,
                Self::SetThinkingLevel => super::frame::Ordering::Serial,
                Self::Compact => super::frame::Ordering::Detached,
                Self::SetAutoCompaction => super::frame::Ordering::Serial,
            }
        }
        /// The group that the documents list the command in.
        pub const fn group(self) -> &'static str {
            match self {
                Self::Abort => "conversation",
                Self::GetHistory => "conversation",
                Self::GetMessages => "conversation",
                Self::GetState => "conversation",
                Self::Prompt => "conversation",
                Self::Reset => "conversation",
                Self::PermissionResponse => "permission",
                Self::ChangesDecision => "changes",
                Self::PlanModeSet => "modes",
                Self::YoloSet => "modes",
                Self::AutomodeCancel => "automode",
                Self::AutomodeGetLog => "automode",
                Self::AutomodePause => "automode",
                Self::AutomodeResume => "automode",
                Self::AutomodeStart => "automode",
                Self::AutomodeStatus => "automode",
                Self::GetSkillsRegistry => "skills",
                Self::InstallSkill => "skills",
                Self::McpGetServerConfigs => "mcp",
                Self::McpInvokeResponse => "mcp",
                Self::McpListServers => "mcp",
                Self::McpListTools => "mcp",
                Self::McpSetVscodeTools => "mcp",
                Self::CycleModel => "model",
                Self::GetAvailableModels => "model",
                Self::SetModel => "model",
                Self::CycleThinkingLevel => "thinking",
                Self::SetThinkingLevel => "thinking",
                Self::Compact => "compaction",
                Self::SetAutoCompaction => "compaction",
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
        /// End what runs: a turn, or auto-mode. The response comes first, the end events follow. With nothing running it succeeds as well.
        #[serde(rename = "abort")]
        Abort(AbortCommand),
        /// Ask for the whole session with its tool calls and their results. Compaction does not shorten it: its notes stand, as a system row, where it was made.
        #[serde(rename = "get_history")]
        GetHistory(GetHistoryCommand),
        /// Ask for the conversation, oldest first.
        #[serde(rename = "get_messages")]
        GetMessages(GetMessagesCommand),
        /// Ask for a picture of the agent. Answered at any time.
        #[serde(rename = "get_state")]
        GetState(GetStateCommand),
        /// Give the agent an instruction. The response says that it was accepted; the events of the turn follow, and `turn_end` says how it went. One turn runs at a time.
        #[serde(rename = "prompt")]
        Prompt(PromptCommand),
        /// Forget the conversation and begin a new session. Modes, decisions, changes and connections stay.
        #[serde(rename = "reset")]
        Reset(ResetCommand),
        /// Answer a permission request.
        #[serde(rename = "permission_response")]
        PermissionResponse(PermissionResponseCommand),
        /// Accept or reject a file change. Changes are applied when they are made: accepting lets go of what was there before, rejecting brings it back.
        #[serde(rename = "changes_decision")]
        ChangesDecision(ChangesDecisionCommand),
        /// Turn plan mode on or off. In plan mode only tools that read can run; the others are hidden from the model and refused.
        #[serde(rename = "plan_mode_set")]
        PlanModeSet(PlanModeSetCommand),
        /// Turn YOLO mode on or off: tool calls are allowed without a request, all of them or those that fit a pattern. What is denied stays denied.
        #[serde(rename = "yolo_set")]
        YoloSet(YoloSetCommand),
        /// End auto-mode. The response comes first, then the end of the turn that runs and `automode_complete`.
        #[serde(rename = "automode_cancel")]
        AutomodeCancel(AutomodeCancelCommand),
        /// Ask what auto-mode did; the log of the last run stays until the next begins or the conversation is reset.
        #[serde(rename = "automode_get_log")]
        AutomodeGetLog(AutomodeGetLogCommand),
        /// Pause auto-mode: the turn that runs is finished, the next does not begin.
        #[serde(rename = "automode_pause")]
        AutomodePause(AutomodePauseCommand),
        /// Go on with auto-mode that was paused, also by an earlier process.
        #[serde(rename = "automode_resume")]
        AutomodeResume(AutomodeResumeCommand),
        /// Let the agent work on a task turn after turn, without further prompts, until it declares it finished or a limit is reached.
        #[serde(rename = "automode_start")]
        AutomodeStart(AutomodeStartCommand),
        /// Ask how auto-mode stands. Never fails.
        #[serde(rename = "automode_status")]
        AutomodeStatus(AutomodeStatusCommand),
        /// Ask which skills there are: built in, installed by the user, of the project, of plugins.
        #[serde(rename = "get_skills_registry")]
        GetSkillsRegistry(GetSkillsRegistryCommand),
        /// Install a skill from a folder of this machine or from a package of an npm registry. Other commands are served meanwhile.
        #[serde(rename = "install_skill")]
        InstallSkill(InstallSkillCommand),
        /// Ask how the MCP servers are configured. Secrets are shown as `***`.
        #[serde(rename = "mcp_get_server_configs")]
        McpGetServerConfigs(McpGetServerConfigsCommand),
        /// Give the result of a call that the host runs itself.
        #[serde(rename = "mcp_invoke_response")]
        McpInvokeResponse(McpInvokeResponseCommand),
        /// Ask for the configured MCP servers.
        #[serde(rename = "mcp_list_servers")]
        McpListServers(McpListServersCommand),
        /// Ask for the tools of all MCP servers and of the host.
        #[serde(rename = "mcp_list_tools")]
        McpListTools(McpListToolsCommand),
        /// Say which tools the host runs itself. The list replaces the one before. A tool of a server with the same name gives way.
        #[serde(rename = "mcp_set_vscode_tools")]
        McpSetVscodeTools(McpSetVscodeToolsCommand),
        /// Go to the next model of those named at start, or else of all usable ones. The data is null when there is no other.
        #[serde(rename = "cycle_model")]
        CycleModel(CycleModelCommand),
        /// Ask for the models that can be used now: those of providers with a credential, or that need none.
        #[serde(rename = "get_available_models")]
        GetAvailableModels(GetAvailableModelsCommand),
        /// Choose the model, by exact provider and id. It is used from the next request to a provider on, also within a running turn; the thinking level is fitted to it.
        #[serde(rename = "set_model")]
        SetModel(SetModelCommand),
        /// Go to the next thinking level of the model: off, then its efforts upwards, then off again. The data is null for a model that does not think.
        #[serde(rename = "cycle_thinking_level")]
        CycleThinkingLevel(CycleThinkingLevelCommand),
        /// Set how much the model thinks before it answers. A level that the model does not offer is refused.
        #[serde(rename = "set_thinking_level")]
        SetThinkingLevel(SetThinkingLevelCommand),
        /// Replace the older part of the conversation by a summary, to free context. Refused while a turn or auto-mode runs.
        #[serde(rename = "compact")]
        Compact(CompactCommand),
        /// Turn automatic compaction on or off for the session.
        #[serde(rename = "set_auto_compaction")]
        SetAutoCompaction(SetAutoCompactionCommand),
    }
    impl ::serde::Serialize for Command {
        fn serialize<S: ::serde::Serializer>(
            &self,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            match self {
                Self::Abort(inner) => inner.serialize(serializer),
                Self::GetHistory(inner) => inner.serialize(serializer),
                Self::GetMessages(inner) => inner.serialize(serializer),
                Self::GetState(inner) => inner.serialize(serializer),
                Self::Prompt(inner) => inner.serialize(serializer),
                Self::Reset(inner) => inner.serialize(serializer),
                Self::PermissionResponse(inner) => inner.serialize(serializer),
                Self::ChangesDecision(inner) => inner.serialize(serializer),
                Self::PlanModeSet(inner) => inner.serialize(serializer),
                Self::YoloSet(inner) => inner.serialize(serializer),
                Self::AutomodeCancel(inner) => inner.serialize(serializer),
                Self::AutomodeGetLog(inner) => inner.serialize(serializer),
                Self::AutomodePause(inner) => inner.serialize(serializer),
                Self::AutomodeResume(inner) => inner.serialize(serializer),
                Self::AutomodeStart(inner) => inner.serialize(serializer),
                Self::AutomodeStatus(inner) => inner.serialize(serializer),
                Self::GetSkillsRegistry(inner) => inner.serialize(serializer),
                Self::InstallSkill(inner) => inner.serialize(serializer),
                Self::McpGetServerConfigs(inner) => inner.serialize(serializer),
                Self::McpInvokeResponse(inner) => inner.serialize(serializer),
                Self::McpListServers(inner) => inner.serialize(serializer),
                Self::McpListTools(inner) => inner.serialize(serializer),
                Self::McpSetVscodeTools(inner) => inner.serialize(serializer),
                Self::CycleModel(inner) => inner.serialize(serializer),
                Self::GetAvailableModels(inner) => inner.serialize(serializer),
                Self::SetModel(inner) => inner.serialize(serializer),
                Self::CycleThinkingLevel(inner) => inner.serialize(serializer),
                Self::SetThinkingLevel(inner) => inner.serialize(serializer),
                Self::Compact(inner) => inner.serialize(serializer),
                Self::SetAutoCompaction(inner) => inner.serialize(serializer),
            }
        }
    }
    impl From<AbortCommand> for Command {
        fn from(inner: AbortCommand) -> Self {
            Self::Abort(inner)
        }
    }
    impl From<GetHistoryCommand> for Command {
        fn from(inner: GetHistoryCommand) -> Self {
            Self::GetHistory(inner)
        }
    }
    impl From<GetMessagesCommand> for Command {
        fn from(inner: GetMessagesCommand) -> Self {
            Self::GetMessages(inner)
        }
    }
    impl From<GetStateCommand> for Command {
        fn from(inner: GetStateCommand) -> Self {
            Self::GetState(inner)
        }
    }
    impl From<PromptCommand> for Command {
        fn from(inner: PromptCommand) -> Self {
            Self::Prompt(inner)
        }
    }
    impl From<ResetCommand> for Command {
        fn from(inner: ResetCommand) -> Self {
            Self::Reset(inner)
        }
    }
    impl From<PermissionResponseCommand> for Command {
        fn from(inner: PermissionResponseCommand) -> Self {
            Self::PermissionResponse(inner)
        }
    }
    impl From<ChangesDecisionCommand> for Command {
        fn from(inner: ChangesDecisionCommand) -> Self {
            Self::ChangesDecision(inner)
        }
    }
    impl From<PlanModeSetCommand> for Command {
        fn from(inner: PlanModeSetCommand) -> Self {
            Self::PlanModeSet(inner)
        }
    }
    impl From<YoloSetCommand> for Command {
        fn from(inner: YoloSetCommand) -> Self {
            Self::YoloSet(inner)
        }
    }
    impl From<AutomodeCancelCommand> for Command {
        fn from(inner: AutomodeCancelCommand) -> Self {
            Self::AutomodeCancel(inner)
        }
    }
    impl From<AutomodeGetLogCommand> for Command {
        fn from(inner: AutomodeGetLogCommand) -> Self {
            Self::AutomodeGetLog(inner)
        }
    }
    impl From<AutomodePauseCommand> for Command {
        fn from(inner: AutomodePauseCommand) -> Self {
            Self::AutomodePause(inner)
        }
    }
    impl From<AutomodeResumeCommand> for Command {
        fn from(inner: AutomodeResumeCommand) -> Self {
            Self::AutomodeResume(inner)
        }
    }
    impl From<AutomodeStartCommand> for Command {
        fn from(inner: AutomodeStartCommand) -> Self {
            Self::AutomodeStart(inner)
        }
    }
    impl From<AutomodeStatusCommand> for Command {
        fn from(inner: AutomodeStatusCommand) -> Self {
            Self::AutomodeStatus(inner)
        }
    }
    impl From<GetSkillsRegistryCommand> for Command {
        fn from(inner: GetSkillsRegistryCommand) -> Self {
            Self::GetSkillsRegistry(inner)
        }
    }
    impl From<InstallSkillCommand> for Command {
        fn from(inner: InstallSkillCommand) -> Self {
            Self::InstallSkill(inner)
        }
    }
    impl From<McpGetServerConfigsCommand> for Command {
        fn from(inner: McpGetServerConfigsCommand) -> Self {
            Self::McpGetServerConfigs(inner)
        }
    }
    impl From<McpInvokeResponseCommand> for Command {
        fn from(inner: McpInvokeResponseCommand) -> Self {
            Self::McpInvokeResponse(inner)
        }
    }
    impl From<McpListServersCommand> for Command {
        fn from(inner: McpListServersCommand) -> Self {
            Self::McpListServers(inner)
        }
    }
    impl From<McpListToolsCommand> for Command {
        fn from(inner: McpListToolsCommand) -> Self {
            Self::McpListTools(inner)
        }
    }
    impl From<McpSetVscodeToolsCommand> for Command {
        fn from(inner: McpSetVscodeToolsCommand) -> Self {
            Self::McpSetVscodeTools(inner)
        }
    }
    impl From<CycleModelCommand> for Command {
        fn from(inner: CycleModelCommand) -> Self {
            Self::CycleModel(inner)
        }
    }
    impl From<GetAvailableModelsCommand> for Command {
        fn from(inner: GetAvailableModelsCommand) -> Self {
            Self::GetAvailableModels(inner)
        }
    }
    impl From<SetModelCommand> for Command {
        fn from(inner: SetModelCommand) -> Self {
            Self::SetModel(inner)
        }
    }
    impl From<CycleThinkingLevelCommand> for Command {
        fn from(inner: CycleThinkingLevelCommand) -> Self {
            Self::CycleThinkingLevel(inner)
        }
    }
    impl From<SetThinkingLevelCommand> for Command {
        fn from(inner: SetThinkingLevelCommand) -> Self {
            Self::SetThinkingLevel(inner)
        }
    }
    impl From<CompactCommand> for Command {
        fn from(inner: CompactCommand) -> Self {
            Self::Compact(inner)
        }
    }
    impl From<SetAutoCompactionCommand> for Command {
        fn from(inner: SetAutoCompactionCommand) -> Self {
            Self::SetAutoCompaction(inner)
        }
    }
    /// A frame of the host that answers an ask.
    #[derive(Clone, Debug, PartialEq)]
    pub enum ControlFrame {}
    impl ::serde::Serialize for ControlFrame {
        fn serialize<S: ::serde::Serializer>(
            &self,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            let _ = serializer;
            match *self {}
        }
    }
    impl Command {
        pub const fn name(&self) -> CommandName {
            match self {
                Self::Abort(_) => CommandName::Abort,
                Self::GetHistory(_) => CommandName::GetHistory,
                Self::GetMessages(_) => CommandName::GetMessages,
                Self::GetState(_) => CommandName::GetState,
                Self::Prompt(_) => CommandName::Prompt,
                Self::Reset(_) => CommandName::Reset,
                Self::PermissionResponse(_) => CommandName::PermissionResponse,
                Self::ChangesDecision(_) => CommandName::ChangesDecision,
                Self::PlanModeSet(_) => CommandName::PlanModeSet,
                Self::YoloSet(_) => CommandName::YoloSet,
                Self::AutomodeCancel(_) => CommandName::AutomodeCancel,
                Self::AutomodeGetLog(_) => CommandName::AutomodeGetLog,
                Self::AutomodePause(_) => CommandName::AutomodePause,
                Self::AutomodeResume(_) => CommandName::AutomodeResume,
                Self::AutomodeStart(_) => CommandName::AutomodeStart,
                Self::AutomodeStatus(_) => CommandName::AutomodeStatus,
                Self::GetSkillsRegistry(_) => CommandName::GetSkillsRegistry,
                Self::InstallSkill(_) => CommandName::InstallSkill,
                Self::McpGetServerConfigs(_) => CommandName::McpGetServerConfigs,
                Self::McpInvokeResponse(_) => CommandName::McpInvokeResponse,
                Self::McpListServers(_) => CommandName::McpListServers,
                Self::McpListTools(_) => CommandName::McpListTools,
                Self::McpSetVscodeTools(_) => CommandName::McpSetVscodeTools,
                Self::CycleModel(_) => CommandName::CycleModel,
                Self::GetAvailableModels(_) => CommandName::GetAvailableModels,
                Self::SetModel(_) => CommandName::SetModel,
                Self::CycleThinkingLevel(_) => CommandName::CycleThinkingLevel,
                Self::SetThinkingLevel(_) => CommandName::SetThinkingLevel,
                Self::Compact(_) => CommandName::Compact,
                Self::SetAutoCompaction(_) => CommandName::SetAutoCompaction,
            }
        }
    }
    /// A command with its id, as a host writes it.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct CommandFrame {
        #[serde(skip_serializing_if = "Option::is_none")]
        pub id: Option<super::frame::Id>,
        #[serde(flatten)]
        pub command: Command,
    }
    /// The data of a successful answer.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(untagged)]
    pub enum ResponseData {
        /// The data of `abort`.
        Abort(Box<AbortResult>),
        /// The data of `get_history`.
        GetHistory(Box<GetHistoryResult>),
        /// The data of `get_messages`.
        GetMessages(Box<GetMessagesResult>),
        /// The data of `get_state`.
        GetState(Box<AgentState>),
        /// The data of `prompt`.
        Prompt(Box<Nothing>),
        /// The data of `reset`.
        Reset(Box<ResetResult>),
        /// The data of `permission_response`.
        PermissionResponse(Box<Nothing>),
        /// The data of `changes_decision`.
        ChangesDecision(Box<ChangesDecisionResult>),
        /// The data of `plan_mode_set`.
        PlanModeSet(Box<PlanModeResult>),
        /// The data of `yolo_set`.
        YoloSet(Box<YoloResult>),
        /// The data of `automode_cancel`.
        AutomodeCancel(Box<AutomodeCancelResult>),
        /// The data of `automode_get_log`.
        AutomodeGetLog(Box<AutomodeLog>),
        /// The data of `automode_pause`.
        AutomodePause(Box<AutomodePauseResult>),
        /// The data of `automode_resume`.
        AutomodeResume(Box<AutomodeResumeResult>),
        /// The data of `automode_start`.
        AutomodeStart(Box<AutomodeStartResult>),
        /// The data of `automode_status`.
        AutomodeStatus(Box<AutomodeStatusResult>),
        /// The data of `get_skills_registry`.
        GetSkillsRegistry(Box<SkillsRegistry>),
        /// The data of `install_skill`.
        InstallSkill(Box<InstallSkillResult>),
        /// The data of `mcp_get_server_configs`.
        McpGetServerConfigs(Box<McpConfigs>),
        /// The data of `mcp_invoke_response`.
        McpInvokeResponse(Box<Nothing>),
        /// The data of `mcp_list_servers`.
        McpListServers(Box<McpServers>),
        /// The data of `mcp_list_tools`.
        McpListTools(Box<McpTools>),
        /// The data of `mcp_set_vscode_tools`.
        McpSetVscodeTools(Box<VscodeTools>),
        /// The data of `cycle_model`.
        CycleModel(Option<Box<CycleModelResult>>),
        /// The data of `get_available_models`.
        GetAvailableModels(Box<GetAvailableModelsResult>),
        /// The data of `set_model`.
        SetModel(Box<super::shared::Model>),
        /// The data of `cycle_thinking_level`.
        CycleThinkingLevel(Option<Box<CycleThinkingLevelResult>>),
        /// The data of `set_thinking_level`.
        SetThinkingLevel(Box<Nothing>),
        /// The data of `compact`.
        Compact(Box<super::shared::CompactionResult>),
        /// The data of `set_auto_compaction`.
        SetAutoCompaction(Box<Nothing>),
    }
    /// The answer to one command.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Response {
        /// The command's id, when it had one.
        pub id: Option<super::frame::Id>,
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
            frame.serialize_field("type", "response")?;
            frame.serialize_field("command", &self.command)?;
            frame.serialize_field("success", &self.outcome.is_ok())?;
            match &self.id {
                Some(id) => frame.serialize_field("id", id)?,
                None => frame.skip_field("id")?,
            }
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
        /// The server shuts down: the last line.
        #[serde(rename = "agent_end")]
        AgentEnd(AgentEndEvent),
        /// The server is ready for commands: the first line, once in the life of the process.
        #[serde(rename = "agent_start")]
        AgentStart(AgentStartEvent),
        /// Auto-mode is over: exactly once for each run.
        #[serde(rename = "automode_complete")]
        AutomodeComplete(AutomodeCompleteEvent),
        /// Auto-mode has completed a turn.
        #[serde(rename = "automode_turn")]
        AutomodeTurn(AutomodeTurnEvent),
        /// Something failed after a command was accepted.
        #[serde(rename = "error")]
        Error(ErrorEvent),
        /// A file was created, modified or deleted; `changes_decision` keeps the change or takes it back.
        #[serde(rename = "file_change")]
        FileChange(FileChangeEvent),
        /// The host is to run one of its own tools; `mcp_invoke_response` answers. An addition to the protocol: hosts that do not know it go by `tool_execution_start`.
        #[serde(rename = "mcp_invoke_request")]
        McpInvokeRequest(McpInvokeRequestEvent),
        /// The reply is complete.
        #[serde(rename = "message_end")]
        MessageEnd(MessageEndEvent),
        /// The model begins a reply.
        #[serde(rename = "message_start")]
        MessageStart(MessageStartEvent),
        /// The reply grows.
        #[serde(rename = "message_update")]
        MessageUpdate(MessageUpdateEvent),
        /// A call waits for permission; `permission_response` answers.
        #[serde(rename = "permission_request")]
        PermissionRequest(PermissionRequestEvent),
        /// A tool has run.
        #[serde(rename = "tool_execution_end")]
        ToolExecutionEnd(ToolExecutionEndEvent),
        /// A tool begins to run. Calls that are refused never start.
        #[serde(rename = "tool_execution_start")]
        ToolExecutionStart(ToolExecutionStartEvent),
        /// A running tool has put something out.
        #[serde(rename = "tool_execution_update")]
        ToolExecutionUpdate(ToolExecutionUpdateEvent),
        /// The work on a prompt is over: exactly once for each accepted prompt. The next prompt may come.
        #[serde(rename = "turn_end")]
        TurnEnd(TurnEndEvent),
        /// The work on a prompt begins.
        #[serde(rename = "turn_start")]
        TurnStart(TurnStartEvent),
    }
    impl ::serde::Serialize for Event {
        fn serialize<S: ::serde::Serializer>(
            &self,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            match self {
                Self::AgentEnd(inner) => inner.serialize(serializer),
                Self::AgentStart(inner) => inner.serialize(serializer),
                Self::AutomodeComplete(inner) => inner.serialize(serializer),
                Self::AutomodeTurn(inner) => inner.serialize(serializer),
                Self::Error(inner) => inner.serialize(serializer),
                Self::FileChange(inner) => inner.serialize(serializer),
                Self::McpInvokeRequest(inner) => inner.serialize(serializer),
                Self::MessageEnd(inner) => inner.serialize(serializer),
                Self::MessageStart(inner) => inner.serialize(serializer),
                Self::MessageUpdate(inner) => inner.serialize(serializer),
                Self::PermissionRequest(inner) => inner.serialize(serializer),
                Self::ToolExecutionEnd(inner) => inner.serialize(serializer),
                Self::ToolExecutionStart(inner) => inner.serialize(serializer),
                Self::ToolExecutionUpdate(inner) => inner.serialize(serializer),
                Self::TurnEnd(inner) => inner.serialize(serializer),
                Self::TurnStart(inner) => inner.serialize(serializer),
            }
        }
    }
    impl From<AgentEndEvent> for Event {
        fn from(inner: AgentEndEvent) -> Self {
            Self::AgentEnd(inner)
        }
    }
    impl From<AgentStartEvent> for Event {
        fn from(inner: AgentStartEvent) -> Self {
            Self::AgentStart(inner)
        }
    }
    impl From<AutomodeCompleteEvent> for Event {
        fn from(inner: AutomodeCompleteEvent) -> Self {
            Self::AutomodeComplete(inner)
        }
    }
    impl From<AutomodeTurnEvent> for Event {
        fn from(inner: AutomodeTurnEvent) -> Self {
            Self::AutomodeTurn(inner)
        }
    }
    impl From<ErrorEvent> for Event {
        fn from(inner: ErrorEvent) -> Self {
            Self::Error(inner)
        }
    }
    impl From<FileChangeEvent> for Event {
        fn from(inner: FileChangeEvent) -> Self {
            Self::FileChange(inner)
        }
    }
    impl From<McpInvokeRequestEvent> for Event {
        fn from(inner: McpInvokeRequestEvent) -> Self {
            Self::McpInvokeRequest(inner)
        }
    }
    impl From<MessageEndEvent> for Event {
        fn from(inner: MessageEndEvent) -> Self {
            Self::MessageEnd(inner)
        }
    }
    impl From<MessageStartEvent> for Event {
        fn from(inner: MessageStartEvent) -> Self {
            Self::MessageStart(inner)
        }
    }
    impl From<MessageUpdateEvent> for Event {
        fn from(inner: MessageUpdateEvent) -> Self {
            Self::MessageUpdate(inner)
        }
    }
    impl From<PermissionRequestEvent> for Event {
        fn from(inner: PermissionRequestEvent) -> Self {
            Self::PermissionRequest(inner)
        }
    }
    impl From<ToolExecutionEndEvent> for Event {
        fn from(inner: ToolExecutionEndEvent) -> Self {
            Self::ToolExecutionEnd(inner)
        }
    }
    impl From<ToolExecutionStartEvent> for Event {
        fn from(inner: ToolExecutionStartEvent) -> Self {
            Self::ToolExecutionStart(inner)
        }
    }
    impl From<ToolExecutionUpdateEvent> for Event {
        fn from(inner: ToolExecutionUpdateEvent) -> Self {
            Self::ToolExecutionUpdate(inner)
        }
    }
    impl From<TurnEndEvent> for Event {
        fn from(inner: TurnEndEvent) -> Self {
            Self::TurnEnd(inner)
        }
    }
    impl From<TurnStartEvent> for Event {
        fn from(inner: TurnStartEvent) -> Self {
            Self::TurnStart(inner)
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
    /// A command's id: a string or a number.
    #[derive(::serde::Serialize, ::serde::Deserialize, Clone, Debug, PartialEq)]
    #[serde(untagged)]
    pub enum Id {
        Text(String),
        Number(::serde_json::Number),
    }
}
