//! Generates the messages of the page: a function for each message of `words/en.ftl`, and the texts of each language in
//! the order and format in which they are sent to the page (`words/pattern.rs`).

use std::error::Error;
use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

use fluent_syntax::ast::{
    Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey,
};
use fluent_syntax::parser::parse;
use fluent_syntax::unicode::unescape_unicode_to_string;

/// The folder of the languages' files.
const FOLDER: &str = "words";

/// A message as the English file has it.
struct Message<'a> {
    id: &'a str,
    /// Names of the values that are filled in, in the order of the English text.
    arguments: Vec<&'a str>,
    /// The English text by plural category, with the names of what is filled in.
    texts: Vec<String>,
}

/// The argument that selects a text, if any does, and the texts by plural category, the default last.
type Texts<'a> = (Option<&'a str>, Vec<(&'a str, &'a Pattern<&'a str>)>);

#[expect(clippy::disallowed_methods, reason = "cargo tells by the environment where to build")]
fn main() {
    println!("cargo::rerun-if-changed={FOLDER}");
    let goal = env::var_os("OUT_DIR").unwrap_or_default();
    if let Err(fault) = generate(Path::new(&goal)) {
        println!("cargo::error={fault}");
    }
}

fn generate(goal: &Path) -> Result<(), Box<dyn Error>> {
    let text = fs::read_to_string(Path::new(FOLDER).join("en.ftl"))?;
    let english = entries(&text).map_err(|fault| format!("en.ftl: {fault}"))?;
    let messages = messages(&english).map_err(|fault| format!("en.ftl: {fault}"))?;
    fs::write(goal.join("messages.rs"), functions(&messages, sent(&english)))?;
    for file in fs::read_dir(FOLDER)? {
        let path = file?.path();
        if let Some(name) =
            path.file_stem().filter(|_| path.extension().is_some_and(|e| e == "ftl"))
        {
            let lines = lines(&fs::read_to_string(&path)?, &messages);
            let lines = lines.map_err(|fault| format!("{}: {fault}", path.display()))?;
            fs::write(goal.join(name).with_extension("txt"), lines)?;
        }
    }
    Ok(())
}

/// Returns the entries of a file.
fn entries(file: &str) -> Result<Vec<Entry<&str>>, String> {
    parse(file).map(|resource| resource.body).map_err(|(_, faults)| {
        let fault = faults.first();
        let before = fault.and_then(|fault| file.get(..fault.pos.start)).unwrap_or_default();
        let fault = fault.map(ToString::to_string).unwrap_or_default();
        format!("line {}: {fault}", before.matches('\n').count() + 1)
    })
}

/// Returns the names and texts of the messages among these entries.
fn texts<'a>(entries: &'a [Entry<&'a str>]) -> Result<Vec<(&'a str, Texts<'a>)>, String> {
    let mut found: Vec<(&str, Texts<'_>)> = Vec::new();
    for entry in entries {
        let (id, text) = match entry {
            Entry::Message(message) => (message.id.name, message.value.as_ref()),
            Entry::Term(term) => (term.id.name, None),
            _ => continue,
        };
        let text = text.ok_or_else(|| format!("{id} is no message with a text"))?;
        if found.iter().any(|(other, _)| *other == id) {
            return Err(format!("{id} stands there twice"));
        }
        found.push((id, variants(text).map_err(|fault| format!("{id} {fault}"))?));
    }
    Ok(found)
}

/// Returns the number of messages before the first `###` comment: those that are sent with pages.
fn sent(entries: &[Entry<&str>]) -> usize {
    let above = entries.iter().take_while(|entry| !matches!(entry, Entry::ResourceComment(_)));
    above.filter(|entry| matches!(entry, Entry::Message(_))).count()
}

/// Returns the messages among the entries of the English file.
fn messages<'a>(entries: &'a [Entry<&'a str>]) -> Result<Vec<Message<'a>>, String> {
    let texts = texts(entries)?.into_iter();
    let message = |(id, (selector, texts)): (&'a str, Texts<'a>)| {
        let mut arguments: Vec<_> = selector.into_iter().collect();
        let mut names = |name: &'a str| {
            if !arguments.contains(&name) {
                arguments.push(name);
            }
            Ok(format!("{{{name}}}"))
        };
        let texts = texts.iter().map(|(_, text)| filled(text, &mut names));
        let texts = texts.collect::<Result<_, _>>().map_err(|fault| format!("{id} {fault}"))?;
        Ok(Message { id, arguments, texts })
    };
    texts.map(message).collect()
}

/// Returns the functions that say the messages, by their index.
fn functions(messages: &[Message<'_>], sent: usize) -> String {
    let names: Vec<_> = messages.iter().map(|message| message.id.replace('-', "_")).collect();
    let mut code = format!(
        "/// Number of messages that are sent with pages; only the server says the rest.
        #[cfg(not(feature = \"hydrate\"))]
        pub(super) const SENT: usize = {sent};

        /// The names of the functions below, in the order of the texts.
        #[cfg(test)]
        pub(super) const NAMES: &[&str] = &{names:?};\n"
    );
    for (place, (name, message)) in names.iter().zip(messages).enumerate() {
        let Message { arguments, texts, .. } = message;
        let takes = arguments.iter().map(|name| format!("{name}: impl Into<Argument<'a>>, "));
        let gives = arguments.iter().map(|name| format!("{name}.into(), "));
        let (takes, gives): (String, String) = (takes.collect(), gives.collect());
        let function = if arguments.is_empty() {
            format!("{name}() -> &'static str {{ say({place}) }}")
        } else {
            format!("{name}<'a>({takes}) -> String {{ say_with({place}, &[{gives}]) }}")
        };
        let _ = writeln!(code, "/// `{}`\npub fn {function}", texts.join("`, or `"));
    }
    code + &fault(messages)
}

/// Returns the function that says the reasons why files cannot be read: the messages `fault-…`.
fn fault(messages: &[Message<'_>]) -> String {
    let mut code = String::from(
        "/// Returns the reason in the page's language, as the end of a sentence; unchanged if no message `fault-…` has
        /// it as its English text.
        pub fn fault(reason: &str) -> &str { match reason {\n",
    );
    let faults = messages.iter().filter(|message| message.id.starts_with("fault-"));
    for Message { id, texts, .. } in faults.filter(|message| message.arguments.is_empty()) {
        let _ = writeln!(code, "{:?} => {}(),", texts.concat(), id.replace('-', "_"));
    }
    code + "_ => reason, } }"
}

/// Returns the texts of a file in the order of the messages, one per line; empty where the file lacks one.
fn lines(file: &str, messages: &[Message<'_>]) -> Result<String, String> {
    let mut lines = vec![String::new(); messages.len()];
    for (id, texts) in texts(&entries(file)?)? {
        let mut places = messages.iter().zip(&mut lines).filter(|(message, _)| message.id == id);
        let (message, line) = places.next().ok_or_else(|| format!("en.ftl has no {id}"))?;
        *line = compiled(&texts, &message.arguments).map_err(|fault| format!("{id} {fault}"))?;
    }
    Ok(lines.join("\n"))
}

/// Returns texts with these arguments in the format in which they are sent.
fn compiled((selector, texts): &Texts<'_>, arguments: &[&str]) -> Result<String, String> {
    let place = |name: &str| {
        let place = arguments.iter().position(|argument| *argument == name);
        place.ok_or_else(|| format!("fills in {name}, and en.ftl does not"))
    };
    let mut line = String::new();
    if let Some(selector) = selector {
        line = format!("\t{}", place(selector)?);
    }
    for (category, text) in texts {
        if selector.is_some() {
            line.extend(["\t", category, "\t"]);
        }
        line += &filled(text, &mut |name| Ok(format!("{{{}}}", place(name)?)))?;
    }
    Ok(line)
}

/// Returns the variants of a text.
fn variants<'a>(text: &'a Pattern<&'a str>) -> Result<Texts<'a>, &'static str> {
    let [PatternElement::Placeable { expression: Expression::Select { selector, variants } }] =
        text.elements.as_slice()
    else {
        return Ok((None, vec![("", text)]));
    };
    let InlineExpression::VariableReference { id } = selector else {
        return Err("selects by what is not filled in");
    };
    let (last, others): (Vec<_>, Vec<_>) = variants.iter().partition(|variant| variant.default);
    let texts = others.into_iter().chain(last).map(|variant| {
        let (VariantKey::Identifier { name } | VariantKey::NumberLiteral { value: name }) =
            variant.key;
        (name, &variant.value)
    });
    Ok((Some(id.name), texts.collect()))
}

/// Returns a text without variants, with what `name` returns for the name of an argument.
fn filled<'a>(
    text: &'a Pattern<&'a str>,
    name: &mut impl FnMut(&'a str) -> Result<String, String>,
) -> Result<String, String> {
    let element = |element: &'a PatternElement<&'a str>| match element {
        PatternElement::TextElement { value } => Ok(value.replace('\n', " ")),
        PatternElement::Placeable {
            expression: Expression::Inline(InlineExpression::StringLiteral { value }),
        } => Ok(unescape_unicode_to_string(value).into_owned()),
        PatternElement::Placeable {
            expression: Expression::Inline(InlineExpression::VariableReference { id }),
        } => name(id.name),
        PatternElement::Placeable { .. } => {
            Err("has what is neither text nor filled in, or a selection within a text".to_owned())
        }
    };
    text.elements.iter().map(element).collect()
}
