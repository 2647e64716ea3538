//! The meaning of glyphs whose font does not map them to characters, or maps them to invalid ones.

use std::cell::OnceCell;
use std::collections::HashMap;

use hayro_font::hayro_cmap::{BfString, CMap, CMapName, CidFamily, load_embedded};
use hayro_font::{Font, FontCache, FontGlyph};
use hayro_interpret::InterpreterSettings;
use hayro_interpret::font::{Glyph, GlyphIdentifier};
use hayro_syntax::Pdf;
use hayro_syntax::object::{Array, Dict, FromBytes as _, Name, Object, Stream, String as Text};
use skrifa::{FontRef, MetadataProvider as _};

/// Maximum number of fonts examined in a document.
const MAX_FONTS: usize = 1_000;

/// The ligatures that all TeX text encodings share, with the code of the first in each range.
const LIGATURES: [(u32, [&str; 5]); 2] =
    [(11, ["ff", "fi", "fl", "ffi", "ffl"]), (27, ["ff", "fi", "fl", "ffi", "ffl"])];

/// The identity of a glyph wherever it is drawn: its outline, or the advance width of a Type 3 glyph.
#[derive(PartialEq, Eq, Hash)]
enum Likeness {
    Outline(GlyphIdentifier),
    Drawing(u32),
}

/// The fonts of a document.
pub(super) struct Fonts<'a> {
    pdf: &'a Pdf,
    settings: InterpreterSettings,
    all: OnceCell<Vec<(Dict<'a>, Font<'a>)>>,
    known: HashMap<(Likeness, u32), Option<String>>,
    /// The characters in each font program, by glyph.
    programs: HashMap<u128, HashMap<u32, char>>,
    /// The characters in each of Adobe's character collections, by number.
    collections: HashMap<String, Option<CMap>>,
}

impl<'a> Fonts<'a> {
    pub(super) fn of(pdf: &'a Pdf) -> Self {
        Self {
            pdf,
            settings: InterpreterSettings::default(),
            all: OnceCell::new(),
            known: HashMap::new(),
            programs: HashMap::new(),
            collections: HashMap::new(),
        }
    }

    /// Returns the text that a glyph represents.
    pub(super) fn text(&mut self, glyph: &Glyph<'_>) -> Option<String> {
        let stated = glyph.as_unicode().map(text);
        let is_text = |text: &String| !text.is_empty() && !text.contains(['\u{fffd}', '\0']);
        if let Some(stated) = stated.filter(is_text) {
            return Some(stated);
        }
        let key = (likeness(glyph), glyph.char_code());
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let found = self.mended(glyph).filter(is_text);
        self.known.insert(key, found.clone());
        found
    }

    fn mended(&mut self, glyph: &Glyph<'_>) -> Option<String> {
        let (code, found) = (glyph.char_code(), self.find(glyph));
        let composite = found.as_ref().filter(|dict| is_composite(dict));
        let by_dict = match (&found, composite) {
            (_, Some(dict)) => self.by_collection(dict, code),
            (Some(dict), None) => self.by_name(dict, code),
            _ => None,
        };
        let by_program = by_dict.or_else(|| self.by_program(glyph));
        by_program.or_else(|| {
            let stated = found?.get::<Name<'_>>("ToUnicode")?;
            let is_code = stated.as_str().starts_with("Identity");
            char::from_u32(code).filter(|_| is_code).map(String::from)
        })
    }

    /// Returns the font that has this glyph.
    fn find(&self, glyph: &Glyph<'_>) -> Option<Dict<'a>> {
        let (code, sought, stated) = (glyph.char_code(), likeness(glyph), glyph.as_unicode());
        let has = |(dict, font): &&(Dict<'a>, Font<'a>)| {
            if code > 255 && !is_composite(dict) {
                return false;
            }
            let (like, means) = match font.glyph(font.map_code(code), code) {
                FontGlyph::Outline(own) => (Likeness::Outline(own.identifier()), own.as_unicode()),
                FontGlyph::Type3(own) => {
                    (Likeness::Drawing(own.advance_width().to_bits()), own.as_unicode())
                }
            };
            like == sought && means == stated
        };
        self.all.get_or_init(|| self.read()).iter().find(has).map(|(dict, _)| dict.clone())
    }

    fn read(&self) -> Vec<(Dict<'a>, Font<'a>)> {
        let cache = FontCache::new();
        let fonts = self.pdf.objects().into_iter().filter_map(|object| {
            let Object::Dict(dict) = object else { return None };
            dict.get::<Name<'_>>("Type").filter(|kind| kind.as_str() == "Font")?;
            let InterpreterSettings { font_resolver, cmap_resolver, .. } = &self.settings;
            let font = cache.font(&dict, font_resolver, cmap_resolver)?;
            Some((dict, font))
        });
        fonts.take(MAX_FONTS).collect()
    }

    /// Returns the character at a code in one of Adobe's character collections.
    fn by_collection(&mut self, dict: &Dict<'_>, code: u32) -> Option<String> {
        let below = dict.get::<Array<'_>>("DescendantFonts")?.iter::<Dict<'_>>().next()?;
        let info = below.get::<Dict<'_>>("CIDSystemInfo")?;
        let (registry, ordering) =
            (info.get::<Text<'_>>("Registry")?, info.get::<Text<'_>>("Ordering")?);
        let family = CidFamily::from_registry_ordering(registry.as_bytes(), ordering.as_bytes());
        let name = family.ucs2_cmap()?;
        let number = match dict.get::<Object<'_>>("Encoding")? {
            Object::Stream(stream) => {
                let map = CMap::parse(&stream.decoded_data().ok()?, load_embedded)?;
                number(&map, code)?
            }
            Object::Name(name) if name.as_str().starts_with("Identity") => code,
            Object::Name(name) => {
                number(self.collection(CMapName::from_bytes(name.as_ref()))?, code)?
            }
            _ => return None,
        };
        self.collection(name)?.lookup_bf_string(number).map(text)
    }

