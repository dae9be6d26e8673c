//! JSON as Python's module `json` reads it, up to version 3.12, with its errors word for word. It is laxer than the
//! standard (`NaN`, lone surrogates, a name twice) and stops at the first mistake.

/// A value, as far as the readers look at it.
#[derive(Clone, Debug, PartialEq)]
pub enum PythonValue {
    /// `None`
    Null,
    /// `True` or `False`
    Bool(bool),
    /// An `int`, and whether it is zero.
    Int(bool),
    /// A `float`, and whether it is zero.
    Float(bool),
    /// A `str`.
    Text(String),
    /// A `list`.
    List(Vec<PythonValue>),
    /// In the order of the text; of a name that is there twice, the last value counts.
    Dict(Vec<(String, PythonValue)>),
}

impl PythonValue {
    /// The name of its type in Python.
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::Null => "NoneType",
            Self::Bool(_) => "bool",
            Self::Int(_) => "int",
            Self::Float(_) => "float",
            Self::Text(_) => "str",
            Self::List(_) => "list",
            Self::Dict(_) => "dict",
        }
    }

    /// The value of a name, if this is a dict that has it.
    pub fn get(&self, name: &str) -> Option<&Self> {
        let Self::Dict(members) = self else { return None };
        members.iter().rfind(|it| it.0 == name).map(|it| &it.1)
    }

    /// Whether it is this text.
    pub fn is_text(&self, text: &str) -> bool {
        matches!(self, Self::Text(it) if it == text)
    }

    /// What `if value:` makes of it.
    pub fn is_truthy(&self) -> bool {
        match self {
            Self::Null => false,
            Self::Bool(it) => *it,
            Self::Int(is_zero) | Self::Float(is_zero) => !is_zero,
            Self::Text(text) => !text.is_empty(),
            Self::List(items) => !items.is_empty(),
            Self::Dict(members) => !members.is_empty(),
        }
    }
}

/// Why Python does not read a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PythonError {
    /// The class of the exception.
    pub class: &'static str,
    /// `str(exception)`
    pub message: String,
}

/// Deeper than this, Python raises `RecursionError`; how much deeper depends on the stack of the caller.
const DEEPEST: usize = 900;

/// Integers with more digits are refused.
const MOST_DIGITS: usize = 4300;

/// `json.loads(text)`
///
/// # Errors
///
/// The exception that Python raises.
pub fn loads(text: &str) -> Result<PythonValue, PythonError> {
    let mut reader = PythonReader { text, at: 0 };
    if text.starts_with('\u{feff}') {
        return Err(reader.error("Unexpected UTF-8 BOM (decode using utf-8-sig)", 0));
    }
    reader.skip_blanks();
    let value = reader.value(0)?;
    reader.skip_blanks();
    if reader.at < text.len() { Err(reader.error("Extra data", reader.at)) } else { Ok(value) }
}

struct PythonReader<'t> {
    text: &'t str,
    /// In bytes.
    at: usize,
}

type PythonResult<T> = Result<T, PythonError>;

