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
pub mod veyyon {
    /// Stop the current run and give the agent a new prompt in its place. It is answered at once; messages that were still queued come after the new prompt. Command files are expanded; built-in slash commands and skills are not recognised here.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "abort_and_prompt")]
    pub struct AbortAndPromptCommand {
        /// The text for the agent.
        pub message: String,
        /// Pictures that go with the text, after it, in this order.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub images: Option<Vec<super::shared::ImageContent>>,
    }
    /// Stop all shell commands that the host started with `bash`. Commands that the model runs go on.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "abort_bash")]
    pub struct AbortBashCommand {}
    /// Stop what the agent is doing: the run, its tools, the shell commands of the host, a retry wait, a compaction, a handoff, a login. The response comes after the end events of the run; with nothing to stop it succeeds at once. Queued messages stay queued.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "abort")]
    pub struct AbortCommand {}
    /// End the wait before the next retry; the run then ends with the fault. With no such wait it succeeds at once.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "abort_retry")]
    pub struct AbortRetryCommand {}
    /// The run is over and nothing more will come of it by itself: the next prompt is not busy. There is exactly one for each run, as its last event.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "agent_end")]
    pub struct AgentEndEvent {
        /// What the last part of the run produced: its prompt, the replies and the tool results, in the order of the conversation.
        pub messages: Vec<::std::sync::Arc<super::shared::AgentMessage>>,
        /// Measurements of the run, where they are configured.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub telemetry: Option<super::shared::JsonObject>,
        /// Coverage data of the run, where it is configured.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub coverage: Option<super::shared::JsonObject>,
    }
    /// Begin of an agent, or one of its three ways to end.
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
    pub enum AgentLifecycleStatus {
        #[serde(rename = "started")]
        Started,
        #[serde(rename = "completed")]
        Completed,
        #[serde(rename = "failed")]
        Failed,
        #[serde(rename = "aborted")]
        Aborted,
    }
    impl AgentLifecycleStatus {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[
            Self::Started,
            Self::Completed,
            Self::Failed,
            Self::Aborted,
        ];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::Started => "started",
                Self::Completed => "completed",
                Self::Failed => "failed",
                Self::Aborted => "aborted",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "started" => Some(Self::Started),
                "completed" => Some(Self::Completed),
                "failed" => Some(Self::Failed),
                "aborted" => Some(Self::Aborted),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for AgentLifecycleStatus {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// How far an agent has come. Counters cover its whole life.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct AgentProgress {
        /// Position in the batch that started it, from 0.
        pub index: u64,
        /// Id of the agent.
        pub id: String,
        /// Name of its type.
        pub agent: String,
        /// Where that type is defined.
        #[serde(rename = "agentSource")]
        pub agent_source: AgentSource,
        /// What it is doing.
        pub status: AgentStatus,
        /// The task it was given.
        pub task: String,
        /// The part of the task that is its own, where a batch shares one context.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub assignment: Option<String>,
        /// Short description of the work.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub description: Option<String>,
        /// What the model said its last call was for.
        #[serde(rename = "lastIntent", skip_serializing_if = "Option::is_none")]
        pub last_intent: Option<String>,
        /// Name of the tool that runs now.
        #[serde(rename = "currentTool", skip_serializing_if = "Option::is_none")]
        pub current_tool: Option<String>,
        /// Its arguments in one short line.
        #[serde(rename = "currentToolArgs", skip_serializing_if = "Option::is_none")]
        pub current_tool_args: Option<String>,
        /// When it began.
        #[serde(rename = "currentToolStartMs", skip_serializing_if = "Option::is_none")]
        pub current_tool_start_ms: Option<super::shared::Timestamp>,
        /// The tools that ended last, newest first.
        #[serde(rename = "recentTools")]
        pub recent_tools: Vec<AgentRecentTool>,
        /// The last lines of text that the agent wrote, oldest first.
        #[serde(rename = "recentOutput")]
        pub recent_output: Vec<String>,
        /// Number of tool calls.
        #[serde(rename = "toolCount")]
        pub tool_count: u64,
        /// Number of requests to the model.
        pub requests: u64,
        /// Tokens used: input, output and cache writes.
        pub tokens: u64,
        /// Size of its context, in tokens.
        #[serde(rename = "contextTokens", skip_serializing_if = "Option::is_none")]
        pub context_tokens: Option<u64>,
        /// Room in the context window of its model, in tokens.
        #[serde(rename = "contextWindow", skip_serializing_if = "Option::is_none")]
        pub context_window: Option<u64>,
        /// Cost, in US dollars.
        pub cost: f64,
        /// Time since it started, in milliseconds.
        #[serde(rename = "durationMs")]
        pub duration_ms: u64,
        /// The model, or the models in order of preference, that it was told to use.
        #[serde(rename = "modelOverride", skip_serializing_if = "Option::is_none")]
        pub model_override: Option<AgentModelOverride>,
        /// The model it uses, as provider and id with a slash between.
        #[serde(rename = "resolvedModel", skip_serializing_if = "Option::is_none")]
        pub resolved_model: Option<String>,
        /// The model that was given up for another, as provider and id with a slash between.
        #[serde(rename = "fellBackFrom", skip_serializing_if = "Option::is_none")]
        pub fell_back_from: Option<String>,
        /// Data taken out of tool results: name of the tool to a list.
        #[serde(rename = "extractedToolData", skip_serializing_if = "Option::is_none")]
        pub extracted_tool_data: Option<super::shared::JsonObject>,
        /// Set while it waits to repeat a failed request.
        #[serde(rename = "retryState", skip_serializing_if = "Option::is_none")]
        pub retry_state: Option<AgentRetryState>,
        /// Set when it gave up repeating.
        #[serde(rename = "retryFailure", skip_serializing_if = "Option::is_none")]
        pub retry_failure: Option<AgentRetryFailure>,
        /// Details of the agents that it started itself, as its `task` call reports them.
        #[serde(rename = "inflightTaskDetails", skip_serializing_if = "Option::is_none")]
        pub inflight_task_details: Option<super::shared::JsonObject>,
    }
    /// A tool call of an agent that has ended.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct AgentRecentTool {
        /// Name of the tool.
        pub tool: String,
        /// Its arguments in one short line.
        pub args: String,
        /// When it ended.
        #[serde(rename = "endMs")]
        pub end_ms: super::shared::Timestamp,
    }
    /// The end of all attempts to repeat a request.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct AgentRetryFailure {
        /// The last attempt, from 1.
        pub attempt: u64,
        /// What failed.
        #[serde(rename = "errorMessage")]
        pub error_message: String,
        /// Kind of repetition.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub mode: Option<String>,
    }
    /// A wait before a failed request is repeated.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct AgentRetryState {
        /// Which repetition comes next, from 1.
        pub attempt: u64,
        /// How many there are at most.
        #[serde(rename = "maxAttempts")]
        pub max_attempts: u64,
        /// Length of the wait, in milliseconds.
        #[serde(rename = "delayMs")]
        pub delay_ms: u64,
        /// What failed.
        #[serde(rename = "errorMessage")]
        pub error_message: String,
        /// When the wait began.
        #[serde(rename = "startedAtMs")]
        pub started_at_ms: super::shared::Timestamp,
        /// Kind of repetition.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub mode: Option<String>,
    }
    /// An agent as it is now.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct AgentSnapshot {
        /// Id of the agent, also the stem of its transcript file.
        pub id: String,
        /// Position in the batch that started it, from 0.
        pub index: u64,
        /// Name of its type.
        pub agent: String,
        /// Where that type is defined.
        #[serde(rename = "agentSource")]
        pub agent_source: AgentSource,
        /// What it is doing.
        pub status: AgentStatus,
        /// When something about it changed last.
        #[serde(rename = "lastUpdate")]
        pub last_update: super::shared::Timestamp,
        /// Short description of the work.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub description: Option<String>,
        /// The task it was given.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub task: Option<String>,
        /// The part of the task that is its own, where a batch shares one context.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub assignment: Option<String>,
        /// Absolute path of its transcript.
        #[serde(rename = "sessionFile", skip_serializing_if = "Option::is_none")]
        pub session_file: Option<String>,
        /// Id of the tool call that started it.
        #[serde(rename = "parentToolCallId", skip_serializing_if = "Option::is_none")]
        pub parent_tool_call_id: Option<String>,
        /// The last progress that was reported.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub progress: Option<AgentProgress>,
    }
    /// Where the definition of an agent comes from: hostwire, the home folder of the user, or the project.
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
    pub enum AgentSource {
        #[serde(rename = "bundled")]
        Bundled,
        #[serde(rename = "user")]
        User,
        #[serde(rename = "project")]
        Project,
    }
    impl AgentSource {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[Self::Bundled, Self::User, Self::Project];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::Bundled => "bundled",
                Self::User => "user",
                Self::Project => "project",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "bundled" => Some(Self::Bundled),
                "user" => Some(Self::User),
                "project" => Some(Self::Project),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for AgentSource {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// The agent begins to work. A retry or continuation within the same run says it again.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "agent_start")]
    pub struct AgentStartEvent {}
    /// State of an agent: not started, at work, or ended in one of three ways.
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
        #[serde(rename = "pending")]
        Pending,
        #[serde(rename = "running")]
        Running,
        #[serde(rename = "completed")]
        Completed,
        #[serde(rename = "failed")]
        Failed,
        #[serde(rename = "aborted")]
        Aborted,
    }
    impl AgentStatus {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[
            Self::Pending,
            Self::Running,
            Self::Completed,
            Self::Failed,
            Self::Aborted,
        ];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::Pending => "pending",
                Self::Running => "running",
                Self::Completed => "completed",
                Self::Failed => "failed",
                Self::Aborted => "aborted",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "pending" => Some(Self::Pending),
                "running" => Some(Self::Running),
                "completed" => Some(Self::Completed),
                "failed" => Some(Self::Failed),
                "aborted" => Some(Self::Aborted),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for AgentStatus {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// How much is sent about agents that work for the session.
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
    pub enum AgentSubscriptionLevel {
        #[serde(rename = "off")]
        Off,
        #[serde(rename = "progress")]
        Progress,
        #[serde(rename = "events")]
        Events,
    }
    impl AgentSubscriptionLevel {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[Self::Off, Self::Progress, Self::Events];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::Off => "off",
                Self::Progress => "progress",
                Self::Events => "events",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "off" => Some(Self::Off),
                "progress" => Some(Self::Progress),
                "events" => Some(Self::Events),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for AgentSubscriptionLevel {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// The message is complete. On the wire `message_end` says so instead.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "done")]
    pub struct AssistantDone {
        /// Why the message ended.
        pub reason: AssistantDoneReason,
        /// The whole message.
        pub message: super::shared::AssistantMessage,
    }
    /// End of a message that succeeded: the model was done, reached its output limit, or wants tools to run.
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
    pub enum AssistantDoneReason {
        #[serde(rename = "stop")]
        Stop,
        #[serde(rename = "length")]
        Length,
        #[serde(rename = "toolUse")]
        ToolUse,
    }
    impl AssistantDoneReason {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[Self::Stop, Self::Length, Self::ToolUse];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::Stop => "stop",
                Self::Length => "length",
                Self::ToolUse => "toolUse",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "stop" => Some(Self::Stop),
                "length" => Some(Self::Length),
                "toolUse" => Some(Self::ToolUse),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for AssistantDoneReason {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// The message ended early. On the wire `message_end` says so instead.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "error")]
    pub struct AssistantError {
        /// Why the message ended.
        pub reason: AssistantErrorReason,
        /// The message as far as it came.
        pub error: super::shared::AssistantMessage,
    }
    /// End of a message that did not succeed: it was stopped, or the provider failed.
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
    pub enum AssistantErrorReason {
        #[serde(rename = "aborted")]
        Aborted,
        #[serde(rename = "error")]
        Error,
    }
    impl AssistantErrorReason {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[Self::Aborted, Self::Error];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::Aborted => "aborted",
                Self::Error => "error",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "aborted" => Some(Self::Aborted),
                "error" => Some(Self::Error),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for AssistantErrorReason {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// The provider began its message anew. The usual beginning is the event `message_start`.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "start")]
    pub struct AssistantStart {
        /// The message so far, the same as the `message` of the frame.
        pub partial: PartialAssistantMessage,
    }
    /// A block of text grows.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "text_delta")]
    pub struct AssistantTextDelta {
        /// Which block of the message this is about: its position in `content`, from 0.
        #[serde(rename = "contentIndex")]
        pub content_index: u64,
        /// What was added at the end of the block.
        pub delta: String,
        /// The message so far, the same as the `message` of the frame.
        pub partial: PartialAssistantMessage,
    }
    /// A block of text is complete.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "text_end")]
    pub struct AssistantTextEnd {
        /// Which block of the message this is about: its position in `content`, from 0.
        #[serde(rename = "contentIndex")]
        pub content_index: u64,
        /// The whole text of the block.
        pub content: String,
        /// The message so far, the same as the `message` of the frame.
        pub partial: PartialAssistantMessage,
    }
    /// A block of text begins.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "text_start")]
    pub struct AssistantTextStart {
        /// Which block of the message this is about: its position in `content`, from 0.
        #[serde(rename = "contentIndex")]
        pub content_index: u64,
        /// The message so far, the same as the `message` of the frame.
        pub partial: PartialAssistantMessage,
    }
    /// A block of thinking grows.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "thinking_delta")]
    pub struct AssistantThinkingDelta {
        /// Which block of the message this is about: its position in `content`, from 0.
        #[serde(rename = "contentIndex")]
        pub content_index: u64,
        /// What was added at the end of the block.
        pub delta: String,
        /// The message so far, the same as the `message` of the frame.
        pub partial: PartialAssistantMessage,
    }
    /// A block of thinking is complete.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "thinking_end")]
    pub struct AssistantThinkingEnd {
        /// Which block of the message this is about: its position in `content`, from 0.
        #[serde(rename = "contentIndex")]
        pub content_index: u64,
        /// The whole text of the block.
        pub content: String,
        /// The message so far, the same as the `message` of the frame.
        pub partial: PartialAssistantMessage,
    }
    /// A block of thinking begins.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "thinking_start")]
    pub struct AssistantThinkingStart {
        /// Which block of the message this is about: its position in `content`, from 0.
        #[serde(rename = "contentIndex")]
        pub content_index: u64,
        /// The message so far, the same as the `message` of the frame.
        pub partial: PartialAssistantMessage,
    }
    /// The arguments of a tool call grow.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "toolcall_delta")]
    pub struct AssistantToolcallDelta {
        /// Which block of the message this is about: its position in `content`, from 0.
        #[serde(rename = "contentIndex")]
        pub content_index: u64,
        /// The piece of JSON text that was added to the arguments; incomplete on its own.
        pub delta: String,
        /// The message so far, the same as the `message` of the frame.
        pub partial: PartialAssistantMessage,
    }
    /// A tool call is complete.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "toolcall_end")]
    pub struct AssistantToolcallEnd {
        /// Which block of the message this is about: its position in `content`, from 0.
        #[serde(rename = "contentIndex")]
        pub content_index: u64,
        /// The whole call.
        #[serde(rename = "toolCall")]
        pub tool_call: super::shared::ToolCallContent,
        /// The message so far, the same as the `message` of the frame.
        pub partial: PartialAssistantMessage,
    }
    /// A tool call begins.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "toolcall_start")]
    pub struct AssistantToolcallStart {
        /// Which block of the message this is about: its position in `content`, from 0.
        #[serde(rename = "contentIndex")]
        pub content_index: u64,
        /// The message so far, the same as the `message` of the frame.
        pub partial: PartialAssistantMessage,
    }
    /// The automatic compaction is over. There is exactly one for each start.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "auto_compaction_end")]
    pub struct AutoCompactionEndEvent {
        /// How the context was to be freed.
        pub action: CompactionAction,
        /// The compaction, when it succeeded.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub result: Option<super::shared::CompactionResult>,
        /// True when it was stopped.
        pub aborted: bool,
        /// True when the request that did not fit is made again.
        #[serde(rename = "willRetry")]
        pub will_retry: bool,
        /// What failed.
        #[serde(rename = "errorMessage", skip_serializing_if = "Option::is_none")]
        pub error_message: Option<String>,
        /// True when there was nothing to compact.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub skipped: Option<bool>,
    }
    /// The context is being compacted by itself.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "auto_compaction_start")]
    pub struct AutoCompactionStartEvent {
        /// Why.
        pub reason: CompactionReason,
        /// How.
        pub action: CompactionAction,
    }
    /// Repeating is over: a request succeeded, or there will be no further attempt.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "auto_retry_end")]
    pub struct AutoRetryEndEvent {
        /// True when a request succeeded.
        pub success: bool,
        /// The last attempt, from 1.
        pub attempt: u64,
        /// What failed in the end.
        #[serde(rename = "finalError", skip_serializing_if = "Option::is_none")]
        pub final_error: Option<String>,
        /// The faults that were overcome, oldest first.
        #[serde(rename = "recoveredErrors", skip_serializing_if = "Option::is_none")]
        pub recovered_errors: Option<Vec<super::shared::JsonObject>>,
        /// Kind of repetition.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub mode: Option<String>,
    }
    /// A request to the model failed with a fault that may pass; it is made again after a wait.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "auto_retry_start")]
    pub struct AutoRetryStartEvent {
        /// Which repetition comes next, from 1.
        pub attempt: u64,
        /// How many there are at most.
        #[serde(rename = "maxAttempts")]
        pub max_attempts: u64,
        /// Length of the wait, in milliseconds.
        #[serde(rename = "delayMs")]
        pub delay_ms: u64,
        /// What failed.
        #[serde(rename = "errorMessage")]
        pub error_message: String,
        /// Internal class of the fault, as bits.
        #[serde(rename = "errorId", skip_serializing_if = "Option::is_none")]
        pub error_id: Option<u64>,
        /// Which policy decided on the wait.
        #[serde(rename = "policySource", skip_serializing_if = "Option::is_none")]
        pub policy_source: Option<String>,
        /// Kind of repetition.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub mode: Option<String>,
    }
    /// The slash commands of the session: once after `ready`, then when a look at the folders shows that they changed. After a change of the session, or of its folder, it comes before the response.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "available_commands_update")]
    pub struct AvailableCommandsUpdate {
        /// All of them, in the order of `get_available_commands`.
        pub commands: Vec<SlashCommand>,
    }
    /// A conversation in the background.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct BackgroundConversation {
        /// Id it had when it left the foreground.
        #[serde(rename = "sessionId")]
        pub session_id: String,
        /// Absolute path of its transcript, for `switch_session`; left out for a session in memory.
        #[serde(rename = "sessionFile", skip_serializing_if = "Option::is_none")]
        pub session_file: Option<String>,
        /// Name of the session; left out when it has none.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub title: Option<String>,
        /// When it left the foreground.
        #[serde(rename = "detachedAt")]
        pub detached_at: super::shared::Timestamp,
        /// True while its turn runs; false when only background jobs keep it.
        pub streaming: bool,
        /// True once it was told to stop.
        pub stopping: bool,
    }
    /// What became of the session that left the foreground.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct BackgroundMove {
        /// Id of that session.
        #[serde(rename = "sessionId")]
        pub session_id: String,
        /// Absolute path of its transcript, for `switch_session`; left out for a session in memory.
        #[serde(rename = "sessionFile", skip_serializing_if = "Option::is_none")]
        pub session_file: Option<String>,
        /// True when a turn was running as it left; false when it only waits for its background jobs.
        pub streaming: bool,
        /// Ids of older conversations that were stopped to stay within `session.backgroundLimit`; often empty.
        pub displaced: Vec<String>,
        /// The same in one line, to show to people.
        pub message: String,
    }
    /// Run a shell command in the folder of the session, beside everything else. The response comes when it ends; a non-zero exit is a success with that code. What it printed becomes part of the conversation.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "bash")]
    pub struct BashCommand {
        /// The command line, for a fresh shell without input.
        pub command: String,
    }
    /// Go back to a user message: a new session begins that holds everything before it. Its text is returned, so that the host can offer it for editing.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "branch")]
    pub struct BranchCommand {
        /// Id of the transcript entry of a user message.
        #[serde(rename = "entryId")]
        pub entry_id: String,
    }
    /// A user message to branch from.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct BranchMessage {
        /// Id of its transcript entry.
        #[serde(rename = "entryId")]
        pub entry_id: String,
        /// Its text.
        pub text: String,
    }
    /// The outcome of branching.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct BranchResult {
        /// Text of the chosen user message.
        pub text: String,
        /// True when an extension refused; nothing changed.
        pub cancelled: bool,
    }
    /// Stop a conversation in the background. The response comes when it is gone.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "cancel_background_session")]
    pub struct CancelBackgroundSessionCommand {
        /// Id of the conversation.
        #[serde(rename = "sessionId")]
        pub session_id: String,
    }
    /// The conversation that was stopped.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct CancelBackgroundSessionResult {
        /// Its id.
        #[serde(rename = "sessionId")]
        pub session_id: String,
    }
    /// Text that a slash command prints.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "command_output")]
    pub struct CommandOutput {
        /// The text; it may have several lines.
        pub text: String,
    }
    /// Replace the older part of the conversation by a summary, to free context. A running turn is stopped first, with its end events.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "compact")]
    pub struct CompactCommand {
        /// What the summary should pay special attention to.
        #[serde(rename = "customInstructions", skip_serializing_if = "Option::is_none")]
        pub custom_instructions: Option<String>,
    }
    /// How context is freed: a summary in place of the older part, or a new session with a handoff document.
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
    pub enum CompactionAction {
        #[serde(rename = "context-full")]
        ContextFull,
        #[serde(rename = "handoff")]
        Handoff,
    }
    impl CompactionAction {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[Self::ContextFull, Self::Handoff];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::ContextFull => "context-full",
                Self::Handoff => "handoff",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "context-full" => Some(Self::ContextFull),
                "handoff" => Some(Self::Handoff),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for CompactionAction {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// Why the context is compacted: it grew over the limit, a request did not fit, or the session was idle.
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
    pub enum CompactionReason {
        #[serde(rename = "threshold")]
        Threshold,
        #[serde(rename = "overflow")]
        Overflow,
        #[serde(rename = "idle")]
        Idle,
    }
    impl CompactionReason {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[Self::Threshold, Self::Overflow, Self::Idle];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::Threshold => "threshold",
                Self::Overflow => "overflow",
                Self::Idle => "idle",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "threshold" => Some(Self::Threshold),
                "overflow" => Some(Self::Overflow),
                "idle" => Some(Self::Idle),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for CompactionReason {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// A slash command changed the model or the thinking level. What did not change may be left out.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "config_update")]
    pub struct ConfigUpdate {
        /// The model in use.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub model: Option<super::shared::Model>,
        /// The thinking level as it was chosen.
        #[serde(rename = "thinkingLevel", skip_serializing_if = "Option::is_none")]
        pub thinking_level: Option<ConfiguredThinkingLevel>,
    }
    /// A thinking level as it was chosen: fixed, or `auto`.
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
    pub enum ConfiguredThinkingLevel {
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
    impl ConfiguredThinkingLevel {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[
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
    impl ::std::fmt::Display for ConfiguredThinkingLevel {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// The session works in another folder now.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "cwd_changed")]
    pub struct CwdChangedEvent {
        /// Absolute path of the folder before.
        pub previous: String,
        /// Absolute path of the folder now.
        pub cwd: String,
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
    /// Write the session, all branches of it, to one HTML file that needs nothing else and runs no script.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "export_html")]
    pub struct ExportHtmlCommand {
        /// Where to write; a relative path starts at the working folder of the process. Left out: `veyyon-session-<name of the session file>.html` there.
        #[serde(rename = "outputPath", skip_serializing_if = "Option::is_none")]
        pub output_path: Option<String>,
    }
    /// The exported file.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct ExportHtmlResult {
        /// Absolute path of the HTML file.
        pub path: String,
    }
    /// An extension failed while it handled something. The session goes on.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "extension_error")]
    pub struct ExtensionError {
        /// Path of the extension, or `command:` and the name of its slash command.
        #[serde(rename = "extensionPath")]
        pub extension_path: String,
        /// What it was handling.
        pub event: String,
        /// What failed.
        pub error: String,
    }
    /// The answer to a question. It counts by the member that fits the question; one without it counts as cancelled. A second answer, or one with an unknown id, is ignored.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "extension_ui_response")]
    pub struct ExtensionUiResponse {
        /// Id of the question.
        pub id: super::shared::CorrelationId,
        /// The chosen or written text, for `select`, `input` and `editor`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub value: Option<String>,
        /// Yes or no, for `confirm`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub confirmed: Option<bool>,
        /// Set when the user gave no answer; it goes before the other members.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub cancelled: Option<bool>,
        /// With `cancelled`: true when time ran out.
        #[serde(rename = "timedOut", skip_serializing_if = "Option::is_none")]
        pub timed_out: Option<bool>,
    }
    /// Queue a message that the agent takes up when it would otherwise have finished its run.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "follow_up")]
    pub struct FollowUpCommand {
        /// The text for the agent. Command files are expanded; other slash commands are text like any other.
        pub message: String,
        /// Pictures that go with the text, after it, in this order.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub images: Option<Vec<super::shared::ImageContent>>,
    }
    /// Ask for the slash commands that a prompt may start with. The folders of skills and command files are looked through again; when the list changed, `available_commands_update` comes first.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "get_available_commands")]
    pub struct GetAvailableCommandsCommand {}
    /// The slash commands of the session.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct GetAvailableCommandsResult {
        /// Built-in commands first, then skills, extensions, custom commands, MCP prompts and files.
        pub commands: Vec<SlashCommand>,
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
    /// Ask which conversations go on in the background.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "get_background_sessions")]
    pub struct GetBackgroundSessionsCommand {}
    /// The conversations in the background.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct GetBackgroundSessionsResult {
        /// The one that left the foreground first comes first.
        pub sessions: Vec<BackgroundConversation>,
    }
    /// Ask for the user messages from which `branch` can start, on all branches, in the order of the file.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "get_branch_messages")]
    pub struct GetBranchMessagesCommand {}
    /// The user messages of the session file.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct GetBranchMessagesResult {
        /// One entry for each user message that has text.
        pub messages: Vec<BranchMessage>,
    }
    /// Ask for the text of the last answer of the assistant.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "get_last_assistant_text")]
    pub struct GetLastAssistantTextCommand {}
    /// The last answer of the assistant.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct GetLastAssistantTextResult {
        /// Its text blocks joined and trimmed; left out when there is no answer yet.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub text: Option<String>,
    }
    /// Ask for the providers that one can log in to.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "get_login_providers")]
    pub struct GetLoginProvidersCommand {}
    /// The providers with a login.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct GetLoginProvidersResult {
        /// One entry for each provider.
        pub providers: Vec<LoginProvider>,
    }
    /// Ask for the messages of the conversation, of all roles, as the agent now has them.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "get_messages")]
    pub struct GetMessagesCommand {}
    /// The messages of the conversation.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct GetMessagesResult {
        /// Oldest first.
        pub messages: Vec<::std::sync::Arc<super::shared::AgentMessage>>,
    }
    /// Ask for counts of messages and calls, and for the tokens and money used. They cover the messages now in the conversation.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "get_session_stats")]
    pub struct GetSessionStatsCommand {}
    /// Ask for a picture of the session: model, modes, counters, todo list, system prompt, tools and context use.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "get_state")]
    pub struct GetStateCommand {}
    /// Read the transcript of an agent that works or worked for the session, from a byte position on, so that a host can follow it piece by piece.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "get_subagent_messages")]
    pub struct GetSubagentMessagesCommand {
        /// Id of the agent; it counts before `sessionFile`.
        #[serde(rename = "agentId", skip_serializing_if = "Option::is_none")]
        pub agent_id: Option<String>,
        /// Older name of `agentId`.
        #[serde(rename = "subagentId", skip_serializing_if = "Option::is_none")]
        pub subagent_id: Option<String>,
        /// Absolute path of the transcript of an agent of this session.
        #[serde(rename = "sessionFile", skip_serializing_if = "Option::is_none")]
        pub session_file: Option<String>,
        /// Where to start, in bytes: a finite number, cut to a whole one and at least 0. Left out: at the start.
        #[serde(rename = "fromByte", skip_serializing_if = "Option::is_none")]
        pub from_byte: Option<::serde_json::Value>,
    }
    /// A piece of the transcript of an agent, in whole lines. A file that does not exist yet gives empty lists.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct GetSubagentMessagesResult {
        /// Absolute path of the transcript that was read.
        #[serde(rename = "sessionFile")]
        pub session_file: String,
        /// Where reading really started, in bytes.
        #[serde(rename = "fromByte")]
        pub from_byte: u64,
        /// End of the last whole line read, in bytes; pass it as the next `fromByte`.
        #[serde(rename = "nextByte")]
        pub next_byte: u64,
        /// True when the asked position lay behind the end of the file, so that reading began again at 0.
        pub reset: bool,
        /// The lines read, header included when the start was 0; lines that are no JSON object are skipped.
        pub entries: Vec<super::shared::JsonObject>,
        /// The messages among the entries, in the same order.
        pub messages: Vec<super::shared::AgentMessage>,
    }
    /// Ask which agents work for the session now. Finished ones are not listed.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "get_subagents")]
    pub struct GetSubagentsCommand {}
    /// The agents at work, by index and then by id.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct GetSubagentsResult {
        /// One entry for each agent.
        pub agents: Vec<AgentSnapshot>,
        /// The same list under its older name.
        pub subagents: Vec<AgentSnapshot>,
    }
    /// The goal that the agent works towards changed.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "goal_updated")]
    pub struct GoalUpdatedEvent {
        /// The goal; null when there is none any more.
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub goal: Option<super::shared::JsonObject>,
        /// How far it is.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub state: Option<super::shared::JsonObject>,
    }
    /// Let the model write down where the work stands and begin a new session with that document. Refused during a turn. The data is null when the model wrote nothing or an extension refused.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "handoff")]
    pub struct HandoffCommand {
        /// What the document should pay special attention to.
        #[serde(rename = "customInstructions", skip_serializing_if = "Option::is_none")]
        pub custom_instructions: Option<String>,
    }
    /// A handoff that took place.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct HandoffResult {
        /// Absolute path of the document; left out when it was not saved as a file.
        #[serde(rename = "savedPath", skip_serializing_if = "Option::is_none")]
        pub saved_path: Option<String>,
    }
    /// The model calls a tool of the host. It is answered by `host_tool_result`, after any number of `host_tool_update`.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "host_tool_call")]
    pub struct HostToolCall {
        /// Identifies the question; the answer repeats it.
        pub id: super::shared::CorrelationId,
        /// Id of the call in the message of the assistant.
        #[serde(rename = "toolCallId")]
        pub tool_call_id: String,
        /// Name of the tool.
        #[serde(rename = "toolName")]
        pub tool_name: String,
        /// Arguments that fit the schema of the tool.
        pub arguments: super::shared::JsonObject,
    }
    /// A call of a host tool is withdrawn; a result that comes later is ignored.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "host_tool_cancel")]
    pub struct HostToolCancel {
        /// Identifies this frame.
        pub id: super::shared::CorrelationId,
        /// Id of the `host_tool_call`.
        #[serde(rename = "targetId")]
        pub target_id: String,
    }
    /// A tool that the host runs.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct HostToolDefinition {
        /// Name by which the model calls it; white space around it is removed. It must not be taken by another tool.
        pub name: String,
        /// Name to show to people; null or left out: the same as `name`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub label: Option<String>,
        /// What it does and when to use it, written for the model. Must not be empty.
        pub description: String,
        /// JSON Schema of the arguments: an object. Arguments are checked against it before the host is called. References to other documents are refused.
        pub parameters: ::serde_json::Value,
        /// True to register the tool without offering it to the model. A tool that the set before had stays offered, or not, as it was; leave it out of one set to begin anew.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub hidden: Option<bool>,
    }
    /// What a tool of the host gives back.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct HostToolPayload {
        /// What the model sees, in order.
        pub content: Vec<::serde_json::Value>,
        /// Anything that other hosts or a user interface may want to know; not shown to the model.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub details: Option<::serde_json::Value>,
        /// True when the tool failed.
        #[serde(rename = "isError", skip_serializing_if = "Option::is_none")]
        pub is_error: Option<bool>,
        /// True when the result may be dropped to save context.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub useless: Option<bool>,
    }
    /// A tool of the host is done.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "host_tool_result")]
    pub struct HostToolResult {
        /// Id of the `host_tool_call`.
        pub id: super::shared::CorrelationId,
        /// What it gives back.
        pub result: HostToolPayload,
        /// True to report the text of the result as a failure of the tool.
        #[serde(rename = "isError", skip_serializing_if = "Option::is_none")]
        pub is_error: Option<bool>,
    }
    /// A tool of the host shows how far it is.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "host_tool_update")]
    pub struct HostToolUpdate {
        /// Id of the `host_tool_call`.
        pub id: super::shared::CorrelationId,
        /// The result so far; it replaces that of the update before.
        #[serde(rename = "partialResult")]
        pub partial_result: HostToolPayload,
    }
    /// A request for a URL is withdrawn; a result that comes later is ignored.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "host_uri_cancel")]
    pub struct HostUriCancel {
        /// Identifies this frame.
        pub id: super::shared::CorrelationId,
        /// Id of the `host_uri_request`.
        #[serde(rename = "targetId")]
        pub target_id: String,
    }
    /// Kind of content that a URL of the host holds.
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
    pub enum HostUriContentType {
        #[serde(rename = "text/markdown")]
        TextMarkdown,
        #[serde(rename = "application/json")]
        ApplicationJson,
        #[serde(rename = "text/plain")]
        TextPlain,
    }
    impl HostUriContentType {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[
            Self::TextMarkdown,
            Self::ApplicationJson,
            Self::TextPlain,
        ];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::TextMarkdown => "text/markdown",
                Self::ApplicationJson => "application/json",
                Self::TextPlain => "text/plain",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "text/markdown" => Some(Self::TextMarkdown),
                "application/json" => Some(Self::ApplicationJson),
                "text/plain" => Some(Self::TextPlain),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for HostUriContentType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// Whether a URL is read or its content replaced.
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
    pub enum HostUriOperation {
        #[serde(rename = "read")]
        Read,
        #[serde(rename = "write")]
        Write,
    }
    impl HostUriOperation {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[Self::Read, Self::Write];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::Read => "read",
                Self::Write => "write",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "read" => Some(Self::Read),
                "write" => Some(Self::Write),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for HostUriOperation {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// The agent reads or writes a URL of a scheme that the host serves. It is answered by `host_uri_result`.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "host_uri_request")]
    pub struct HostUriRequest {
        /// Identifies the question; the answer repeats it.
        pub id: super::shared::CorrelationId,
        /// What to do.
        pub operation: HostUriOperation,
        /// The URL.
        pub url: String,
        /// With `write`: the whole new content, empty text included.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub content: Option<String>,
    }
    /// The outcome of a `host_uri_request`. A write that succeeded needs the id only.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "host_uri_result")]
    pub struct HostUriResult {
        /// Id of the `host_uri_request`.
        pub id: super::shared::CorrelationId,
        /// What was read; left out: empty. With `isError` it stands in for a missing `error`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub content: Option<String>,
        /// Kind of the content; left out: plain text.
        #[serde(rename = "contentType", skip_serializing_if = "Option::is_none")]
        pub content_type: Option<HostUriContentType>,
        /// Remarks to show with the content.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub notes: Option<Vec<String>>,
        /// True when the content never changes; left out: as the scheme says.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub immutable: Option<bool>,
        /// True when the request failed.
        #[serde(rename = "isError", skip_serializing_if = "Option::is_none")]
        pub is_error: Option<bool>,
        /// What failed.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub error: Option<String>,
    }
    /// A URL scheme that the host serves.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct HostUriSchemeDefinition {
        /// The scheme without `://`, in any case: a letter, then letters, digits, `+`, `.` or `-`.
        pub scheme: String,
        /// What is to be found there, written for the model.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub description: Option<String>,
        /// True when such URLs may be written too; otherwise they are read only.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub writable: Option<bool>,
        /// True when what such a URL holds never changes.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub immutable: Option<bool>,
    }
    /// Another agent sent a message to this one.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "irc_message")]
    pub struct IrcMessageEvent {
        /// The message.
        pub message: super::shared::CustomMessage,
    }
    /// Log in to a provider. The host is shown an address (`open_url`), is told how it goes (`notify`) and is asked for a key or a code (`input`); the first that comes back counts, the other question is withdrawn. One at a time; an abort ends it. The models are looked up again afterwards.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "login")]
    pub struct LoginCommand {
        /// Id of the provider, one of `get_login_providers`.
        #[serde(rename = "providerId")]
        pub provider_id: String,
    }
    /// A provider that one can log in to.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct LoginProvider {
        /// Id of the provider, for `login`.
        pub id: String,
        /// Name to show.
        pub name: String,
        /// True when a login works here and would have an effect: it would have none for a provider that has its key from elsewhere, or that this version cannot speak to.
        pub available: bool,
        /// True when `auth.json` has a credential of it.
        pub authenticated: bool,
    }
    /// A login that succeeded.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct LoginResult {
        /// Id of the provider.
        #[serde(rename = "providerId")]
        pub provider_id: String,
    }
    /// A message is complete.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "message_end")]
    pub struct MessageEndEvent {
        /// The message in its final form.
        pub message: ::std::sync::Arc<super::shared::AgentMessage>,
    }
    /// A message begins. One of the assistant grows by `message_update`; any other is complete, and `message_end` follows at once.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "message_start")]
    pub struct MessageStartEvent {
        /// The message; one of the assistant is still empty.
        pub message: ::std::sync::Arc<super::shared::AgentMessage>,
    }
    /// The message of the assistant grows. How much of it `message` repeats depends on `--message-updates`.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "message_update")]
    pub struct MessageUpdateEvent {
        /// What is new.
        #[serde(rename = "assistantMessageEvent")]
        pub assistant_message_event: AssistantMessageEvent,
        /// The message so far: bare by default, whole with `--message-updates snapshot`.
        pub message: PartialAssistantMessage,
    }
    /// Begin a new conversation. A running turn is stopped; model, modes and the tools of the host stay. With `background` a running turn goes on out of sight, and the new conversation has the model and modes of the launch options and the tools of the host; without a running turn it makes no difference.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "new_session")]
    pub struct NewSessionCommand {
        /// Path of the session that the new one descends from, written into its header.
        #[serde(rename = "parentSession", skip_serializing_if = "Option::is_none")]
        pub parent_session: Option<String>,
        /// True to let a running turn finish in the background instead of stopping it. Cannot go with `parentSession`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub background: Option<bool>,
    }
    /// Something the operator should know.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "notice")]
    pub struct NoticeEvent {
        /// How serious it is.
        pub level: NoticeLevel,
        /// The text.
        pub message: String,
        /// The part that says it, for example `compaction`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub source: Option<String>,
    }
    /// How serious a notice is.
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
    pub enum NoticeLevel {
        #[serde(rename = "info")]
        Info,
        #[serde(rename = "warning")]
        Warning,
        #[serde(rename = "error")]
        Error,
    }
    impl NoticeLevel {
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
    impl ::std::fmt::Display for NoticeLevel {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// An assistant message while it is being made. With `--message-updates delta`, the default, only `role` and an empty `content`: the text is in the deltas and in the frames that end a block or the message. With `snapshot` the message as far as it has come.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "role", rename = "assistant")]
    pub struct PartialAssistantMessage {
        /// Blocks in the order in which the model produced them; may be empty.
        pub content: Vec<super::shared::AssistantBlock>,
        /// Wire family that produced it, for example `openai-completions`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub api: Option<String>,
        /// Provider id.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub provider: Option<String>,
        /// Model id inside the provider.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub model: Option<String>,
        /// What the request consumed.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub usage: Option<super::shared::Usage>,
        /// Why the reply ended; `stop` for as long as it is streaming.
        #[serde(rename = "stopReason", skip_serializing_if = "Option::is_none")]
        pub stop_reason: Option<super::shared::StopReason>,
        /// When the request was made.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub timestamp: Option<super::shared::Timestamp>,
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
        pub stop_details: Option<super::shared::StopDetails>,
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
        pub context_snapshot: Option<super::shared::ContextSnapshot>,
        /// Set on a failed message once a later attempt succeeded.
        #[serde(rename = "retryRecovery", skip_serializing_if = "Option::is_none")]
        pub retry_recovery: Option<super::shared::RetryRecovery>,
        /// Names of request features that had to be left out for this provider.
        #[serde(rename = "disabledFeatures", skip_serializing_if = "Option::is_none")]
        pub disabled_features: Option<Vec<String>>,
        /// Provider data that must survive a round trip; opaque.
        #[serde(rename = "providerPayload", skip_serializing_if = "Option::is_none")]
        pub provider_payload: Option<super::shared::JsonObject>,
        /// Measurements of the round; opaque.
        #[serde(rename = "turnMetrics", skip_serializing_if = "Option::is_none")]
        pub turn_metrics: Option<super::shared::JsonObject>,
        /// Facts about the request; opaque.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub request: Option<super::shared::JsonObject>,
    }
    /// What is known about a prompt at the moment it is accepted. Left out when only the events can tell.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct PromptAcknowledgement {
        /// False: the prompt was served here (a slash command) and no agent events follow. True: a skill was called, and the agent works on it or will.
        #[serde(rename = "agentInvoked")]
        pub agent_invoked: bool,
    }
    /// Give the agent a prompt. It is acknowledged when it is accepted; the work shows in the events, and `agent_end` says that it is over. Text that starts with a slash may run a slash command or a skill instead.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "prompt")]
    pub struct PromptCommand {
        /// The text for the agent. A skill, a built-in slash command or a command file may stand at its start; an unknown one is text like any other.
        pub message: String,
        /// Pictures that go with the text, after it, in this order.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub images: Option<Vec<super::shared::ImageContent>>,
        /// What to do with the prompt when a run is already at work; without it such a prompt fails. Ignored while idle.
        #[serde(rename = "streamingBehavior", skip_serializing_if = "Option::is_none")]
        pub streaming_behavior: Option<StreamingBehavior>,
    }
    /// A prompt that was accepted turned out to need no agent; no `agent_end` comes for it.
    #[derive(::serde::Deserialize, Clone, Debug, Default, PartialEq)]
    pub struct PromptResult {
        /// Id of the prompt; left out when it had none.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub id: Option<super::shared::CorrelationId>,
    }
    /// The first line on stdout: the server reads commands.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "ready")]
    pub struct Ready {}
    /// The run goes on with another model, because the first one failed.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "retry_fallback_applied")]
    pub struct RetryFallbackAppliedEvent {
        /// The model that failed, as provider and id with a slash between.
        pub from: String,
        /// The model in its place.
        pub to: String,
        /// What the model is used for, for example `default`.
        pub role: String,
    }
    /// The model that stepped in has answered.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "retry_fallback_succeeded")]
    pub struct RetryFallbackSucceededEvent {
        /// That model, as provider and id with a slash between.
        pub model: String,
        /// What the model is used for, for example `default`.
        pub role: String,
    }
    /// The outcome of going to another session.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SessionChange {
        /// True when an extension refused; nothing changed.
        pub cancelled: bool,
        /// Set when the session that was driven until now went to the background.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub background: Option<BackgroundMove>,
    }
    /// A slash command changed what is known of the session.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "session_info_update")]
    pub struct SessionInfoUpdate {
        /// Name of the session; left out when it has none.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub title: Option<String>,
        /// Id of the session.
        #[serde(rename = "sessionId")]
        pub session_id: String,
    }
    /// The state of the session at the moment of the response.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SessionState {
        /// The model in use; left out when none is chosen.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub model: Option<::std::sync::Arc<super::shared::Model>>,
        /// The thinking level in effect; left out when none is set.
        #[serde(rename = "thinkingLevel", skip_serializing_if = "Option::is_none")]
        pub thinking_level: Option<super::shared::ThinkingLevel>,
        /// True from the acceptance of a prompt until its `agent_end`, retries and automatic compaction included.
        #[serde(rename = "isStreaming")]
        pub is_streaming: bool,
        /// True while a compaction runs, asked for or automatic.
        #[serde(rename = "isCompacting")]
        pub is_compacting: bool,
        /// How many queued steering messages are taken up at a time.
        #[serde(rename = "steeringMode")]
        pub steering_mode: super::shared::QueueMode,
        /// How many queued follow-up messages are taken up at a time.
        #[serde(rename = "followUpMode")]
        pub follow_up_mode: super::shared::QueueMode,
        /// Whether a steering message cuts a batch of tool calls short.
        #[serde(rename = "interruptMode")]
        pub interrupt_mode: super::shared::InterruptMode,
        /// Absolute path of the transcript, known before the file exists; left out for a session in memory.
        #[serde(rename = "sessionFile", skip_serializing_if = "Option::is_none")]
        pub session_file: Option<String>,
        /// Id of the session, a UUID of version 7.
        #[serde(rename = "sessionId")]
        pub session_id: String,
        /// Name of the session; left out when it has none.
        #[serde(rename = "sessionName", skip_serializing_if = "Option::is_none")]
        pub session_name: Option<String>,
        /// Whether the context is compacted by itself when it grows too large.
        #[serde(rename = "autoCompactionEnabled")]
        pub auto_compaction_enabled: bool,
        /// Number of messages in the conversation, of all roles.
        #[serde(rename = "messageCount")]
        pub message_count: u64,
        /// Number of messages that wait for the agent: steering, follow-up and those held for the next turn.
        #[serde(rename = "queuedMessageCount")]
        pub queued_message_count: u64,
        /// The todo list, in order; empty when there is none.
        #[serde(rename = "todoPhases")]
        pub todo_phases: ::std::sync::Arc<[super::shared::TodoPhase]>,
        /// The blocks of the system prompt, in order.
        #[serde(rename = "systemPrompt", skip_serializing_if = "Option::is_none")]
        pub system_prompt: Option<super::kept::Kept<[String]>>,
        /// The tools that the model may call now, those of the host included.
        #[serde(rename = "dumpTools", skip_serializing_if = "Option::is_none")]
        pub dump_tools: Option<super::kept::Kept<[super::shared::ToolDefinition]>>,
        /// How full the context window is; left out when the window is not known.
        #[serde(rename = "contextUsage", skip_serializing_if = "Option::is_none")]
        pub context_usage: Option<super::shared::ContextUsage>,
    }
    /// Turn automatic compaction on or off for the session.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "set_auto_compaction")]
    pub struct SetAutoCompactionCommand {
        /// True to compact by itself when the context grows too large.
        pub enabled: bool,
    }
    /// Turn automatic retry of failed requests to the model on or off for the session.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "set_auto_retry")]
    pub struct SetAutoRetryCommand {
        /// True to retry faults that may pass.
        pub enabled: bool,
    }
    /// Choose how many queued follow-up messages the agent takes up at a time. It counts from the next safe point on.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "set_follow_up_mode")]
    pub struct SetFollowUpModeCommand {
        /// One message at a time, or the whole queue.
        pub mode: super::shared::QueueMode,
    }
    /// Replace the tools that the host runs. The model sees them from its next request on, also in a running turn; each call arrives as `host_tool_call`. An empty list removes all.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "set_host_tools")]
    pub struct SetHostToolsCommand {
        /// The complete new set.
        pub tools: Vec<HostToolDefinition>,
    }
    /// The tools of the host as they were registered.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct SetHostToolsResult {
        /// Trimmed names, in the order of the request.
        #[serde(rename = "toolNames")]
        pub tool_names: Vec<String>,
    }
    /// Replace the URL schemes that the host serves. Reads, and writes where allowed, of such a URL arrive as `host_uri_request`. It is all or nothing: one bad scheme leaves the old set in place. Reserved are `http`, `https`, `file`, `skill`, `memory` and `artifact`.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "set_host_uri_schemes")]
    pub struct SetHostUriSchemesCommand {
        /// The complete new set; of two that differ in case only, the last counts.
        pub schemes: Vec<HostUriSchemeDefinition>,
    }
    /// The schemes of the host as they were registered.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct SetHostUriSchemesResult {
        /// Trimmed lower-case schemes, each once, in the order of first mention.
        pub schemes: Vec<String>,
    }
    /// Choose whether a steering message cuts a batch of tool calls short or waits until the turn is complete.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "set_interrupt_mode")]
    pub struct SetInterruptModeCommand {
        /// Cut in after the call that finishes next, or wait for the whole batch.
        pub mode: super::shared::InterruptMode,
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
    /// Give the session a name.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "set_session_name")]
    pub struct SetSessionNameCommand {
        /// The name; white space around it is removed.
        pub name: String,
    }
    /// Choose how many queued steering messages the agent takes up at a time. It counts from the next safe point on.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "set_steering_mode")]
    pub struct SetSteeringModeCommand {
        /// One message at a time, or the whole queue.
        pub mode: super::shared::QueueMode,
    }
    /// Choose which frames about agents that work for the session are sent. They are tracked at every level.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "set_subagent_subscription")]
    pub struct SetSubagentSubscriptionCommand {
        /// `off` sends none, `progress` starts, ends and progress, `events` their session events too. At start it is `off`.
        pub level: String,
    }
    /// The subscription now in force.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SetSubagentSubscriptionResult {
        /// The level that was set.
        pub level: AgentSubscriptionLevel,
    }
    /// Set how much the model thinks before it answers. A level that the model does not offer is refused.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "set_thinking_level")]
    pub struct SetThinkingLevelCommand {
        /// The level to use.
        pub level: ThinkingChoice,
    }
    /// Replace the todo list of the session, for instance to lay out a plan before the first prompt. An empty list clears it.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "set_todos")]
    pub struct SetTodosCommand {
        /// The new list. Members of a phase or task that are not known here are dropped.
        pub phases: Vec<super::shared::TodoPhase>,
    }
    /// The todo list as it is kept.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct SetTodosResult {
        /// The stored phases, in the order of the request.
        #[serde(rename = "todoPhases")]
        pub todo_phases: Vec<super::shared::TodoPhase>,
    }
    /// A slash command.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SlashCommand {
        /// Its name without the slash; a skill is `skill:` and its name.
        pub name: String,
        /// Where it comes from.
        pub source: SlashCommandSource,
        /// Other names for it, without the slash.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub aliases: Option<Vec<String>>,
        /// What it does.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub description: Option<String>,
        /// Set when it takes an argument.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub input: Option<SlashCommandInput>,
        /// Words that may follow the name.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub subcommands: Option<Vec<SlashSubcommand>>,
    }
    /// The argument of a slash command.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    pub struct SlashCommandInput {
        /// A word or two that say what to type.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub hint: Option<String>,
    }
    /// Origin of a slash command: hostwire itself, a skill, an extension, a custom command, a prompt of an MCP server, or a command file.
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
    pub enum SlashCommandSource {
        #[serde(rename = "builtin")]
        Builtin,
        #[serde(rename = "skill")]
        Skill,
        #[serde(rename = "extension")]
        Extension,
        #[serde(rename = "custom")]
        Custom,
        #[serde(rename = "mcp_prompt")]
        McpPrompt,
        #[serde(rename = "file")]
        File,
    }
    impl SlashCommandSource {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[
            Self::Builtin,
            Self::Skill,
            Self::Extension,
            Self::Custom,
            Self::McpPrompt,
            Self::File,
        ];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::Builtin => "builtin",
                Self::Skill => "skill",
                Self::Extension => "extension",
                Self::Custom => "custom",
                Self::McpPrompt => "mcp_prompt",
                Self::File => "file",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "builtin" => Some(Self::Builtin),
                "skill" => Some(Self::Skill),
                "extension" => Some(Self::Extension),
                "custom" => Some(Self::Custom),
                "mcp_prompt" => Some(Self::McpPrompt),
                "file" => Some(Self::File),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for SlashCommandSource {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// A word that may follow a slash command.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SlashSubcommand {
        /// The word.
        pub name: String,
        /// What it does.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub description: Option<String>,
        /// How to type it.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub usage: Option<String>,
    }
    /// Queue a message that reaches the agent in the middle of its run, at the next safe point. While idle it starts a run when the conversation has begun, and otherwise waits for the next prompt.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "steer")]
    pub struct SteerCommand {
        /// The text for the agent. Command files are expanded; other slash commands are text like any other.
        pub message: String,
        /// Pictures that go with the text, after it, in this order.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub images: Option<Vec<super::shared::ImageContent>>,
    }
    /// `steer` puts the prompt into the running work at its next safe point, `followUp` after that work.
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
    pub enum StreamingBehavior {
        #[serde(rename = "steer")]
        Steer,
        #[serde(rename = "followUp")]
        FollowUp,
    }
    impl StreamingBehavior {
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
    impl ::std::fmt::Display for StreamingBehavior {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// A session event of an agent that works for the session. Sent at the subscription level `events`.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "subagent_event")]
    pub struct SubagentEvent {
        /// Which agent, and its event.
        pub payload: SubagentEventPayload,
    }
    /// An event of an agent.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SubagentEventPayload {
        /// Id of the agent.
        pub id: String,
        /// The event, as the session of the agent sent it.
        pub event: SessionEvent,
    }
    /// An agent that works for the session begins or ends. Sent from the subscription level `progress` on.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "subagent_lifecycle")]
    pub struct SubagentLifecycle {
        /// What happened to which agent.
        pub payload: SubagentLifecyclePayload,
    }
    /// Begin or end of an agent.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SubagentLifecyclePayload {
        /// Id of the agent.
        pub id: String,
        /// Name of the type of the agent.
        pub agent: String,
        /// Where that type is defined.
        #[serde(rename = "agentSource")]
        pub agent_source: AgentSource,
        /// Short description of the work.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub description: Option<String>,
        /// What happened.
        pub status: AgentLifecycleStatus,
        /// Absolute path of its transcript.
        #[serde(rename = "sessionFile", skip_serializing_if = "Option::is_none")]
        pub session_file: Option<String>,
        /// Id of the tool call that started it.
        #[serde(rename = "parentToolCallId", skip_serializing_if = "Option::is_none")]
        pub parent_tool_call_id: Option<String>,
        /// Position in the batch that started it, from 0.
        pub index: u64,
        /// True when it runs as a background job while the session goes on.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub detached: Option<bool>,
    }
    /// How far an agent that works for the session has come. Sent from the subscription level `progress` on.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "subagent_progress")]
    pub struct SubagentProgress {
        /// Which agent, and how far.
        pub payload: SubagentProgressPayload,
    }
    /// Progress of an agent.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    pub struct SubagentProgressPayload {
        /// Position in the batch that started it, from 0.
        pub index: u64,
        /// Name of the type of the agent.
        pub agent: String,
        /// Where that type is defined.
        #[serde(rename = "agentSource")]
        pub agent_source: AgentSource,
        /// The task it was given.
        pub task: String,
        /// Id of the tool call that started it.
        #[serde(rename = "parentToolCallId", skip_serializing_if = "Option::is_none")]
        pub parent_tool_call_id: Option<String>,
        /// The part of the task that is its own, where a batch shares one context.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub assignment: Option<String>,
        /// How far it has come.
        pub progress: AgentProgress,
        /// Absolute path of its transcript.
        #[serde(rename = "sessionFile", skip_serializing_if = "Option::is_none")]
        pub session_file: Option<String>,
        /// True when it runs as a background job while the session goes on.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub detached: Option<bool>,
    }
    /// Open a stored conversation, or come back to one that runs in the background; what it said meanwhile is not told again. Coming back sends the current conversation to the background if its turn runs, and closes it if none does; a stored one stops the running turn. A path without a session file is refused and the current conversation stays.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "switch_session")]
    pub struct SwitchSessionCommand {
        /// Path of the session file; a relative one starts at the folder of the session.
        #[serde(rename = "sessionPath")]
        pub session_path: String,
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
    /// Another thinking level is in effect.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "thinking_level_changed")]
    pub struct ThinkingLevelChangedEvent {
        /// The level in effect; left out when none is set.
        #[serde(rename = "thinkingLevel", skip_serializing_if = "Option::is_none")]
        pub thinking_level: Option<super::shared::ThinkingLevel>,
        /// The level as it was chosen.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub configured: Option<ConfiguredThinkingLevel>,
        /// The effort that `auto` came to.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub resolved: Option<super::shared::Effort>,
    }
    /// A finished todo list was cleared.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "todo_auto_clear")]
    pub struct TodoAutoClearEvent {}
    /// The agent stopped with open tasks and is reminded of them.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "todo_reminder")]
    pub struct TodoReminderEvent {
        /// The tasks that are not done.
        pub todos: Vec<super::shared::TodoItem>,
        /// Which reminder this is, from 1.
        pub attempt: u64,
        /// How many there are at most.
        #[serde(rename = "maxAttempts")]
        pub max_attempts: u64,
    }
    /// A tool call has ended. There is exactly one for each start, also when the call failed, was stopped or never ran.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "tool_execution_end")]
    pub struct ToolExecutionEndEvent {
        /// Id of the call, the same as in the message of the assistant.
        #[serde(rename = "toolCallId")]
        pub tool_call_id: String,
        /// Name of the tool.
        #[serde(rename = "toolName")]
        pub tool_name: String,
        /// What it gave back.
        pub result: super::shared::ToolResultPayload,
        /// True when the call failed, was stopped or never ran.
        #[serde(rename = "isError")]
        pub is_error: bool,
    }
    /// A tool call begins.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "tool_execution_start")]
    pub struct ToolExecutionStartEvent {
        /// Id of the call, the same as in the message of the assistant.
        #[serde(rename = "toolCallId")]
        pub tool_call_id: String,
        /// Name of the tool.
        #[serde(rename = "toolName")]
        pub tool_name: String,
        /// Its arguments.
        pub args: ::std::sync::Arc<super::shared::JsonObject>,
        /// What the model said the call is for.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub intent: Option<String>,
    }
    /// A running tool shows how far it is.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "tool_execution_update")]
    pub struct ToolExecutionUpdateEvent {
        /// Id of the call, the same as in the message of the assistant.
        #[serde(rename = "toolCallId")]
        pub tool_call_id: String,
        /// Name of the tool.
        #[serde(rename = "toolName")]
        pub tool_name: String,
        /// Its arguments.
        pub args: ::std::sync::Arc<super::shared::JsonObject>,
        /// The result so far; it replaces that of the update before.
        #[serde(rename = "partialResult")]
        pub partial_result: super::shared::ToolResultPayload,
    }
    /// What the model was writing matched a rule; the rule is put before it, and it may be made to start again.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "ttsr_triggered")]
    pub struct TtsrTriggeredEvent {
        /// The rules that matched.
        pub rules: Vec<super::shared::Rule>,
    }
    /// A round is complete.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", rename = "turn_end")]
    pub struct TurnEndEvent {
        /// The reply of the model.
        pub message: super::shared::AssistantMessage,
        /// The results of its tool calls, in the order in which they finished.
        #[serde(rename = "toolResults")]
        pub tool_results: Vec<super::shared::ToolResultMessage>,
    }
    /// A round begins: one request to the model and the tools that it calls.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default, PartialEq)]
    #[serde(tag = "type", rename = "turn_start")]
    pub struct TurnStartEvent {}
    /// A question is withdrawn; it needs no answer any more.
    #[derive(::serde::Deserialize, Clone, Debug, PartialEq)]
    pub struct UiCancel {
        /// Identifies the frame; no answer is expected.
        pub id: super::shared::CorrelationId,
        /// Id of the question.
        #[serde(rename = "targetId")]
        pub target_id: String,
    }
    /// Ask for yes or no. Answered by `confirmed`; cancelled it means no.
    #[derive(::serde::Deserialize, Clone, Debug, PartialEq)]
    pub struct UiConfirm {
        /// Identifies the question; the answer repeats it.
        pub id: super::shared::CorrelationId,
        /// Heading of the question.
        pub title: String,
        /// The question.
        pub message: String,
        /// Milliseconds after which the question is withdrawn and counts as cancelled; left out: it waits for an answer.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub timeout: Option<u64>,
    }
    /// Let the user write or change a longer text. Answered by `value`; cancelled it gives none.
    #[derive(::serde::Deserialize, Clone, Debug, PartialEq)]
    pub struct UiEditor {
        /// Identifies the question; the answer repeats it.
        pub id: super::shared::CorrelationId,
        /// What to write.
        pub title: String,
        /// Text to start from.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub prefill: Option<String>,
        /// True to show it as a prompt, where one key sends the text.
        #[serde(rename = "promptStyle", skip_serializing_if = "Option::is_none")]
        pub prompt_style: Option<bool>,
    }
    /// Ask for one line of text. Answered by `value`; cancelled it gives none.
    #[derive(::serde::Deserialize, Clone, Debug, PartialEq)]
    pub struct UiInput {
        /// Identifies the question; the answer repeats it.
        pub id: super::shared::CorrelationId,
        /// The question.
        pub title: String,
        /// Text to show while the field is empty.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub placeholder: Option<String>,
        /// Milliseconds after which the question is withdrawn and counts as cancelled; left out: it waits for an answer.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub timeout: Option<u64>,
        /// Set when the text must not be shown while it is typed.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub secret: Option<bool>,
    }
    /// Show a message to the user.
    #[derive(::serde::Deserialize, Clone, Debug, PartialEq)]
    pub struct UiNotify {
        /// Identifies the frame; no answer is expected.
        pub id: super::shared::CorrelationId,
        /// The text.
        pub message: String,
        /// How serious it is; left out: information.
        #[serde(rename = "notifyType", skip_serializing_if = "Option::is_none")]
        pub notify_type: Option<NoticeLevel>,
    }
    /// Show an address during a login.
    #[derive(::serde::Deserialize, Clone, Debug, PartialEq)]
    pub struct UiOpenUrl {
        /// Identifies the frame; no answer is expected.
        pub id: super::shared::CorrelationId,
        /// The address to show.
        pub url: String,
        /// The address to open in its place, where it differs.
        #[serde(rename = "launchUrl", skip_serializing_if = "Option::is_none")]
        pub launch_url: Option<String>,
        /// What the user should do there.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub instructions: Option<String>,
        /// What the address is for.
        pub credential: UrlCredential,
    }
    /// Let the user choose one of several texts. Answered by `value`; cancelled it chooses nothing.
    #[derive(::serde::Deserialize, Clone, Debug, PartialEq)]
    pub struct UiSelect {
        /// Identifies the question; the answer repeats it.
        pub id: super::shared::CorrelationId,
        /// The question.
        pub title: String,
        /// The texts to choose from; the answer is one of them.
        pub options: Vec<String>,
        /// Milliseconds after which the question is withdrawn and counts as cancelled; left out: it waits for an answer.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub timeout: Option<u64>,
    }
    /// Put text into the input field of the user.
    #[derive(::serde::Deserialize, Clone, Debug, PartialEq)]
    pub struct UiSetEditorText {
        /// Identifies the frame; no answer is expected.
        pub id: super::shared::CorrelationId,
        /// The text.
        pub text: String,
    }
    /// Show, change or clear one entry of the status line.
    #[derive(::serde::Deserialize, Clone, Debug, PartialEq)]
    pub struct UiSetStatus {
        /// Identifies the frame; no answer is expected.
        pub id: super::shared::CorrelationId,
        /// Which entry.
        #[serde(rename = "statusKey")]
        pub status_key: String,
        /// What it shows; left out: the entry goes away.
        #[serde(rename = "statusText", skip_serializing_if = "Option::is_none")]
        pub status_text: Option<String>,
    }
    /// Set the title of the window. Sent only when `VEYYON_RPC_EMIT_TITLE` is on.
    #[derive(::serde::Deserialize, Clone, Debug, PartialEq)]
    pub struct UiSetTitle {
        /// Identifies the frame; no answer is expected.
        pub id: super::shared::CorrelationId,
        /// The title.
        pub title: String,
    }
    /// Show, change or remove a block of lines beside the editor.
    #[derive(::serde::Deserialize, Clone, Debug, PartialEq)]
    pub struct UiSetWidget {
        /// Identifies the frame; no answer is expected.
        pub id: super::shared::CorrelationId,
        /// Which block.
        #[serde(rename = "widgetKey")]
        pub widget_key: String,
        /// Its lines; left out: the block goes away.
        #[serde(rename = "widgetLines", skip_serializing_if = "Option::is_none")]
        pub widget_lines: Option<Vec<String>>,
        /// Where it goes; left out: above the editor.
        #[serde(rename = "widgetPlacement", skip_serializing_if = "Option::is_none")]
        pub widget_placement: Option<WidgetPlacement>,
    }
    /// `oauth`: the login waits for the address, so the host opens it in a browser. `api-key`: a key is to be had there and is asked for next, so the host only shows it.
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
    pub enum UrlCredential {
        #[serde(rename = "oauth")]
        Oauth,
        #[serde(rename = "api-key")]
        ApiKey,
    }
    impl UrlCredential {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[Self::Oauth, Self::ApiKey];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::Oauth => "oauth",
                Self::ApiKey => "api-key",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "oauth" => Some(Self::Oauth),
                "api-key" => Some(Self::ApiKey),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for UrlCredential {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// Where a block of lines goes.
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
    pub enum WidgetPlacement {
        #[serde(rename = "aboveEditor")]
        AboveEditor,
        #[serde(rename = "belowEditor")]
        BelowEditor,
    }
    impl WidgetPlacement {
        /// Every value, in schema order.
        pub const ALL: &'static [Self] = &[Self::AboveEditor, Self::BelowEditor];
        /// The value as it is on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::AboveEditor => "aboveEditor",
                Self::BelowEditor => "belowEditor",
            }
        }
        /// The value of this wire spelling.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "aboveEditor" => Some(Self::AboveEditor),
                "belowEditor" => Some(Self::BelowEditor),
                _ => None,
            }
        }
    }
    impl ::std::fmt::Display for WidgetPlacement {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
    /// Something for the user interface of the host: a question, or something to show. Questions are answered by `extension_ui_response`.
    #[derive(::serde::Deserialize, Clone, Debug, PartialEq)]
    #[serde(tag = "method")]
    pub enum ExtensionUiRequest {
        #[serde(rename = "select")]
        Select(UiSelect),
        #[serde(rename = "confirm")]
        Confirm(UiConfirm),
        #[serde(rename = "input")]
        Input(UiInput),
        #[serde(rename = "editor")]
        Editor(UiEditor),
        #[serde(rename = "cancel")]
        Cancel(UiCancel),
        #[serde(rename = "notify")]
        Notify(UiNotify),
        #[serde(rename = "setStatus")]
        SetStatus(UiSetStatus),
        #[serde(rename = "setWidget")]
        SetWidget(UiSetWidget),
        #[serde(rename = "setTitle")]
        SetTitle(UiSetTitle),
        #[serde(rename = "set_editor_text")]
        SetEditorText(UiSetEditorText),
        #[serde(rename = "open_url")]
        OpenUrl(UiOpenUrl),
    }
    impl ::serde::Serialize for ExtensionUiRequest {
        fn serialize<S: ::serde::Serializer>(
            &self,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            match self {
                Self::Select(inner) => inner.serialize(serializer),
                Self::Confirm(inner) => inner.serialize(serializer),
                Self::Input(inner) => inner.serialize(serializer),
                Self::Editor(inner) => inner.serialize(serializer),
                Self::Cancel(inner) => inner.serialize(serializer),
                Self::Notify(inner) => inner.serialize(serializer),
                Self::SetStatus(inner) => inner.serialize(serializer),
                Self::SetWidget(inner) => inner.serialize(serializer),
                Self::SetTitle(inner) => inner.serialize(serializer),
                Self::SetEditorText(inner) => inner.serialize(serializer),
                Self::OpenUrl(inner) => inner.serialize(serializer),
            }
        }
    }
    impl From<UiSelect> for ExtensionUiRequest {
        fn from(inner: UiSelect) -> Self {
            Self::Select(inner)
        }
    }
    impl From<UiConfirm> for ExtensionUiRequest {
        fn from(inner: UiConfirm) -> Self {
            Self::Confirm(inner)
        }
    }
    impl From<UiInput> for ExtensionUiRequest {
        fn from(inner: UiInput) -> Self {
            Self::Input(inner)
        }
    }
    impl From<UiEditor> for ExtensionUiRequest {
        fn from(inner: UiEditor) -> Self {
            Self::Editor(inner)
        }
    }
    impl From<UiCancel> for ExtensionUiRequest {
        fn from(inner: UiCancel) -> Self {
            Self::Cancel(inner)
        }
    }
    impl From<UiNotify> for ExtensionUiRequest {
        fn from(inner: UiNotify) -> Self {
            Self::Notify(inner)
        }
    }
    impl From<UiSetStatus> for ExtensionUiRequest {
        fn from(inner: UiSetStatus) -> Self {
            Self::SetStatus(inner)
        }
    }
    impl From<UiSetWidget> for ExtensionUiRequest {
        fn from(inner: UiSetWidget) -> Self {
            Self::SetWidget(inner)
        }
    }
    impl From<UiSetTitle> for ExtensionUiRequest {
        fn from(inner: UiSetTitle) -> Self {
            Self::SetTitle(inner)
        }
    }
    impl From<UiSetEditorText> for ExtensionUiRequest {
        fn from(inner: UiSetEditorText) -> Self {
            Self::SetEditorText(inner)
        }
    }
    impl From<UiOpenUrl> for ExtensionUiRequest {
        fn from(inner: UiOpenUrl) -> Self {
            Self::OpenUrl(inner)
        }
    }
    impl ::serde::Serialize for UiSelect {
        fn serialize<S: ::serde::Serializer>(
            &self,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            use ::serde::ser::SerializeStruct;
            let mut frame = serializer.serialize_struct("UiSelect", 6usize)?;
            frame.serialize_field("type", &"extension_ui_request")?;
            frame.serialize_field("method", &"select")?;
            frame.serialize_field("id", &self.id)?;
            frame.serialize_field("title", &self.title)?;
            frame.serialize_field("options", &self.options)?;
            match &self.timeout {
                Some(value) => frame.serialize_field("timeout", value)?,
                None => frame.skip_field("timeout")?,
            }
            frame.end()
        }
    }
    impl ::serde::Serialize for UiConfirm {
        fn serialize<S: ::serde::Serializer>(
            &self,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            use ::serde::ser::SerializeStruct;
            let mut frame = serializer.serialize_struct("UiConfirm", 6usize)?;
            frame.serialize_field("type", &"extension_ui_request")?;
            frame.serialize_field("method", &"confirm")?;
            frame.serialize_field("id", &self.id)?;
            frame.serialize_field("title", &self.title)?;
            frame.serialize_field("message", &self.message)?;
            match &self.timeout {
                Some(value) => frame.serialize_field("timeout", value)?,
                None => frame.skip_field("timeout")?,
            }
            frame.end()
        }
    }
    impl ::serde::Serialize for UiInput {
        fn serialize<S: ::serde::Serializer>(
            &self,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            use ::serde::ser::SerializeStruct;
            let mut frame = serializer.serialize_struct("UiInput", 7usize)?;
            frame.serialize_field("type", &"extension_ui_request")?;
            frame.serialize_field("method", &"input")?;
            frame.serialize_field("id", &self.id)?;
            frame.serialize_field("title", &self.title)?;
            match &self.placeholder {
                Some(value) => frame.serialize_field("placeholder", value)?,
                None => frame.skip_field("placeholder")?,
            }
            match &self.timeout {
                Some(value) => frame.serialize_field("timeout", value)?,
                None => frame.skip_field("timeout")?,
            }
            match &self.secret {
                Some(value) => frame.serialize_field("secret", value)?,
                None => frame.skip_field("secret")?,
            }
            frame.end()
        }
    }
    impl ::serde::Serialize for UiEditor {
        fn serialize<S: ::serde::Serializer>(
            &self,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            use ::serde::ser::SerializeStruct;
            let mut frame = serializer.serialize_struct("UiEditor", 6usize)?;
            frame.serialize_field("type", &"extension_ui_request")?;
            frame.serialize_field("method", &"editor")?;
            frame.serialize_field("id", &self.id)?;
            frame.serialize_field("title", &self.title)?;
            match &self.prefill {
                Some(value) => frame.serialize_field("prefill", value)?,
                None => frame.skip_field("prefill")?,
            }
            match &self.prompt_style {
                Some(value) => frame.serialize_field("promptStyle", value)?,
                None => frame.skip_field("promptStyle")?,
            }
            frame.end()
        }
    }
    impl ::serde::Serialize for UiCancel {
        fn serialize<S: ::serde::Serializer>(
            &self,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            use ::serde::ser::SerializeStruct;
            let mut frame = serializer.serialize_struct("UiCancel", 4usize)?;
            frame.serialize_field("type", &"extension_ui_request")?;
            frame.serialize_field("method", &"cancel")?;
            frame.serialize_field("id", &self.id)?;
            frame.serialize_field("targetId", &self.target_id)?;
            frame.end()
        }
    }
    impl ::serde::Serialize for UiNotify {
        fn serialize<S: ::serde::Serializer>(
            &self,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            use ::serde::ser::SerializeStruct;
            let mut frame = serializer.serialize_struct("UiNotify", 5usize)?;
            frame.serialize_field("type", &"extension_ui_request")?;
            frame.serialize_field("method", &"notify")?;
            frame.serialize_field("id", &self.id)?;
            frame.serialize_field("message", &self.message)?;
            match &self.notify_type {
                Some(value) => frame.serialize_field("notifyType", value)?,
                None => frame.skip_field("notifyType")?,
            }
            frame.end()
        }
    }
    impl ::serde::Serialize for UiSetStatus {
        fn serialize<S: ::serde::Serializer>(
            &self,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            use ::serde::ser::SerializeStruct;
            let mut frame = serializer.serialize_struct("UiSetStatus", 5usize)?;
            frame.serialize_field("type", &"extension_ui_request")?;
            frame.serialize_field("method", &"setStatus")?;
            frame.serialize_field("id", &self.id)?;
            frame.serialize_field("statusKey", &self.status_key)?;
            match &self.status_text {
                Some(value) => frame.serialize_field("statusText", value)?,
                None => frame.skip_field("statusText")?,
            }
            frame.end()
        }
    }
    impl ::serde::Serialize for UiSetWidget {
        fn serialize<S: ::serde::Serializer>(
            &self,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            use ::serde::ser::SerializeStruct;
            let mut frame = serializer.serialize_struct("UiSetWidget", 6usize)?;
            frame.serialize_field("type", &"extension_ui_request")?;
            frame.serialize_field("method", &"setWidget")?;
            frame.serialize_field("id", &self.id)?;
            frame.serialize_field("widgetKey", &self.widget_key)?;
            match &self.widget_lines {
                Some(value) => frame.serialize_field("widgetLines", value)?,
                None => frame.skip_field("widgetLines")?,
            }
            match &self.widget_placement {
                Some(value) => frame.serialize_field("widgetPlacement", value)?,
                None => frame.skip_field("widgetPlacement")?,
            }
            frame.end()
        }
    }
    impl ::serde::Serialize for UiSetTitle {
        fn serialize<S: ::serde::Serializer>(
            &self,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            use ::serde::ser::SerializeStruct;
            let mut frame = serializer.serialize_struct("UiSetTitle", 4usize)?;
            frame.serialize_field("type", &"extension_ui_request")?;
            frame.serialize_field("method", &"setTitle")?;
            frame.serialize_field("id", &self.id)?;
            frame.serialize_field("title", &self.title)?;
            frame.end()
        }
    }
    impl ::serde::Serialize for UiSetEditorText {
        fn serialize<S: ::serde::Serializer>(
            &self,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            use ::serde::ser::SerializeStruct;
            let mut frame = serializer.serialize_struct("UiSetEditorText", 4usize)?;
            frame.serialize_field("type", &"extension_ui_request")?;
            frame.serialize_field("method", &"set_editor_text")?;
            frame.serialize_field("id", &self.id)?;
            frame.serialize_field("text", &self.text)?;
            frame.end()
        }
    }
    impl ::serde::Serialize for UiOpenUrl {
        fn serialize<S: ::serde::Serializer>(
            &self,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            use ::serde::ser::SerializeStruct;
            let mut frame = serializer.serialize_struct("UiOpenUrl", 7usize)?;
            frame.serialize_field("type", &"extension_ui_request")?;
            frame.serialize_field("method", &"open_url")?;
            frame.serialize_field("id", &self.id)?;
            frame.serialize_field("url", &self.url)?;
            match &self.launch_url {
                Some(value) => frame.serialize_field("launchUrl", value)?,
                None => frame.skip_field("launchUrl")?,
            }
            match &self.instructions {
                Some(value) => frame.serialize_field("instructions", value)?,
                None => frame.skip_field("instructions")?,
            }
            frame.serialize_field("credential", &self.credential)?;
            frame.end()
        }
    }
    impl ::serde::Serialize for PromptResult {
        fn serialize<S: ::serde::Serializer>(
            &self,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            use ::serde::ser::SerializeStruct;
            let mut frame = serializer.serialize_struct("PromptResult", 3usize)?;
            frame.serialize_field("type", &"prompt_result")?;
            frame.serialize_field("agentInvoked", &false)?;
            match &self.id {
                Some(value) => frame.serialize_field("id", value)?,
                None => frame.skip_field("id")?,
            }
            frame.end()
        }
    }
    /// One model, or several in order of preference.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(untagged)]
    pub enum AgentModelOverride {
        Text(String),
        List(Vec<String>),
    }
    impl<'de> ::serde::Deserialize<'de> for AgentModelOverride {
        fn deserialize<D: ::serde::Deserializer<'de>>(
            deserializer: D,
        ) -> Result<Self, D::Error> {
            struct Kinds;
            impl<'de> ::serde::de::Visitor<'de> for Kinds {
                type Value = AgentModelOverride;
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
    /// One step in the making of an assistant message: a block begins, grows or ends.
    #[derive(::serde::Deserialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type")]
    pub enum AssistantMessageEvent {
        #[serde(rename = "start")]
        Start(AssistantStart),
        #[serde(rename = "text_start")]
        TextStart(AssistantTextStart),
        #[serde(rename = "text_delta")]
        TextDelta(AssistantTextDelta),
        #[serde(rename = "text_end")]
        TextEnd(AssistantTextEnd),
        #[serde(rename = "thinking_start")]
        ThinkingStart(AssistantThinkingStart),
        #[serde(rename = "thinking_delta")]
        ThinkingDelta(AssistantThinkingDelta),
        #[serde(rename = "thinking_end")]
        ThinkingEnd(AssistantThinkingEnd),
        #[serde(rename = "toolcall_start")]
        ToolcallStart(AssistantToolcallStart),
        #[serde(rename = "toolcall_delta")]
        ToolcallDelta(AssistantToolcallDelta),
        #[serde(rename = "toolcall_end")]
        ToolcallEnd(AssistantToolcallEnd),
        #[serde(rename = "done")]
        Done(AssistantDone),
        #[serde(rename = "error")]
        Error(AssistantError),
    }
    impl ::serde::Serialize for AssistantMessageEvent {
        fn serialize<S: ::serde::Serializer>(
            &self,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            match self {
                Self::Start(inner) => inner.serialize(serializer),
                Self::TextStart(inner) => inner.serialize(serializer),
                Self::TextDelta(inner) => inner.serialize(serializer),
                Self::TextEnd(inner) => inner.serialize(serializer),
                Self::ThinkingStart(inner) => inner.serialize(serializer),
                Self::ThinkingDelta(inner) => inner.serialize(serializer),
                Self::ThinkingEnd(inner) => inner.serialize(serializer),
                Self::ToolcallStart(inner) => inner.serialize(serializer),
                Self::ToolcallDelta(inner) => inner.serialize(serializer),
                Self::ToolcallEnd(inner) => inner.serialize(serializer),
                Self::Done(inner) => inner.serialize(serializer),
                Self::Error(inner) => inner.serialize(serializer),
            }
        }
    }
    impl From<AssistantStart> for AssistantMessageEvent {
        fn from(inner: AssistantStart) -> Self {
            Self::Start(inner)
        }
    }
    impl From<AssistantTextStart> for AssistantMessageEvent {
        fn from(inner: AssistantTextStart) -> Self {
            Self::TextStart(inner)
        }
    }
    impl From<AssistantTextDelta> for AssistantMessageEvent {
        fn from(inner: AssistantTextDelta) -> Self {
            Self::TextDelta(inner)
        }
    }
    impl From<AssistantTextEnd> for AssistantMessageEvent {
        fn from(inner: AssistantTextEnd) -> Self {
            Self::TextEnd(inner)
        }
    }
    impl From<AssistantThinkingStart> for AssistantMessageEvent {
        fn from(inner: AssistantThinkingStart) -> Self {
            Self::ThinkingStart(inner)
        }
    }
    impl From<AssistantThinkingDelta> for AssistantMessageEvent {
        fn from(inner: AssistantThinkingDelta) -> Self {
            Self::ThinkingDelta(inner)
        }
    }
    impl From<AssistantThinkingEnd> for AssistantMessageEvent {
        fn from(inner: AssistantThinkingEnd) -> Self {
            Self::ThinkingEnd(inner)
        }
    }
    impl From<AssistantToolcallStart> for AssistantMessageEvent {
        fn from(inner: AssistantToolcallStart) -> Self {
            Self::ToolcallStart(inner)
        }
    }
    impl From<AssistantToolcallDelta> for AssistantMessageEvent {
        fn from(inner: AssistantToolcallDelta) -> Self {
            Self::ToolcallDelta(inner)
        }
    }
    impl From<AssistantToolcallEnd> for AssistantMessageEvent {
        fn from(inner: AssistantToolcallEnd) -> Self {
            Self::ToolcallEnd(inner)
        }
    }
    impl From<AssistantDone> for AssistantMessageEvent {
        fn from(inner: AssistantDone) -> Self {
            Self::Done(inner)
        }
    }
    impl From<AssistantError> for AssistantMessageEvent {
        fn from(inner: AssistantError) -> Self {
            Self::Error(inner)
        }
    }
    /// Any event of a session.
    #[derive(::serde::Deserialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type")]
    pub enum SessionEvent {
        #[serde(rename = "agent_start")]
        AgentStart(AgentStartEvent),
        #[serde(rename = "agent_end")]
        AgentEnd(AgentEndEvent),
        #[serde(rename = "turn_start")]
        TurnStart(TurnStartEvent),
        #[serde(rename = "turn_end")]
        TurnEnd(TurnEndEvent),
        #[serde(rename = "message_start")]
        MessageStart(MessageStartEvent),
        #[serde(rename = "message_update")]
        MessageUpdate(MessageUpdateEvent),
        #[serde(rename = "message_end")]
        MessageEnd(MessageEndEvent),
        #[serde(rename = "tool_execution_start")]
        ToolExecutionStart(ToolExecutionStartEvent),
        #[serde(rename = "tool_execution_update")]
        ToolExecutionUpdate(ToolExecutionUpdateEvent),
        #[serde(rename = "tool_execution_end")]
        ToolExecutionEnd(ToolExecutionEndEvent),
        #[serde(rename = "auto_compaction_start")]
        AutoCompactionStart(AutoCompactionStartEvent),
        #[serde(rename = "auto_compaction_end")]
        AutoCompactionEnd(AutoCompactionEndEvent),
        #[serde(rename = "auto_retry_start")]
        AutoRetryStart(AutoRetryStartEvent),
        #[serde(rename = "auto_retry_end")]
        AutoRetryEnd(AutoRetryEndEvent),
        #[serde(rename = "retry_fallback_applied")]
        RetryFallbackApplied(RetryFallbackAppliedEvent),
        #[serde(rename = "retry_fallback_succeeded")]
        RetryFallbackSucceeded(RetryFallbackSucceededEvent),
        #[serde(rename = "ttsr_triggered")]
        TtsrTriggered(TtsrTriggeredEvent),
        #[serde(rename = "todo_reminder")]
        TodoReminder(TodoReminderEvent),
        #[serde(rename = "todo_auto_clear")]
        TodoAutoClear(TodoAutoClearEvent),
        #[serde(rename = "irc_message")]
        IrcMessage(IrcMessageEvent),
        #[serde(rename = "notice")]
        Notice(NoticeEvent),
        #[serde(rename = "thinking_level_changed")]
        ThinkingLevelChanged(ThinkingLevelChangedEvent),
        #[serde(rename = "goal_updated")]
        GoalUpdated(GoalUpdatedEvent),
        #[serde(rename = "cwd_changed")]
        CwdChanged(CwdChangedEvent),
    }
    impl ::serde::Serialize for SessionEvent {
        fn serialize<S: ::serde::Serializer>(
            &self,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            match self {
                Self::AgentStart(inner) => inner.serialize(serializer),
                Self::AgentEnd(inner) => inner.serialize(serializer),
                Self::TurnStart(inner) => inner.serialize(serializer),
                Self::TurnEnd(inner) => inner.serialize(serializer),
                Self::MessageStart(inner) => inner.serialize(serializer),
                Self::MessageUpdate(inner) => inner.serialize(serializer),
                Self::MessageEnd(inner) => inner.serialize(serializer),
                Self::ToolExecutionStart(inner) => inner.serialize(serializer),
                Self::ToolExecutionUpdate(inner) => inner.serialize(serializer),
                Self::ToolExecutionEnd(inner) => inner.serialize(serializer),
                Self::AutoCompactionStart(inner) => inner.serialize(serializer),
                Self::AutoCompactionEnd(inner) => inner.serialize(serializer),
                Self::AutoRetryStart(inner) => inner.serialize(serializer),
                Self::AutoRetryEnd(inner) => inner.serialize(serializer),
                Self::RetryFallbackApplied(inner) => inner.serialize(serializer),
                Self::RetryFallbackSucceeded(inner) => inner.serialize(serializer),
                Self::TtsrTriggered(inner) => inner.serialize(serializer),
                Self::TodoReminder(inner) => inner.serialize(serializer),
                Self::TodoAutoClear(inner) => inner.serialize(serializer),
                Self::IrcMessage(inner) => inner.serialize(serializer),
                Self::Notice(inner) => inner.serialize(serializer),
                Self::ThinkingLevelChanged(inner) => inner.serialize(serializer),
                Self::GoalUpdated(inner) => inner.serialize(serializer),
                Self::CwdChanged(inner) => inner.serialize(serializer),
            }
        }
    }
    impl From<AgentStartEvent> for SessionEvent {
        fn from(inner: AgentStartEvent) -> Self {
            Self::AgentStart(inner)
        }
    }
    impl From<AgentEndEvent> for SessionEvent {
        fn from(inner: AgentEndEvent) -> Self {
            Self::AgentEnd(inner)
        }
    }
    impl From<TurnStartEvent> for SessionEvent {
        fn from(inner: TurnStartEvent) -> Self {
            Self::TurnStart(inner)
        }
    }
    impl From<TurnEndEvent> for SessionEvent {
        fn from(inner: TurnEndEvent) -> Self {
            Self::TurnEnd(inner)
        }
    }
    impl From<MessageStartEvent> for SessionEvent {
        fn from(inner: MessageStartEvent) -> Self {
            Self::MessageStart(inner)
        }
    }
    impl From<MessageUpdateEvent> for SessionEvent {
        fn from(inner: MessageUpdateEvent) -> Self {
            Self::MessageUpdate(inner)
        }
    }
    impl From<MessageEndEvent> for SessionEvent {
        fn from(inner: MessageEndEvent) -> Self {
            Self::MessageEnd(inner)
        }
    }
    impl From<ToolExecutionStartEvent> for SessionEvent {
        fn from(inner: ToolExecutionStartEvent) -> Self {
            Self::ToolExecutionStart(inner)
        }
    }
    impl From<ToolExecutionUpdateEvent> for SessionEvent {
        fn from(inner: ToolExecutionUpdateEvent) -> Self {
            Self::ToolExecutionUpdate(inner)
        }
    }
    impl From<ToolExecutionEndEvent> for SessionEvent {
        fn from(inner: ToolExecutionEndEvent) -> Self {
            Self::ToolExecutionEnd(inner)
        }
    }
    impl From<AutoCompactionStartEvent> for SessionEvent {
        fn from(inner: AutoCompactionStartEvent) -> Self {
            Self::AutoCompactionStart(inner)
        }
    }
    impl From<AutoCompactionEndEvent> for SessionEvent {
        fn from(inner: AutoCompactionEndEvent) -> Self {
            Self::AutoCompactionEnd(inner)
        }
    }
    impl From<AutoRetryStartEvent> for SessionEvent {
        fn from(inner: AutoRetryStartEvent) -> Self {
            Self::AutoRetryStart(inner)
        }
    }
    impl From<AutoRetryEndEvent> for SessionEvent {
        fn from(inner: AutoRetryEndEvent) -> Self {
            Self::AutoRetryEnd(inner)
        }
    }
    impl From<RetryFallbackAppliedEvent> for SessionEvent {
        fn from(inner: RetryFallbackAppliedEvent) -> Self {
            Self::RetryFallbackApplied(inner)
        }
    }
    impl From<RetryFallbackSucceededEvent> for SessionEvent {
        fn from(inner: RetryFallbackSucceededEvent) -> Self {
            Self::RetryFallbackSucceeded(inner)
        }
    }
    impl From<TtsrTriggeredEvent> for SessionEvent {
        fn from(inner: TtsrTriggeredEvent) -> Self {
            Self::TtsrTriggered(inner)
        }
    }
    impl From<TodoReminderEvent> for SessionEvent {
        fn from(inner: TodoReminderEvent) -> Self {
            Self::TodoReminder(inner)
        }
    }
    impl From<TodoAutoClearEvent> for SessionEvent {
        fn from(inner: TodoAutoClearEvent) -> Self {
            Self::TodoAutoClear(inner)
        }
    }
    impl From<IrcMessageEvent> for SessionEvent {
        fn from(inner: IrcMessageEvent) -> Self {
            Self::IrcMessage(inner)
        }
    }
    impl From<NoticeEvent> for SessionEvent {
        fn from(inner: NoticeEvent) -> Self {
            Self::Notice(inner)
        }
    }
    impl From<ThinkingLevelChangedEvent> for SessionEvent {
        fn from(inner: ThinkingLevelChangedEvent) -> Self {
            Self::ThinkingLevelChanged(inner)
        }
    }
    impl From<GoalUpdatedEvent> for SessionEvent {
        fn from(inner: GoalUpdatedEvent) -> Self {
            Self::GoalUpdated(inner)
        }
    }
    impl From<CwdChangedEvent> for SessionEvent {
        fn from(inner: CwdChangedEvent) -> Self {
            Self::CwdChanged(inner)
        }
    }
    /// The commands of this protocol.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum CommandName {
        /// Stop what the agent is doing: the run, its tools, the shell commands of the host, a retry wait, a compaction, a handoff, a login. The response comes after the end events of the run; with nothing to stop it succeeds at once. Queued messages stay queued.
        Abort,
        /// Stop the current run and give the agent a new prompt in its place. It is answered at once; messages that were still queued come after the new prompt. Command files are expanded; built-in slash commands and skills are not recognised here.
        AbortAndPrompt,
        /// Queue a message that the agent takes up when it would otherwise have finished its run.
        FollowUp,
        /// Give the agent a prompt. It is acknowledged when it is accepted; the work shows in the events, and `agent_end` says that it is over. Text that starts with a slash may run a slash command or a skill instead.
        Prompt,
        /// Queue a message that reaches the agent in the middle of its run, at the next safe point. While idle it starts a run when the conversation has begun, and otherwise waits for the next prompt.
        Steer,
        /// Ask for the slash commands that a prompt may start with. The folders of skills and command files are looked through again; when the list changed, `available_commands_update` comes first.
        GetAvailableCommands,
        /// Ask for a picture of the session: model, modes, counters, todo list, system prompt, tools and context use.
        GetState,
        /// Replace the todo list of the session, for instance to lay out a plan before the first prompt. An empty list clears it.
        SetTodos,
        /// Replace the tools that the host runs. The model sees them from its next request on, also in a running turn; each call arrives as `host_tool_call`. An empty list removes all.
        SetHostTools,
        /// Replace the URL schemes that the host serves. Reads, and writes where allowed, of such a URL arrive as `host_uri_request`. It is all or nothing: one bad scheme leaves the old set in place. Reserved are `http`, `https`, `file`, `skill`, `memory` and `artifact`.
        SetHostUriSchemes,
        /// Read the transcript of an agent that works or worked for the session, from a byte position on, so that a host can follow it piece by piece.
        GetSubagentMessages,
        /// Ask which agents work for the session now. Finished ones are not listed.
        GetSubagents,
        /// Choose which frames about agents that work for the session are sent. They are tracked at every level.
        SetSubagentSubscription,
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
        /// Choose how many queued follow-up messages the agent takes up at a time. It counts from the next safe point on.
        SetFollowUpMode,
        /// Choose whether a steering message cuts a batch of tool calls short or waits until the turn is complete.
        SetInterruptMode,
        /// Choose how many queued steering messages the agent takes up at a time. It counts from the next safe point on.
        SetSteeringMode,
        /// Replace the older part of the conversation by a summary, to free context. A running turn is stopped first, with its end events.
        Compact,
        /// Turn automatic compaction on or off for the session.
        SetAutoCompaction,
        /// End the wait before the next retry; the run then ends with the fault. With no such wait it succeeds at once.
        AbortRetry,
        /// Turn automatic retry of failed requests to the model on or off for the session.
        SetAutoRetry,
        /// Stop all shell commands that the host started with `bash`. Commands that the model runs go on.
        AbortBash,
        /// Run a shell command in the folder of the session, beside everything else. The response comes when it ends; a non-zero exit is a success with that code. What it printed becomes part of the conversation.
        Bash,
        /// Go back to a user message: a new session begins that holds everything before it. Its text is returned, so that the host can offer it for editing.
        Branch,
        /// Write the session, all branches of it, to one HTML file that needs nothing else and runs no script.
        ExportHtml,
        /// Ask for the user messages from which `branch` can start, on all branches, in the order of the file.
        GetBranchMessages,
        /// Ask for the text of the last answer of the assistant.
        GetLastAssistantText,
        /// Ask for the messages of the conversation, of all roles, as the agent now has them.
        GetMessages,
        /// Ask for counts of messages and calls, and for the tokens and money used. They cover the messages now in the conversation.
        GetSessionStats,
        /// Let the model write down where the work stands and begin a new session with that document. Refused during a turn. The data is null when the model wrote nothing or an extension refused.
        Handoff,
        /// Begin a new conversation. A running turn is stopped; model, modes and the tools of the host stay. With `background` a running turn goes on out of sight, and the new conversation has the model and modes of the launch options and the tools of the host; without a running turn it makes no difference.
        NewSession,
        /// Give the session a name.
        SetSessionName,
        /// Open a stored conversation, or come back to one that runs in the background; what it said meanwhile is not told again. Coming back sends the current conversation to the background if its turn runs, and closes it if none does; a stored one stops the running turn. A path without a session file is refused and the current conversation stays.
        SwitchSession,
        /// Stop a conversation in the background. The response comes when it is gone.
        CancelBackgroundSession,
        /// Ask which conversations go on in the background.
        GetBackgroundSessions,
        /// Ask for the providers that one can log in to.
        GetLoginProviders,
        /// Log in to a provider. The host is shown an address (`open_url`), is told how it goes (`notify`) and is asked for a key or a code (`input`); the first that comes back counts, the other question is withdrawn. One at a time; an abort ends it. The models are looked up again afterwards.
        Login,
    }
    impl CommandName {
        /// Every command, in the order of the documents.
        pub const ALL: &'static [Self] = &[
            Self::Abort,
            Self::AbortAndPrompt,
            Self::FollowUp,
            Self::Prompt,
            Self::Steer,
            Self::GetAvailableCommands,
            Self::GetState,
            Self::SetTodos,
            Self::SetHostTools,
            Self::SetHostUriSchemes,
            Self::GetSubagentMessages,
            Self::GetSubagents,
            Self::SetSubagentSubscription,
            Self::CycleModel,
            Self::GetAvailableModels,
            Self::SetModel,
            Self::CycleThinkingLevel,
            Self::SetThinkingLevel,
            Self::SetFollowUpMode,
            Self::SetInterruptMode,
            Self::SetSteeringMode,
            Self::Compact,
            Self::SetAutoCompaction,
            Self::AbortRetry,
            Self::SetAutoRetry,
            Self::AbortBash,
            Self::Bash,
            Self::Branch,
            Self::ExportHtml,
            Self::GetBranchMessages,
            Self::GetLastAssistantText,
            Self::GetMessages,
            Self::GetSessionStats,
            Self::Handoff,
            Self::NewSession,
            Self::SetSessionName,
            Self::SwitchSession,
            Self::CancelBackgroundSession,
            Self::GetBackgroundSessions,
            Self::GetLoginProviders,
            Self::Login,
        ];
        /// The command's `type` on the wire.
        pub const fn as_str(self) -> &'static str {
            match self {
                Self::Abort => "abort",
                Self::AbortAndPrompt => "abort_and_prompt",
                Self::FollowUp => "follow_up",
                Self::Prompt => "prompt",
                Self::Steer => "steer",
                Self::GetAvailableCommands => "get_available_commands",
                Self::GetState => "get_state",
                Self::SetTodos => "set_todos",
                Self::SetHostTools => "set_host_tools",
                Self::SetHostUriSchemes => "set_host_uri_schemes",
                Self::GetSubagentMessages => "get_subagent_messages",
                Self::GetSubagents => "get_subagents",
                Self::SetSubagentSubscription => "set_subagent_subscription",
                Self::CycleModel => "cycle_model",
                Self::GetAvailableModels => "get_available_models",
                Self::SetModel => "set_model",
                Self::CycleThinkingLevel => "cycle_thinking_level",
                Self::SetThinkingLevel => "set_thinking_level",
                Self::SetFollowUpMode => "set_follow_up_mode",
                Self::SetInterruptMode => "set_interrupt_mode",
                Self::SetSteeringMode => "set_steering_mode",
                Self::Compact => "compact",
                Self::SetAutoCompaction => "set_auto_compaction",
                Self::AbortRetry => "abort_retry",
                Self::SetAutoRetry => "set_auto_retry",
                Self::AbortBash => "abort_bash",
                Self::Bash => "bash",
                Self::Branch => "branch",
                Self::ExportHtml => "export_html",
                Self::GetBranchMessages => "get_branch_messages",
                Self::GetLastAssistantText => "get_last_assistant_text",
                Self::GetMessages => "get_messages",
                Self::GetSessionStats => "get_session_stats",
                Self::Handoff => "handoff",
                Self::NewSession => "new_session",
                Self::SetSessionName => "set_session_name",
                Self::SwitchSession => "switch_session",
                Self::CancelBackgroundSession => "cancel_background_session",
                Self::GetBackgroundSessions => "get_background_sessions",
                Self::GetLoginProviders => "get_login_providers",
                Self::Login => "login",
            }
        }
        /// The command of this `type`.
        pub fn from_wire(text: &str) -> Option<Self> {
            match text {
                "abort" => Some(Self::Abort),
                "abort_and_prompt" => Some(Self::AbortAndPrompt),
                "follow_up" => Some(Self::FollowUp),
                "prompt" => Some(Self::Prompt),
                "steer" => Some(Self::Steer),
                "get_available_commands" => Some(Self::GetAvailableCommands),
                "get_state" => Some(Self::GetState),
                "set_todos" => Some(Self::SetTodos),
                "set_host_tools" => Some(Self::SetHostTools),
                "set_host_uri_schemes" => Some(Self::SetHostUriSchemes),
                "get_subagent_messages" => Some(Self::GetSubagentMessages),
                "get_subagents" => Some(Self::GetSubagents),
                "set_subagent_subscription" => Some(Self::SetSubagentSubscription),
                "cycle_model" => Some(Self::CycleModel),
                "get_available_models" => Some(Self::GetAvailableModels),
                "set_model" => Some(Self::SetModel),
                "cycle_thinking_level" => Some(Self::CycleThinkingLevel),
                "set_thinking_level" => Some(Self::SetThinkingLevel),
                "set_follow_up_mode" => Some(Self::SetFollowUpMode),
                "set_interrupt_mode" => Some(Self::SetInterruptMode),
                "set_steering_mode" => Some(Self::SetSteeringMode),
                "compact" => Some(Self::Compact),
                "set_auto_compaction" => Some(Self::SetAutoCompaction),
                "abort_retry" => Some(Self::AbortRetry),
                "set_auto_retry" => Some(Self::SetAutoRetry),
                "abort_bash" => Some(Self::AbortBash),
                "bash" => Some(Self::Bash),
                "branch" => Some(Self::Branch),
                "export_html" => Some(Self::ExportHtml),
                "get_branch_messages" => Some(Self::GetBranchMessages),
                "get_last_assistant_text" => Some(Self::GetLastAssistantText),
                "get_messages" => Some(Self::GetMessages),
                "get_session_stats" => Some(Self::GetSessionStats),
                "handoff" => Some(Self::Handoff),
                "new_session" => Some(Self::NewSession),
                "set_session_name" => Some(Self::SetSessionName),
                "switch_session" => Some(Self::SwitchSession),
                "cancel_background_session" => Some(Self::CancelBackgroundSession),
                "get_background_sessions" => Some(Self::GetBackgroundSessions),
                "get_login_providers" => Some(Self::GetLoginProviders),
                "login" => Some(Self::Login),
                _ => None,
            }
        }
        /// How the command is ordered against the others.
        pub const fn ordering(self) -> super::frame::Ordering {
            match self {
                Self::Abort => super::frame::Ordering::Control,
                Self::AbortAndPrompt => super::frame::Ordering::Serial,
                Self::FollowUp => super::frame::Ordering::Serial,
                Self::Prompt => super::frame::Ordering::Serial,
                Self::Steer => super::frame::Ordering::Serial,
                Self::GetAvailableCommands => super::frame::Ordering::Serial,
                Self::GetState => super::frame::Ordering::Serial,
                Self::SetTodos => super::frame::Ordering::Serial,
                Self::SetHostTools => super::frame::Ordering::Serial,
                Self::SetHostUriSchemes => super::frame::Ordering::Serial,
                Self::GetSubagentMessages => super::frame::Ordering::Serial,
                Self::GetSubagents => super::frame::Ordering::Serial,
                Self::SetSubagentSubscription => super::frame::Ordering::Serial,
                Self::CycleModel => super::frame::Ordering::Serial,
                Self::GetAvailableModels => super::frame::Ordering::Serial,
                Self::SetModel => super::frame::Ordering::Serial,
                Self::CycleThinkingLevel => super::frame::Ordering::Serial,
                Self::SetThinkingLevel => super::frame::Ordering::Serial,
                Self::SetFollowUpMode => super::frame::Ordering::Serial,
                Self::SetInterruptMode => super::frame::Ordering::Serial,
                Self::SetSteeringMode => super::frame::Ordering::Serial,
                Self::Compact => super::frame::Ordering::Detached,
                Self::SetAutoCompaction => super::frame::Ordering::Serial,
                Self::AbortRetry => super::frame::Ordering::Serial,
                Self::SetAutoRetry => super::frame::Ordering::Serial,
                Self::AbortBash => super::frame::Ordering::Serial,
                Self::Bash => super::frame::Ordering::Concurrent,
                Self::Branch => super::frame::Ordering::Serial,
                Self::ExportHtml => super::frame::Ordering::Detached,
                Self::GetBranchMessages => super::frame::Ordering::Serial,
                Self::GetLastAssistantText => super::frame::Ordering::Serial,
                Self::GetMessages => super::frame::Ordering::Serial,
                Self::GetSessionStats => super::frame::Ordering::Serial,
                Self::Handoff => super::frame::Ordering::Detached,
                Self::NewSession => super::frame::Ordering::Serial,
                Self::SetSessionName => super::frame::Ordering::Serial,
                Self::SwitchSession => super::frame::Ordering::Serial,
                Self::CancelBackgroundSession => super::frame::Ordering::Serial,
                Self::GetBackgroundSessions => super::frame::Ordering::Serial,
                Self::GetLoginProviders => super::frame::Ordering::Serial,
                Self::Login => super::frame::Ordering::Detached,
            }
        }
        /// The group that the documents list the command in.
        pub const fn group(self) -> &'static str {
            match self {
                Self::Abort => "prompting",
                Self::AbortAndPrompt => "prompting",
                Self::FollowUp => "prompting",
                Self::Prompt => "prompting",
                Self::Steer => "prompting",
                Self::GetAvailableCommands => "state",
                Self::GetState => "state",
                Self::SetTodos => "state",
                Self::SetHostTools => "host",
                Self::SetHostUriSchemes => "host",
                Self::GetSubagentMessages => "subagents",
                Self::GetSubagents => "subagents",
                Self::SetSubagentSubscription => "subagents",
                Self::CycleModel => "model",
                Self::GetAvailableModels => "model",
                Self::SetModel => "model",
                Self::CycleThinkingLevel => "thinking",
                Self::SetThinkingLevel => "thinking",
                Self::SetFollowUpMode => "queues",
                Self::SetInterruptMode => "queues",
                Self::SetSteeringMode => "queues",
                Self::Compact => "compaction",
                Self::SetAutoCompaction => "compaction",
                Self::AbortRetry => "retry",
                Self::SetAutoRetry => "retry",
                Self::AbortBash => "bash",
                Self::Bash => "bash",
                Self::Branch => "sessions",
                Self::ExportHtml => "sessions",
                Self::GetBranchMessages => "sessions",
                Self::GetLastAssistantText => "sessions",
                Self::GetMessages => "sessions",
                Self::GetSessionStats => "sessions",
                Self::Handoff => "sessions",
                Self::NewSession => "sessions",
                Self::SetSessionName => "sessions",
                Self::SwitchSession => "sessions",
                Self::CancelBackgroundSession => "background",
                Self::GetBackgroundSessions => "background",
                Self::GetLoginProviders => "login",
                Self::Login => "login",
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
        /// Stop what the agent is doing: the run, its tools, the shell commands of the host, a retry wait, a compaction, a handoff, a login. The response comes after the end events of the run; with nothing to stop it succeeds at once. Queued messages stay queued.
        #[serde(rename = "abort")]
        Abort(AbortCommand),
        /// Stop the current run and give the agent a new prompt in its place. It is answered at once; messages that were still queued come after the new prompt. Command files are expanded; built-in slash commands and skills are not recognised here.
        #[serde(rename = "abort_and_prompt")]
        AbortAndPrompt(AbortAndPromptCommand),
        /// Queue a message that the agent takes up when it would otherwise have finished its run.
        #[serde(rename = "follow_up")]
        FollowUp(FollowUpCommand),
        /// Give the agent a prompt. It is acknowledged when it is accepted; the work shows in the events, and `agent_end` says that it is over. Text that starts with a slash may run a slash command or a skill instead.
        #[serde(rename = "prompt")]
        Prompt(PromptCommand),
        /// Queue a message that reaches the agent in the middle of its run, at the next safe point. While idle it starts a run when the conversation has begun, and otherwise waits for the next prompt.
        #[serde(rename = "steer")]
        Steer(SteerCommand),
        /// Ask for the slash commands that a prompt may start with. The folders of skills and command files are looked through again; when the list changed, `available_commands_update` comes first.
        #[serde(rename = "get_available_commands")]
        GetAvailableCommands(GetAvailableCommandsCommand),
        /// Ask for a picture of the session: model, modes, counters, todo list, system prompt, tools and context use.
        #[serde(rename = "get_state")]
        GetState(GetStateCommand),
        /// Replace the todo list of the session, for instance to lay out a plan before the first prompt. An empty list clears it.
        #[serde(rename = "set_todos")]
        SetTodos(SetTodosCommand),
        /// Replace the tools that the host runs. The model sees them from its next request on, also in a running turn; each call arrives as `host_tool_call`. An empty list removes all.
        #[serde(rename = "set_host_tools")]
        SetHostTools(SetHostToolsCommand),
        /// Replace the URL schemes that the host serves. Reads, and writes where allowed, of such a URL arrive as `host_uri_request`. It is all or nothing: one bad scheme leaves the old set in place. Reserved are `http`, `https`, `file`, `skill`, `memory` and `artifact`.
        #[serde(rename = "set_host_uri_schemes")]
        SetHostUriSchemes(SetHostUriSchemesCommand),
        /// Read the transcript of an agent that works or worked for the session, from a byte position on, so that a host can follow it piece by piece.
        #[serde(rename = "get_subagent_messages")]
        GetSubagentMessages(GetSubagentMessagesCommand),
        /// Ask which agents work for the session now. Finished ones are not listed.
        #[serde(rename = "get_subagents")]
        GetSubagents(GetSubagentsCommand),
        /// Choose which frames about agents that work for the session are sent. They are tracked at every level.
        #[serde(rename = "set_subagent_subscription")]
        SetSubagentSubscription(SetSubagentSubscriptionCommand),
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
        /// Choose how many queued follow-up messages the agent takes up at a time. It counts from the next safe point on.
        #[serde(rename = "set_follow_up_mode")]
        SetFollowUpMode(SetFollowUpModeCommand),
        /// Choose whether a steering message cuts a batch of tool calls short or waits until the turn is complete.
        #[serde(rename = "set_interrupt_mode")]
        SetInterruptMode(SetInterruptModeCommand),
        /// Choose how many queued steering messages the agent takes up at a time. It counts from the next safe point on.
        #[serde(rename = "set_steering_mode")]
        SetSteeringMode(SetSteeringModeCommand),
        /// Replace the older part of the conversation by a summary, to free context. A running turn is stopped first, with its end events.
        #[serde(rename = "compact")]
        Compact(CompactCommand),
        /// Turn automatic compaction on or off for the session.
        #[serde(rename = "set_auto_compaction")]
        SetAutoCompaction(SetAutoCompactionCommand),
        /// End the wait before the next retry; the run then ends with the fault. With no such wait it succeeds at once.
        #[serde(rename = "abort_retry")]
        AbortRetry(AbortRetryCommand),
        /// Turn automatic retry of failed requests to the model on or off for the session.
        #[serde(rename = "set_auto_retry")]
        SetAutoRetry(SetAutoRetryCommand),
        /// Stop all shell commands that the host started with `bash`. Commands that the model runs go on.
        #[serde(rename = "abort_bash")]
        AbortBash(AbortBashCommand),
        /// Run a shell command in the folder of the session, beside everything else. The response comes when it ends; a non-zero exit is a success with that code. What it printed becomes part of the conversation.
        #[serde(rename = "bash")]
        Bash(BashCommand),
        /// Go back to a user message: a new session begins that holds everything before it. Its text is returned, so that the host can offer it for editing.
        #[serde(rename = "branch")]
        Branch(BranchCommand),
        /// Write the session, all branches of it, to one HTML file that needs nothing else and runs no script.
        #[serde(rename = "export_html")]
        ExportHtml(ExportHtmlCommand),
        /// Ask for the user messages from which `branch` can start, on all branches, in the order of the file.
        #[serde(rename = "get_branch_messages")]
        GetBranchMessages(GetBranchMessagesCommand),
        /// Ask for the text of the last answer of the assistant.
        #[serde(rename = "get_last_assistant_text")]
        GetLastAssistantText(GetLastAssistantTextCommand),
        /// Ask for the messages of the conversation, of all roles, as the agent now has them.
        #[serde(rename = "get_messages")]
        GetMessages(GetMessagesCommand),
        /// Ask for counts of messages and calls, and for the tokens and money used. They cover the messages now in the conversation.
        #[serde(rename = "get_session_stats")]
        GetSessionStats(GetSessionStatsCommand),
        /// Let the model write down where the work stands and begin a new session with that document. Refused during a turn. The data is null when the model wrote nothing or an extension refused.
        #[serde(rename = "handoff")]
        Handoff(HandoffCommand),
        /// Begin a new conversation. A running turn is stopped; model, modes and the tools of the host stay. With `background` a running turn goes on out of sight, and the new conversation has the model and modes of the launch options and the tools of the host; without a running turn it makes no difference.
        #[serde(rename = "new_session")]
        NewSession(NewSessionCommand),
        /// Give the session a name.
        #[serde(rename = "set_session_name")]
        SetSessionName(SetSessionNameCommand),
        /// Open a stored conversation, or come back to one that runs in the background; what it said meanwhile is not told again. Coming back sends the current conversation to the background if its turn runs, and closes it if none does; a stored one stops the running turn. A path without a session file is refused and the current conversation stays.
        #[serde(rename = "switch_session")]
        SwitchSession(SwitchSessionCommand),
        /// Stop a conversation in the background. The response comes when it is gone.
        #[serde(rename = "cancel_background_session")]
        CancelBackgroundSession(CancelBackgroundSessionCommand),
        /// Ask which conversations go on in the background.
        #[serde(rename = "get_background_sessions")]
        GetBackgroundSessions(GetBackgroundSessionsCommand),
        /// Ask for the providers that one can log in to.
        #[serde(rename = "get_login_providers")]
        GetLoginProviders(GetLoginProvidersCommand),
        /// Log in to a provider. The host is shown an address (`open_url`), is told how it goes (`notify`) and is asked for a key or a code (`input`); the first that comes back counts, the other question is withdrawn. One at a time; an abort ends it. The models are looked up again afterwards.
        #[serde(rename = "login")]
        Login(LoginCommand),
    }
    impl ::serde::Serialize for Command {
        fn serialize<S: ::serde::Serializer>(
            &self,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            match self {
                Self::Abort(inner) => inner.serialize(serializer),
                Self::AbortAndPrompt(inner) => inner.serialize(serializer),
                Self::FollowUp(inner) => inner.serialize(serializer),
                Self::Prompt(inner) => inner.serialize(serializer),
                Self::Steer(inner) => inner.serialize(serializer),
                Self::GetAvailableCommands(inner) => inner.serialize(serializer),
                Self::GetState(inner) => inner.serialize(serializer),
                Self::SetTodos(inner) => inner.serialize(serializer),
                Self::SetHostTools(inner) => inner.serialize(serializer),
                Self::SetHostUriSchemes(inner) => inner.serialize(serializer),
                Self::GetSubagentMessages(inner) => inner.serialize(serializer),
                Self::GetSubagents(inner) => inner.serialize(serializer),
                Self::SetSubagentSubscription(inner) => inner.serialize(serializer),
                Self::CycleModel(inner) => inner.serialize(serializer),
                Self::GetAvailableModels(inner) => inner.serialize(serializer),
                Self::SetModel(inner) => inner.serialize(serializer),
                Self::CycleThinkingLevel(inner) => inner.serialize(serializer),
                Self::SetThinkingLevel(inner) => inner.serialize(serializer),
                Self::SetFollowUpMode(inner) => inner.serialize(serializer),
                Self::SetInterruptMode(inner) => inner.serialize(serializer),
                Self::SetSteeringMode(inner) => inner.serialize(serializer),
                Self::Compact(inner) => inner.serialize(serializer),
                Self::SetAutoCompaction(inner) => inner.serialize(serializer),
                Self::AbortRetry(inner) => inner.serialize(serializer),
                Self::SetAutoRetry(inner) => inner.serialize(serializer),
                Self::AbortBash(inner) => inner.serialize(serializer),
                Self::Bash(inner) => inner.serialize(serializer),
                Self::Branch(inner) => inner.serialize(serializer),
                Self::ExportHtml(inner) => inner.serialize(serializer),
                Self::GetBranchMessages(inner) => inner.serialize(serializer),
                Self::GetLastAssistantText(inner) => inner.serialize(serializer),
                Self::GetMessages(inner) => inner.serialize(serializer),
                Self::GetSessionStats(inner) => inner.serialize(serializer),
                Self::Handoff(inner) => inner.serialize(serializer),
                Self::NewSession(inner) => inner.serialize(serializer),
                Self::SetSessionName(inner) => inner.serialize(serializer),
                Self::SwitchSession(inner) => inner.serialize(serializer),
                Self::CancelBackgroundSession(inner) => inner.serialize(serializer),
                Self::GetBackgroundSessions(inner) => inner.serialize(serializer),
                Self::GetLoginProviders(inner) => inner.serialize(serializer),
                Self::Login(inner) => inner.serialize(serializer),
            }
        }
    }
    impl From<AbortCommand> for Command {
        fn from(inner: AbortCommand) -> Self {
            Self::Abort(inner)
        }
    }
    impl From<AbortAndPromptCommand> for Command {
        fn from(inner: AbortAndPromptCommand) -> Self {
            Self::AbortAndPrompt(inner)
        }
    }
    impl From<FollowUpCommand> for Command {
        fn from(inner: FollowUpCommand) -> Self {
            Self::FollowUp(inner)
        }
    }
    impl From<PromptCommand> for Command {
        fn from(inner: PromptCommand) -> Self {
            Self::Prompt(inner)
        }
    }
    impl From<SteerCommand> for Command {
        fn from(inner: SteerCommand) -> Self {
            Self::Steer(inner)
        }
    }
    impl From<GetAvailableCommandsCommand> for Command {
        fn from(inner: GetAvailableCommandsCommand) -> Self {
            Self::GetAvailableCommands(inner)
        }
    }
    impl From<GetStateCommand> for Command {
        fn from(inner: GetStateCommand) -> Self {
            Self::GetState(inner)
        }
    }
    impl From<SetTodosCommand> for Command {
        fn from(inner: SetTodosCommand) -> Self {
            Self::SetTodos(inner)
        }
    }
    impl From<SetHostToolsCommand> for Command {
        fn from(inner: SetHostToolsCommand) -> Self {
            Self::SetHostTools(inner)
        }
    }
    impl From<SetHostUriSchemesCommand> for Command {
        fn from(inner: SetHostUriSchemesCommand) -> Self {
            Self::SetHostUriSchemes(inner)
        }
    }
    impl From<GetSubagentMessagesCommand> for Command {
        fn from(inner: GetSubagentMessagesCommand) -> Self {
            Self::GetSubagentMessages(inner)
        }
    }
    impl From<GetSubagentsCommand> for Command {
        fn from(inner: GetSubagentsCommand) -> Self {
            Self::GetSubagents(inner)
        }
    }
    impl From<SetSubagentSubscriptionCommand> for Command {
        fn from(inner: SetSubagentSubscriptionCommand) -> Self {
            Self::SetSubagentSubscription(inner)
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
    impl From<SetFollowUpModeCommand> for Command {
        fn from(inner: SetFollowUpModeCommand) -> Self {
            Self::SetFollowUpMode(inner)
        }
    }
    impl From<SetInterruptModeCommand> for Command {
        fn from(inner: SetInterruptModeCommand) -> Self {
            Self::SetInterruptMode(inner)
        }
    }
    impl From<SetSteeringModeCommand> for Command {
        fn from(inner: SetSteeringModeCommand) -> Self {
            Self::SetSteeringMode(inner)
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
    impl From<AbortRetryCommand> for Command {
        fn from(inner: AbortRetryCommand) -> Self {
            Self::AbortRetry(inner)
        }
    }
    impl From<SetAutoRetryCommand> for Command {
        fn from(inner: SetAutoRetryCommand) -> Self {
            Self::SetAutoRetry(inner)
        }
    }
    impl From<AbortBashCommand> for Command {
        fn from(inner: AbortBashCommand) -> Self {
            Self::AbortBash(inner)
        }
    }
    impl From<BashCommand> for Command {
        fn from(inner: BashCommand) -> Self {
            Self::Bash(inner)
        }
    }
    impl From<BranchCommand> for Command {
        fn from(inner: BranchCommand) -> Self {
            Self::Branch(inner)
        }
    }
    impl From<ExportHtmlCommand> for Command {
        fn from(inner: ExportHtmlCommand) -> Self {
            Self::ExportHtml(inner)
        }
    }
    impl From<GetBranchMessagesCommand> for Command {
        fn from(inner: GetBranchMessagesCommand) -> Self {
            Self::GetBranchMessages(inner)
        }
    }
    impl From<GetLastAssistantTextCommand> for Command {
        fn from(inner: GetLastAssistantTextCommand) -> Self {
            Self::GetLastAssistantText(inner)
        }
    }
    impl From<GetMessagesCommand> for Command {
        fn from(inner: GetMessagesCommand) -> Self {
            Self::GetMessages(inner)
        }
    }
    impl From<GetSessionStatsCommand> for Command {
        fn from(inner: GetSessionStatsCommand) -> Self {
            Self::GetSessionStats(inner)
        }
    }
    impl From<HandoffCommand> for Command {
        fn from(inner: HandoffCommand) -> Self {
            Self::Handoff(inner)
        }
    }
    impl From<NewSessionCommand> for Command {
        fn from(inner: NewSessionCommand) -> Self {
            Self::NewSession(inner)
        }
    }
    impl From<SetSessionNameCommand> for Command {
        fn from(inner: SetSessionNameCommand) -> Self {
            Self::SetSessionName(inner)
        }
    }
    impl From<SwitchSessionCommand> for Command {
        fn from(inner: SwitchSessionCommand) -> Self {
            Self::SwitchSession(inner)
        }
    }
    impl From<CancelBackgroundSessionCommand> for Command {
        fn from(inner: CancelBackgroundSessionCommand) -> Self {
            Self::CancelBackgroundSession(inner)
        }
    }
    impl From<GetBackgroundSessionsCommand> for Command {
        fn from(inner: GetBackgroundSessionsCommand) -> Self {
            Self::GetBackgroundSessions(inner)
        }
    }
    impl From<GetLoginProvidersCommand> for Command {
        fn from(inner: GetLoginProvidersCommand) -> Self {
            Self::GetLoginProviders(inner)
        }
    }
    impl From<LoginCommand> for Command {
        fn from(inner: LoginCommand) -> Self {
            Self::Login(inner)
        }
    }
    /// A frame of the host that answers an ask.
    #[derive(::serde::Deserialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type")]
    pub enum ControlFrame {
        /// The answer to a question. It counts by the member that fits the question; one without it counts as cancelled. A second answer, or one with an unknown id, is ignored.
        #[serde(rename = "extension_ui_response")]
        ExtensionUiResponse(ExtensionUiResponse),
        /// A tool of the host is done.
        #[serde(rename = "host_tool_result")]
        HostToolResult(HostToolResult),
        /// A tool of the host shows how far it is.
        #[serde(rename = "host_tool_update")]
        HostToolUpdate(HostToolUpdate),
        /// The outcome of a `host_uri_request`. A write that succeeded needs the id only.
        #[serde(rename = "host_uri_result")]
        HostUriResult(HostUriResult),
    }
    impl ::serde::Serialize for ControlFrame {
        fn serialize<S: ::serde::Serializer>(
            &self,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            match self {
                Self::ExtensionUiResponse(inner) => inner.serialize(serializer),
                Self::HostToolResult(inner) => inner.serialize(serializer),
                Self::HostToolUpdate(inner) => inner.serialize(serializer),
                Self::HostUriResult(inner) => inner.serialize(serializer),
            }
        }
    }
    impl From<ExtensionUiResponse> for ControlFrame {
        fn from(inner: ExtensionUiResponse) -> Self {
            Self::ExtensionUiResponse(inner)
        }
    }
    impl From<HostToolResult> for ControlFrame {
        fn from(inner: HostToolResult) -> Self {
            Self::HostToolResult(inner)
        }
    }
    impl From<HostToolUpdate> for ControlFrame {
        fn from(inner: HostToolUpdate) -> Self {
            Self::HostToolUpdate(inner)
        }
    }
    impl From<HostUriResult> for ControlFrame {
        fn from(inner: HostUriResult) -> Self {
            Self::HostUriResult(inner)
        }
    }
    impl Command {
        pub const fn name(&self) -> CommandName {
            match self {
                Self::Abort(_) => CommandName::Abort,
                Self::AbortAndPrompt(_) => CommandName::AbortAndPrompt,
                Self::FollowUp(_) => CommandName::FollowUp,
                Self::Prompt(_) => CommandName::Prompt,
                Self::Steer(_) => CommandName::Steer,
                Self::GetAvailableCommands(_) => CommandName::GetAvailableCommands,
                Self::GetState(_) => CommandName::GetState,
                Self::SetTodos(_) => CommandName::SetTodos,
                Self::SetHostTools(_) => CommandName::SetHostTools,
                Self::SetHostUriSchemes(_) => CommandName::SetHostUriSchemes,
                Self::GetSubagentMessages(_) => CommandName::GetSubagentMessages,
                Self::GetSubagents(_) => CommandName::GetSubagents,
                Self::SetSubagentSubscription(_) => CommandName::SetSubagentSubscription,
                Self::CycleModel(_) => CommandName::CycleModel,
                Self::GetAvailableModels(_) => CommandName::GetAvailableModels,
                Self::SetModel(_) => CommandName::SetModel,
                Self::CycleThinkingLevel(_) => CommandName::CycleThinkingLevel,
                Self::SetThinkingLevel(_) => CommandName::SetThinkingLevel,
                Self::SetFollowUpMode(_) => CommandName::SetFollowUpMode,
                Self::SetInterruptMode(_) => CommandName::SetInterruptMode,
                Self::SetSteeringMode(_) => CommandName::SetSteeringMode,
                Self::Compact(_) => CommandName::Compact,
                Self::SetAutoCompaction(_) => CommandName::SetAutoCompaction,
                Self::AbortRetry(_) => CommandName::AbortRetry,
                Self::SetAutoRetry(_) => CommandName::SetAutoRetry,
                Self::AbortBash(_) => CommandName::AbortBash,
                Self::Bash(_) => CommandName::Bash,
                Self::Branch(_) => CommandName::Branch,
                Self::ExportHtml(_) => CommandName::ExportHtml,
                Self::GetBranchMessages(_) => CommandName::GetBranchMessages,
                Self::GetLastAssistantText(_) => CommandName::GetLastAssistantText,
                Self::GetMessages(_) => CommandName::GetMessages,
                Self::GetSessionStats(_) => CommandName::GetSessionStats,
                Self::Handoff(_) => CommandName::Handoff,
                Self::NewSession(_) => CommandName::NewSession,
                Self::SetSessionName(_) => CommandName::SetSessionName,
                Self::SwitchSession(_) => CommandName::SwitchSession,
                Self::CancelBackgroundSession(_) => CommandName::CancelBackgroundSession,
                Self::GetBackgroundSessions(_) => CommandName::GetBackgroundSessions,
                Self::GetLoginProviders(_) => CommandName::GetLoginProviders,
                Self::Login(_) => CommandName::Login,
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
        /// The data of `prompt`.
        Prompt(Box<PromptAcknowledgement>),
        /// The data of `get_available_commands`.
        GetAvailableCommands(Box<GetAvailableCommandsResult>),
        /// The data of `get_state`.
        GetState(Box<SessionState>),
        /// The data of `set_todos`.
        SetTodos(Box<SetTodosResult>),
        /// The data of `set_host_tools`.
        SetHostTools(Box<SetHostToolsResult>),
        /// The data of `set_host_uri_schemes`.
        SetHostUriSchemes(Box<SetHostUriSchemesResult>),
        /// The data of `get_subagent_messages`.
        GetSubagentMessages(Box<GetSubagentMessagesResult>),
        /// The data of `get_subagents`.
        GetSubagents(Box<GetSubagentsResult>),
        /// The data of `set_subagent_subscription`.
        SetSubagentSubscription(Box<SetSubagentSubscriptionResult>),
        /// The data of `cycle_model`.
        CycleModel(Option<Box<CycleModelResult>>),
        /// The data of `get_available_models`.
        GetAvailableModels(Box<GetAvailableModelsResult>),
        /// The data of `set_model`.
        SetModel(Box<super::shared::Model>),
        /// The data of `cycle_thinking_level`.
        CycleThinkingLevel(Option<Box<CycleThinkingLevelResult>>),
        /// The data of `compact`.
        Compact(Box<super::shared::CompactionResult>),
        /// The data of `bash`.
        Bash(Box<super::shared::BashResult>),
        /// The data of `branch`.
        Branch(Box<BranchResult>),
        /// The data of `export_html`.
        ExportHtml(Box<ExportHtmlResult>),
        /// The data of `get_branch_messages`.
        GetBranchMessages(Box<GetBranchMessagesResult>),
        /// The data of `get_last_assistant_text`.
        GetLastAssistantText(Box<GetLastAssistantTextResult>),
        /// The data of `get_messages`.
        GetMessages(Box<GetMessagesResult>),
        /// The data of `get_session_stats`.
        GetSessionStats(Box<super::shared::SessionStats>),
        /// The data of `handoff`.
        Handoff(Option<Box<HandoffResult>>),
        /// The data of `new_session`.
        NewSession(Box<SessionChange>),
        /// The data of `switch_session`.
        SwitchSession(Box<SessionChange>),
        /// The data of `cancel_background_session`.
        CancelBackgroundSession(Box<CancelBackgroundSessionResult>),
        /// The data of `get_background_sessions`.
        GetBackgroundSessions(Box<GetBackgroundSessionsResult>),
        /// The data of `get_login_providers`.
        GetLoginProviders(Box<GetLoginProvidersResult>),
        /// The data of `login`.
        Login(Box<LoginResult>),
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
        /// The run is over and nothing more will come of it by itself: the next prompt is not busy. There is exactly one for each run, as its last event.
        #[serde(rename = "agent_end")]
        AgentEnd(AgentEndEvent),
        /// The agent begins to work. A retry or continuation within the same run says it again.
        #[serde(rename = "agent_start")]
        AgentStart(AgentStartEvent),
        /// The automatic compaction is over. There is exactly one for each start.
        #[serde(rename = "auto_compaction_end")]
        AutoCompactionEnd(AutoCompactionEndEvent),
        /// The context is being compacted by itself.
        #[serde(rename = "auto_compaction_start")]
        AutoCompactionStart(AutoCompactionStartEvent),
        /// Repeating is over: a request succeeded, or there will be no further attempt.
        #[serde(rename = "auto_retry_end")]
        AutoRetryEnd(AutoRetryEndEvent),
        /// A request to the model failed with a fault that may pass; it is made again after a wait.
        #[serde(rename = "auto_retry_start")]
        AutoRetryStart(AutoRetryStartEvent),
        /// The session works in another folder now.
        #[serde(rename = "cwd_changed")]
        CwdChanged(CwdChangedEvent),
        /// The goal that the agent works towards changed.
        #[serde(rename = "goal_updated")]
        GoalUpdated(GoalUpdatedEvent),
        /// Another agent sent a message to this one.
        #[serde(rename = "irc_message")]
        IrcMessage(IrcMessageEvent),
        /// A message is complete.
        #[serde(rename = "message_end")]
        MessageEnd(MessageEndEvent),
        /// A message begins. One of the assistant grows by `message_update`; any other is complete, and `message_end` follows at once.
        #[serde(rename = "message_start")]
        MessageStart(MessageStartEvent),
        /// The message of the assistant grows. How much of it `message` repeats depends on `--message-updates`.
        #[serde(rename = "message_update")]
        MessageUpdate(MessageUpdateEvent),
        /// Something the operator should know.
        #[serde(rename = "notice")]
        Notice(NoticeEvent),
        /// The run goes on with another model, because the first one failed.
        #[serde(rename = "retry_fallback_applied")]
        RetryFallbackApplied(RetryFallbackAppliedEvent),
        /// The model that stepped in has answered.
        #[serde(rename = "retry_fallback_succeeded")]
        RetryFallbackSucceeded(RetryFallbackSucceededEvent),
        /// Another thinking level is in effect.
        #[serde(rename = "thinking_level_changed")]
        ThinkingLevelChanged(ThinkingLevelChangedEvent),
        /// A finished todo list was cleared.
        #[serde(rename = "todo_auto_clear")]
        TodoAutoClear(TodoAutoClearEvent),
        /// The agent stopped with open tasks and is reminded of them.
        #[serde(rename = "todo_reminder")]
        TodoReminder(TodoReminderEvent),
        /// A tool call has ended. There is exactly one for each start, also when the call failed, was stopped or never ran.
        #[serde(rename = "tool_execution_end")]
        ToolExecutionEnd(ToolExecutionEndEvent),
        /// A tool call begins.
        #[serde(rename = "tool_execution_start")]
        ToolExecutionStart(ToolExecutionStartEvent),
        /// A running tool shows how far it is.
        #[serde(rename = "tool_execution_update")]
        ToolExecutionUpdate(ToolExecutionUpdateEvent),
        /// What the model was writing matched a rule; the rule is put before it, and it may be made to start again.
        #[serde(rename = "ttsr_triggered")]
        TtsrTriggered(TtsrTriggeredEvent),
        /// A round is complete.
        #[serde(rename = "turn_end")]
        TurnEnd(TurnEndEvent),
        /// A round begins: one request to the model and the tools that it calls.
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
                Self::AutoCompactionEnd(inner) => inner.serialize(serializer),
                Self::AutoCompactionStart(inner) => inner.serialize(serializer),
                Self::AutoRetryEnd(inner) => inner.serialize(serializer),
                Self::AutoRetryStart(inner) => inner.serialize(serializer),
                Self::CwdChanged(inner) => inner.serialize(serializer),
                Self::GoalUpdated(inner) => inner.serialize(serializer),
                Self::IrcMessage(inner) => inner.serialize(serializer),
                Self::MessageEnd(inner) => inner.serialize(serializer),
                Self::MessageStart(inner) => inner.serialize(serializer),
                Self::MessageUpdate(inner) => inner.serialize(serializer),
                Self::Notice(inner) => inner.serialize(serializer),
                Self::RetryFallbackApplied(inner) => inner.serialize(serializer),
                Self::RetryFallbackSucceeded(inner) => inner.serialize(serializer),
                Self::ThinkingLevelChanged(inner) => inner.serialize(serializer),
                Self::TodoAutoClear(inner) => inner.serialize(serializer),
                Self::TodoReminder(inner) => inner.serialize(serializer),
                Self::ToolExecutionEnd(inner) => inner.serialize(serializer),
                Self::ToolExecutionStart(inner) => inner.serialize(serializer),
                Self::ToolExecutionUpdate(inner) => inner.serialize(serializer),
                Self::TtsrTriggered(inner) => inner.serialize(serializer),
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
    impl From<AutoCompactionEndEvent> for Event {
        fn from(inner: AutoCompactionEndEvent) -> Self {
            Self::AutoCompactionEnd(inner)
        }
    }
    impl From<AutoCompactionStartEvent> for Event {
        fn from(inner: AutoCompactionStartEvent) -> Self {
            Self::AutoCompactionStart(inner)
        }
    }
    impl From<AutoRetryEndEvent> for Event {
        fn from(inner: AutoRetryEndEvent) -> Self {
            Self::AutoRetryEnd(inner)
        }
    }
    impl From<AutoRetryStartEvent> for Event {
        fn from(inner: AutoRetryStartEvent) -> Self {
            Self::AutoRetryStart(inner)
        }
    }
    impl From<CwdChangedEvent> for Event {
        fn from(inner: CwdChangedEvent) -> Self {
            Self::CwdChanged(inner)
        }
    }
    impl From<GoalUpdatedEvent> for Event {
        fn from(inner: GoalUpdatedEvent) -> Self {
            Self::GoalUpdated(inner)
        }
    }
    impl From<IrcMessageEvent> for Event {
        fn from(inner: IrcMessageEvent) -> Self {
            Self::IrcMessage(inner)
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
    impl From<NoticeEvent> for Event {
        fn from(inner: NoticeEvent) -> Self {
            Self::Notice(inner)
        }
    }
    impl From<RetryFallbackAppliedEvent> for Event {
        fn from(inner: RetryFallbackAppliedEvent) -> Self {
            Self::RetryFallbackApplied(inner)
        }
    }
    impl From<RetryFallbackSucceededEvent> for Event {
        fn from(inner: RetryFallbackSucceededEvent) -> Self {
            Self::RetryFallbackSucceeded(inner)
        }
    }
    impl From<ThinkingLevelChangedEvent> for Event {
        fn from(inner: ThinkingLevelChangedEvent) -> Self {
            Self::ThinkingLevelChanged(inner)
        }
    }
    impl From<TodoAutoClearEvent> for Event {
        fn from(inner: TodoAutoClearEvent) -> Self {
            Self::TodoAutoClear(inner)
        }
    }
    impl From<TodoReminderEvent> for Event {
        fn from(inner: TodoReminderEvent) -> Self {
            Self::TodoReminder(inner)
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
    impl From<TtsrTriggeredEvent> for Event {
        fn from(inner: TtsrTriggeredEvent) -> Self {
            Self::TtsrTriggered(inner)
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
}