    fn collection(&mut self, name: CMapName<'_>) -> Option<&CMap> {
        let key = String::from_utf8_lossy(name.to_bytes()).into_owned();
        let read = || CMap::parse(load_embedded(name)?, load_embedded);
        self.collections.entry(key).or_insert_with(read).as_ref()
    }

    /// Returns the character that the font's own name for a glyph suggests.
    fn by_name(&self, dict: &Dict<'_>, code: u32) -> Option<String> {
        let name = glyph_name(dict, code)?;
        let number = name.trim_start_matches(|sign: char| sign.is_ascii_alphabetic());
        if dict.get::<Stream<'_>>("ToUnicode").is_none() && number.parse() == Ok(code) {
            return by_tex(code);
        }
        // A minimal font that has only this glyph name.
        let only = format!(
            "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[{code}/{name}]>>>>"
        );
        let only = Dict::from_bytes(only.as_bytes())?;
        let InterpreterSettings { font_resolver, cmap_resolver, .. } = &self.settings;
        let font = FontCache::new().font(&only, font_resolver, cmap_resolver)?;
        match font.glyph(font.map_code(code), code) {
            FontGlyph::Outline(glyph) => glyph.as_unicode().map(text),
            FontGlyph::Type3(_) => None,
        }
    }

    /// Returns the character that the embedded font program maps to the glyph.
    fn by_program(&mut self, glyph: &Glyph<'_>) -> Option<String> {
        let Glyph::Outline(outline) = glyph else { return None };
        let data = outline.font_data()?;
        let characters = self.programs.entry(data.cache_key).or_insert_with(|| {
            let font = FontRef::from_index(data.data.as_ref().as_ref(), 0);
            let mappings = font.iter().flat_map(|font| font.charmap().mappings());
            let characters = mappings.filter_map(|(code, glyph)| {
                Some((glyph.to_u32(), char::from_u32(code).filter(|sign| !sign.is_control())?))
            });
            // If several characters map to a glyph, the first is the usual one.
            characters.fold(HashMap::new(), |mut all, (glyph, character)| {
                all.entry(glyph).or_insert(character);
                all
            })
        });
        characters.get(&outline.glyph_id().to_u32()).map(char::to_string)
    }
}

fn is_composite(dict: &Dict<'_>) -> bool {
    dict.contains_key("DescendantFonts")
}

fn likeness(glyph: &Glyph<'_>) -> Likeness {
    match glyph {
        Glyph::Outline(outline) => Likeness::Outline(outline.identifier()),
        Glyph::Type3(glyph) => {
            Likeness::Drawing(glyph.advance_width().unwrap_or_default().to_bits())
        }
    }
}

fn text(meaning: BfString) -> String {
    match meaning {
        BfString::Char(character) => character.to_string(),
        BfString::String(text) => text,
    }
}

/// Returns the number of a code in its collection. The byte length of codes is not known here, so all are tried.
fn number(map: &CMap, code: u32) -> Option<u32> {
    let fewest = (4 - code.leading_zeros() / 8).max(1);
    let mut lengths = (fewest..=4).filter_map(|length| u8::try_from(length).ok());
    lengths.find_map(|length| map.lookup_cid_code(code, length))
}

/// Returns the name of the glyph at a code, from the differences in a font's encoding.
fn glyph_name(dict: &Dict<'_>, code: u32) -> Option<String> {
    let differences = dict.get::<Dict<'_>>("Encoding")?.get::<Array<'_>>("Differences")?;
    let mut at = 0;
    for object in differences.iter::<Object<'_>>() {
        match object {
            Object::Number(number) => at = number.as_i64(),
            Object::Name(name) if at == i64::from(code) => return Some(name.as_str().to_owned()),
            _ => at += 1,
        }
    }
    None
}

/// Returns the character at a code of a bitmap font made by TeX, whose glyphs are named by their codes.
fn by_tex(code: u32) -> Option<String> {
    let ligature = LIGATURES
        .iter()
        .find_map(|(first, signs)| signs.get(usize::try_from(code.checked_sub(*first)?).ok()?));
    let character = char::from_u32(code).filter(|sign| !sign.is_control());
    ligature.map(|sign| (*sign).to_owned()).or(character.map(String::from))
}