impl PythonReader<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn next(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn takes(&mut self, sign: u8) -> bool {
        let is_there = self.next() == Some(sign);
        self.at += usize::from(is_there);
        is_there
    }

    fn skip_blanks(&mut self) {
        self.at += self.rest().bytes().take_while(|it| matches!(it, b' ' | b'\t' | b'\n' | b'\r')).count();
    }

    /// `JSONDecodeError(message, text, at)`; Python counts code points.
    fn error(&self, message: &str, at: usize) -> PythonError {
        let before = self.text.get(..at).unwrap_or(self.text);
        let (mut line, mut column, mut n_before) = (1, 1, 0);
        for it in before.chars() {
            n_before += 1;
            column += 1;
            if it == '\n' {
                (line, column) = (line + 1, 1);
            }
        }
        let message = format!("{message}: line {line} column {column} (char {n_before})");
        PythonError { class: "JSONDecodeError", message }
    }

    fn value(&mut self, depth: usize) -> PythonResult<PythonValue> {
        const WORDS: [&str; 6] = ["null", "true", "false", "NaN", "Infinity", "-Infinity"];
        match self.next() {
            Some(b'"') => return self.string().map(PythonValue::Text),
            Some(b'[' | b'{') if depth == DEEPEST => return Err(too_deep(self.next() == Some(b'['))),
            Some(b'[') => return self.list(depth),
            Some(b'{') => return self.dict(depth),
            _ => (),
        }
        let Some(word) = WORDS.into_iter().find(|it| self.rest().starts_with(it)) else { return self.number() };
        self.at += word.len();
        Ok(match word {
            "null" => PythonValue::Null,
            "true" | "false" => PythonValue::Bool(word == "true"),
            _ => PythonValue::Float(false),
        })
    }

    fn number(&mut self) -> PythonResult<PythonValue> {
        let rest = self.rest().as_bytes();
        let digits = |from: usize| rest.iter().skip(from).take_while(|it| it.is_ascii_digit()).count();
        let sign = usize::from(rest.first() == Some(&b'-'));
        let whole = if rest.get(sign) == Some(&b'0') { 1 } else { digits(sign) };
        if whole == 0 {
            return Err(self.error("Expecting value", self.at));
        }
        let mut end = sign + whole;
        if rest.get(end) == Some(&b'.') && digits(end + 1) > 0 {
            end += 1 + digits(end + 1);
        }
        if matches!(rest.get(end), Some(b'e' | b'E')) {
            let signed = end + 1 + usize::from(matches!(rest.get(end + 1), Some(b'+' | b'-')));
            end = if digits(signed) > 0 { signed + digits(signed) } else { end };
        }
        let mut before_power = rest.iter().take(end).take_while(|it| !matches!(it, b'e' | b'E'));
        let is_zero = before_power.all(|it| !matches!(it, b'1'..=b'9'));
        let is_whole = end == sign + whole;
        if is_whole && whole > MOST_DIGITS {
            let message = format!(
                "Exceeds the limit ({MOST_DIGITS} digits) for integer string conversion: value has {whole} digits; use \
                 sys.set_int_max_str_digits() to increase the limit"
            );
            return Err(PythonError { class: "ValueError", message });
        }
        self.at += end;
        Ok(if is_whole { PythonValue::Int(is_zero) } else { PythonValue::Float(is_zero) })
    }

    fn list(&mut self, depth: usize) -> PythonResult<PythonValue> {
        self.at += 1;
        self.skip_blanks();
        let mut items = Vec::new();
        if self.takes(b']') {
            return Ok(PythonValue::List(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            self.skip_blanks();
            if self.takes(b']') {
                return Ok(PythonValue::List(items));
            }
            if !self.takes(b',') {
                return Err(self.error("Expecting ',' delimiter", self.at));
            }
            self.skip_blanks();
        }
    }

    fn dict(&mut self, depth: usize) -> PythonResult<PythonValue> {
        self.at += 1;
        self.skip_blanks();
        let mut members = Vec::new();
        if self.takes(b'}') {
            return Ok(PythonValue::Dict(members));
        }
        loop {
            if self.next() != Some(b'"') {
                return Err(self.error("Expecting property name enclosed in double quotes", self.at));
            }
            let name = self.string()?;
            self.skip_blanks();
            if !self.takes(b':') {
                return Err(self.error("Expecting ':' delimiter", self.at));
            }
            self.skip_blanks();
            members.push((name, self.value(depth + 1)?));
            self.skip_blanks();
            if self.takes(b'}') {
                return Ok(PythonValue::Dict(members));
            }
            if !self.takes(b',') {
                return Err(self.error("Expecting ',' delimiter", self.at));
            }
            self.skip_blanks();
        }
    }

    fn string(&mut self) -> PythonResult<String> {
        let start = self.at;
        self.at += 1;
        let mut out = String::new();
        loop {
            let rest = self.rest();
            // Bytes: each of these signs is one, and in no other.
            let ends = |it: &u8| matches!(it, b'"' | b'\\' | ..b' ');
            let plain = rest.as_bytes().iter().position(ends).unwrap_or(rest.len());
            out.push_str(rest.get(..plain).unwrap_or_default());
            self.at += plain;
            match self.next() {
                None => return Err(self.error("Unterminated string starting at", start)),
                Some(b'"') => {
                    self.at += 1;
                    return Ok(out);
                }
                Some(b'\\') => out.push(self.escape(start)?),
                Some(_) => return Err(self.error("Invalid control character at", self.at)),
            }
        }
    }

    fn escape(&mut self, start: usize) -> PythonResult<char> {
        let sign = self.text.as_bytes().get(self.at + 1);
        let plain = match sign {
            None => return Err(self.error("Unterminated string starting at", start)),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(it @ (b'"' | b'\\' | b'/')) => char::from(*it),
            Some(b'u') => return self.code_point(),
            Some(_) => return Err(self.error("Invalid \\escape", self.at)),
        };
        self.at += 2;
        Ok(plain)
    }

    /// A surrogate without its other half stays one in Python, and becomes U+FFFD here.
    fn code_point(&mut self) -> PythonResult<char> {
        let first = self.unit()?;
        self.at += 6;
        let is_pair = (0xd800..0xdc00).contains(&first) && self.rest().starts_with("\\u") && self.rest().len() > 6;
        let second = if is_pair { self.unit()? } else { 0 };
        if !(0xdc00..0xe000).contains(&second) {
            return Ok(char::from_u32(first).unwrap_or('\u{fffd}'));
        }
        self.at += 6;
        Ok(char::from_u32(0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00)).unwrap_or('\u{fffd}'))
    }

    /// The number of the escape here, which begins with a backslash and `u`. Something has to follow it.
    fn unit(&self) -> PythonResult<u32> {
        let digits = self.rest().get(2..6).filter(|_| self.rest().len() > 6);
        let read = |number: u32, digit: char| Some(number * 16 + digit.to_digit(16)?);
        digits
            .and_then(|it| it.chars().try_fold(0, read))
            .ok_or_else(|| self.error("Invalid \\uXXXX escape", self.at + 1))
    }
}

fn too_deep(is_list: bool) -> PythonError {
    let kind = if is_list { "array" } else { "object" };
    let message = format!("maximum recursion depth exceeded while decoding a JSON {kind} from a unicode string");
    PythonError { class: "RecursionError", message }
}
