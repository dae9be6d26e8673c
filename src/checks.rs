//! What is wrong: each check walks the bound values and reports under several rules. One mistake is one finding,
//! and the check decides which.

mod boundaries;
#[cfg(feature = "tool-calls")]
mod calls;
mod commented;
mod conditions;
mod envelope;
mod fences;
mod fields;
mod file;
mod foreign;
mod invisible;
mod lists;
mod lookup;
mod lost;
mod misnamed;
mod missing;
mod mojibake;
mod numbers;
mod pair;
mod paths;
mod payload;
mod say;
mod schema;
mod sections;
mod style;
mod syntax;
mod types;
mod values;

#[cfg(feature = "tool-calls")]
pub(crate) use self::say::type_name;
use crate::deadline;
use crate::diagnostic::Finding;
use crate::findings::Findings;
use crate::query::{Context, On};
use crate::rules;
use crate::text::Span;

/// Runs all checks.
pub(crate) fn run(text: &str, ctx: &Context, out: &mut Findings) {
    let options = ctx.options;
    if text.len() > options.max_bytes {
        out.report(&rules::TOO_LARGE, 0, Span::default(), |finding| {
            let (size, limit, unit) = match (text.len(), options.max_bytes) {
                (size, limit) if limit < 1 << 20 => (size, limit, "bytes"),
                (size, limit) => (size >> 20, limit >> 20, "MiB"),
            };
            finding
                .say(format_args!("The file is {size} {unit}; above {limit} {unit}, only the JSON syntax is checked"));
        });
        return syntax::check(ctx, out);
    }
    syntax::check(ctx, out);
    for check in CHECKS {
        if deadline::is_over() {
            return out.report(&rules::TOO_LARGE, 0, Span::default(), |finding| {
                finding.say(format_args!("Not all checks were made within the time limit; findings may be missing"));
            });
        }
        check(ctx, out);
    }
    if ctx.takes_any_payload() && ctx.detection.under.is_none() && !ctx.detection.in_mcp_result {
        let is_around = |it: &Finding| it.doc == ctx.detection.root.0;
        out.soften(options, |it| {
            !is_around(it) || [rules::NESTED_ENVELOPE.idx, rules::DOUBLE_ENCODED.idx].contains(&it.rule.idx)
        });
    }
}

/// The checks of a readable text, in the order in which they run.
const CHECKS: &[fn(&Context, &mut Findings)] = &[
    file::check,
    fields::check,
    values::check,
    check_conditions,
    payload::check,
    lost::check,
    schema::check,
    sections::check,
    style::check,
    pair::check,
    #[cfg(feature = "tool-calls")]
    calls::check,
];

fn check_conditions(ctx: &Context, out: &mut Findings) {
    ctx.each_read(out, conditions::check);
}

impl Context<'_> {
    /// Checks each object, except those beyond the specifications that nobody reads.
    fn each_read(&self, out: &mut Findings, mut check: impl FnMut(On, &mut Findings)) {
        for on in self.all() {
            let is_beyond = on.object.is_beyond;
            if !is_beyond || self.is_read(on.object) {
                out.beyond(is_beyond, |out| check(on, out));
            }
        }
    }
}
