//! Writes the script of the page's WebAssembly. `wasm-bindgen-cli` does the same, and builds five times as long, because
//! it brings a web server for tests.
//!
//! ```text
//! footnote-bindgen <module.wasm> <folder> <name> [--split]
//! ```
//!
//! With `--split`, what the linker exports is kept, as `wasm-split-cli` needs it.

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (module, folder, name, is_split) = match arguments.as_slice() {
        [module, folder, name] => (module, folder, name, false),
        [module, folder, name, split] if split == "--split" => (module, folder, name, true),
        _ => {
            eprintln!("footnote-bindgen <module.wasm> <folder> <name> [--split]");
            return ExitCode::FAILURE;
        }
    };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name(name).typescript(false).demangle(false);
    bindgen.keep_lld_exports(is_split);
    let written = bindgen.web(true).and_then(|bindgen| bindgen.generate(folder));
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{module} cannot be read: {error:#}");
            ExitCode::FAILURE
        }
    }
}
