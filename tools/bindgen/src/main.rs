//! The command `wasm-bindgen`, as far as this project and wasm-pack use it:
//!
//! ```text
//! wasm-bindgen WASM --out-dir FOLDER [--out-name NAME] [--target bundler|web|nodejs] [--no-typescript] [--omit-default-module-path]
//! ```
//!
//! It writes the glue code of a compiled library, and the wasm that belongs to it, into the folder.

use std::env;

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let mut args = env::args().skip(1);
    let mut bindgen = Bindgen::new();
    bindgen.typescript(true);
    let mut folder = None;
    while let Some(arg) = args.next() {
        let mut value = || args.next().with_context(|| format!("{arg} needs a value"));
        match arg.as_str() {
            "--version" => {
                println!("wasm-bindgen {}", env!("CARGO_PKG_VERSION"));
                return Ok(());
            }
            "--out-dir" => folder = Some(value()?),
            "--out-name" => drop(bindgen.out_name(&value()?)),
            "--target" => match value()?.as_str() {
                "bundler" => drop(bindgen.bundler(true)?),
                "web" => drop(bindgen.web(true)?),
                "nodejs" => drop(bindgen.nodejs(true)?),
                target => bail!("there is no target `{target}` here"),
            },
            "--typescript" => (),
            "--no-typescript" => drop(bindgen.typescript(false)),
            "--omit-default-module-path" => drop(bindgen.omit_default_module_path(true)),
            option if option.starts_with('-') => bail!("there is no option `{option}` here"),
            wasm => drop(bindgen.input_path(wasm)),
        }
    }
    bindgen.generate(folder.context("--out-dir is missing")?)
}
