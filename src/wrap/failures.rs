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

/// What only servers that have failed say in a title, in lower case.
#[rustfmt::skip] // Several in a line.
static STATUSES: &[&str] = &[
    "bad gateway", "gateway time", "service unavailable", "temporarily unavailable", "internal server error",
    "too many requests", "access denied", "| cloudflare",
];

/// What follows the number of a status.
static AFTER_NUMBER: &[&str] = &["bad", "error", "forbidden", "not", "payload", "too", "unauthorized"];

/// The line of a text that says why there is no answer.
pub(super) fn line(text: &str) -> Option<&str> {
    if is_page(text) {
        return words_of_page(text).find(|it| begins_as_failure(it) || is_of_error_page(it));
    }
    // A sign such as `⚠` may be before it.
    let is_mark = |it: char| it.is_whitespace() || !it.is_ascii() && !it.is_alphanumeric();
    let line = text.trim_start_matches(is_mark).lines().next()?;
    (begins_as_failure(line) || names_exception(line) || has_http_status(line)).then_some(line)
}

fn begins_as_failure(line: &str) -> bool {
    let begin: String = line.chars().take(40).collect::<String>().to_ascii_lowercase();
    FAILURES.iter().any(|it| begin.starts_with(it))
}

fn is_page(text: &str) -> bool {
    let begin: String = text.trim_start().chars().take(16).collect::<String>().to_ascii_lowercase();
    begin.starts_with("<!doctype html") || begin.starts_with("<html")
}

/// The first words of a page of HTML: its title and its heading.
fn words_of_page(text: &str) -> impl Iterator<Item = &str> {
    let is_code = |tag: &str| tag.starts_with("style") || tag.starts_with("script") || tag.starts_with('!');
    let words = text.split('<').filter_map(|it| it.split_once('>')).filter(move |it| !is_code(it.0));
    words.map(|it| it.1.trim()).filter(|it| !it.is_empty()).take(2)
}

/// Whether the title of a page says that a server has failed: by the words of a status, the usual ones only after its number.
fn is_of_error_page(title: &str) -> bool {
    let title = title.chars().take(80).collect::<String>().to_ascii_lowercase();
    let is_status = |it: &str| it.len() == 3 && it.starts_with(['4', '5']) && it.bytes().all(|it| it.is_ascii_digit());
    let words: Vec<&str> = title.split(|it: char| !it.is_ascii_alphanumeric()).filter(|it| !it.is_empty()).collect();
    let is_numbered = |pair: &[&str]| match pair {
        ["error", status] => is_status(status),
        [status, next] => is_status(status) && AFTER_NUMBER.contains(next),
        _ => false,
    };
    title == "error" || STATUSES.iter().any(|it| title.contains(it)) || words.windows(2).any(is_numbered)
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
    use super::line;

    #[test]
    fn error_pages_of_servers_are_no_answers() {
        for (page, words) in [
            ("<html>\n<head><title>502 Bad Gateway</title></head>\n<body><hr>nginx</body></html>", "502 Bad Gateway"),
            (
                "<!DOCTYPE html><style>a{}</style><title>x.org | 504: Gateway time-out</title>",
                "x.org | 504: Gateway time-out",
            ),
            ("<html><body><h1>Service Unavailable</h1></body></html>", "Service Unavailable"),
            ("<!doctype html>\n<title>Error</title>\n<pre>Cannot POST /v1</pre>", "Error"),
            ("<html><title>Oops</title><h1>Error 404 (Not Found)</h1>", "Error 404 (Not Found)"),
        ] {
            assert_eq!(line(page), Some(words));
        }
        for page in [
            "<html><title>The Forbidden City in 500 pictures</title><p>Internal</p></html>",
            "<!doctype html><title>Report</title><h1>Errors</h1><p>a</p><p>502 Bad Gateway</p>",
            "<p>502 Bad Gateway</p>",
        ] {
            assert_eq!(line(page), None);
        }
    }
}
