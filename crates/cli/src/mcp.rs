//! An MCP server on standard input and output: the functions of the library as tools on texts, the pages of rules and
//! formats as resources, and a prompt to repair a file. Reads and writes no files.

mod arguments;
mod pages;
mod prompts;
mod results;
mod schemas;
mod tools;
mod transport;

use rmcp::{
    ErrorData, RoleServer, ServerHandler, ServiceExt,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, GetPromptRequestParams,
        GetPromptResponse, Implementation, ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult,
        ListToolsResult, PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse, ServerCapabilities,
        ServerConfig,
    },
    service::{RequestContext, ServerInitializeError},
    transport::{async_rw::AsyncRwTransport, io::stdio},
};
use tokio::task::spawn_blocking;

use self::transport::AnsweringTransport;
use agent_response::Timeout;

/// Longer messages are dropped; the client gets an error. A text of `LONGEST_TEXT` fits even if all of it is escaped.
const LONGEST_MESSAGE: usize = 32 << 20;
/// Longer texts are rejected, because the client waits.
const LONGEST_TEXT: usize = 4 << 20;

/// For standard input and output, and for tools: more calls wait for earlier ones.
const MOST_THREADS: usize = 6;

const INSTRUCTIONS: &str = "\
Checks and repairs the JSON files in which agents answer programs (.agent-response*.json), including the JSON that is \
encoded as a string in their field `response`. After you have written such a file, pass its text to `validate`: the answer \
lists the mistakes and the edits that repair them. To create one, pass the plain payload to `wrap` instead of escaping it \
yourself. All tools take and return texts; nothing is read from disk or written to it.";

/// What a server needs from its host.
#[derive(Clone, Copy)]
pub(crate) struct Host {
    /// The current time in ISO 8601.
    pub(crate) now: fn() -> String,
    /// After how long a tool answers with what it has.
    pub(crate) timeout: Timeout,
    /// Runs something; if it panics, returns where and why.
    pub(crate) guarded: fn(&dyn Fn() -> CallToolResult) -> Result<CallToolResult, String>,
}

/// Serves one client until it closes standard input.
pub(crate) fn serve(host: Host) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .max_blocking_threads(MOST_THREADS)
        .build()
        .map_err(|it| it.to_string())?;
    let outcome = runtime.block_on(async {
        let (input, output) = stdio();
        let transport = AsyncRwTransport::new(input, output).with_max_line_length(LONGEST_MESSAGE);
        let transport = AnsweringTransport::new(transport);
        let service = McpServer { host }.serve(transport).await.map_err(not_begun)?;
        service.waiting().await.map_err(|it| it.to_string())
    });
    // A thread that waits for input cannot be stopped.
    runtime.shutdown_background();
    outcome.map(|_| ())
}

/// Why there was no session.
fn not_begun(error: ServerInitializeError) -> String {
    match error {
        ServerInitializeError::ConnectionClosed(_) => {
            "no client sent `initialize` before standard input ended".to_owned()
        }
        _ => error.to_string(),
    }
}

struct McpServer {
    host: Host,
}

/// An error of this program.
fn bug(why: String) -> ErrorData {
    ErrorData::internal_error(format!("internal error, please report it: {why}"), None)
}

impl ServerHandler for McpServer {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().enable_resources().enable_prompts().build();
        let mut info = ServerConfig::new(capabilities);
        info.server_info = Implementation::new("agent-response", env!("CARGO_PKG_VERSION"));
        info.instructions = Some(INSTRUCTIONS.to_owned());
        info
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(schemas::tools()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(tool) = tools::named(&request.name) else {
            let known: Vec<_> = tools::TOOLS.iter().map(|it| it.0).collect();
            let why = format!("unknown tool `{}`; expected one of {}", request.name, known.join(", "));
            return Err(ErrorData::invalid_params(why, None));
        };
        let arguments = serde_json::Value::Object(request.arguments.unwrap_or_default());
        let host = self.host;
        // On a thread of its own, so that the server answers others meanwhile.
        let work = spawn_blocking(move || {
            let _running = host.timeout.begin();
            (host.guarded)(&|| match tool(&arguments, host) {
                Ok(result) => result,
                Err(why) => CallToolResult::error(vec![ContentBlock::text(why)]),
            })
        });
        let Some(outcome) = context.ct.run_until_cancelled(work).await else {
            return Err(ErrorData::internal_error("cancelled", None));
        };
        let result = outcome.unwrap_or_else(|it| Err(it.to_string()));
        result.map(CallToolResponse::from).map_err(bug)
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(prompts::list()))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let host = self.host;
        let work = spawn_blocking(move || {
            let _running = host.timeout.begin();
            let arguments = serde_json::Value::Object(request.arguments.unwrap_or_default());
            prompts::get(&request.name, &arguments, host)
        });
        work.await.unwrap_or_else(|it| Err(bug(it.to_string()))).map(GetPromptResponse::from)
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(pages::list()))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(ListResourceTemplatesResult::with_all_items(pages::templates()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        pages::read(&request.uri).map(ReadResourceResponse::from)
    }
}
