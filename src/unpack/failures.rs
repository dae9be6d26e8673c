//! Error messages in the place of an answer, as a text: of programs, of interfaces of models, and of the servers before them.

/// How an error message begins, in lower case.
#[rustfmt::skip] // Several in a line.
const FAILURES: &[&str] = &[
    "error:", "api error", "traceback (most recent call last)", "http/1.1 4", "http/1.1 5", "http/2 4", "http/2 5", "http 4",
    "http 5", "fatal:", "fatal error", "error code:", "execution error", "unhandled exception", "uncaught ", "panic:",
    "429 too many", "500 internal", "502 bad gateway", "503 service", "504 gateway", "529 overloaded", "internal server error",
    "request failed with status", "request timed out", "invalid api key", "credit balance is too low", "npm err!",
    "thread 'main'", "exception in thread", "bash: ", "sh: ", "zsh: ",
];

/// What servers that have failed say in the title of a page, in lower case.
#[rustfmt::skip] // Several in a line.
static STATUSES: &[&str] = &[
    "bad gateway", "gateway time", "service unavailable", "temporarily unavailable", "internal server error", "too many requests",
    "404 not found", "403 forbidden", "access denied", "error 5",
];

/// The title of a page is among so many tags.
const MOST_TAGS: usize = 50;

/// The line of a text that says why there is no answer.
pub(crate) fn error_line(text: &str) -> Option<&str> {
    if let Some(title) = title_of_page(text) {
        let words = title.to_ascii_lowercase();
        return (words == "error" || STATUSES.iter().any(|it| words.contains(it))).then_some(title);
    }
    // A sign such as `⚠` may be before it.
    let is_mark = |it: char| it.is_whitespace() || !it.is_ascii() && !it.is_alphanumeric();
    let line = text.trim_start_matches(is_mark).lines().next()?;
    let begin: String = line.chars().take(40).collect::<String>().to_ascii_lowercase();
    let is_failure = FAILURES.iter().any(|it| begin.starts_with(it)) || names_exception(line) || has_http_status(line);
    is_failure.then_some(line)
}

/// The title of a page of HTML, or else its first heading.
fn title_of_page(text: &str) -> Option<&str> {
    let is = |part: &str, names: [&str; 2]| {
        let begin = part.chars().take(13).collect::<String>().to_ascii_lowercase();
        names.iter().any(|it| begin.starts_with(it))
    };
    let mut parts = text.trim_start().strip_prefix('<')?.split('<').take(MOST_TAGS);
    let is_page = is(parts.next()?, ["!doctype html", "html"]);
    let title = parts.find(|it| is_page && is(it, ["title", "h1"]))?;
    title.split_once('>').map(|it| it.1.trim())
}

/// Whether a line begins with the name of an exception and a colon: `RateLimitError: …`, `openai.APIError: …`.
fn names_exception(line: &str) -> bool {
    let Some((name, _)) = line.split_once(':') else { return false };
    let last = name.rsplit('.').next().unwrap_or(name);
    let is_of_name = |it: char| it.is_ascii_alphanumeric() || matches!(it, '.' | '_');
    name.chars().all(is_of_name)
        && last.starts_with(|it: char| it.is_ascii_uppercase())
        && (last.ends_with("Error") || last.ends_with("Exception"))
}

/// Whether a line is the status of an HTTP answer before its JSON: `429 {"error": …}`.
fn has_http_status(line: &str) -> bool {
    let (status, body) = line.split_at_checked(3).unwrap_or_default();
    status.starts_with(['4', '5']) && status.bytes().all(|it| it.is_ascii_digit()) && body.starts_with(" {")
}

#[cfg(test)]
mod tests {
    use super::error_line;

    #[test]
    fn error_pages_of_servers_are_no_answers() {
        for (page, words) in [
            ("<html>\n<head><title>502 Bad Gateway</title></head>\n<body><hr>nginx</body></html>", "502 Bad Gateway"),
            (
                "<!DOCTYPE html><!--[if IE]> --><title>x.org | 504: Gateway time-out</title>",
                "x.org | 504: Gateway time-out",
            ),
            ("<html><body class=\"a\"><h1>Service Unavailable</h1></body></html>", "Service Unavailable"),
            ("\n<!doctype html>\n<title>Error</title>\n<pre>Cannot POST /v1</pre>", "Error"),
        ] {
            assert_eq!(error_line(page), Some(words));
        }
        for page in [
            "<html><title>The Forbidden City in 500 pictures</title><p>Internal</p></html>",
            "<!doctype html><title>Report</title><h1>Errors</h1><p>502 Bad Gateway</p>",
            "<html><body>Bad gateway</body></html>",
            "<p>502 Bad Gateway</p>",
            "<html><title",
        ] {
            assert_eq!(error_line(page), None);
        }
    }
}
