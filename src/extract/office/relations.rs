//! References between the files of an archive, by the Open Packaging Conventions.

use std::collections::HashMap;

use super::archive::Archive;
use super::xml;
use crate::ExtractError;

/// The references of one file of an archive.
#[derive(Debug, Default)]
pub(crate) struct Relations {
    all: Vec<Relation>,
    /// The position of each in the list, by id.
    by_id: HashMap<String, usize>,
}

/// One reference.
#[derive(Debug)]
struct Relation {
    /// The last part of its type, such as `styles`.
    kind: String,
    /// The name of the file in the archive.
    target: String,
}

impl Relations {
    /// Reads the references of the file with this name; the name of the archive itself is empty.
    ///
    /// # Errors
    ///
    /// Fails if its list is damaged.
    pub(crate) fn of(archive: &mut Archive<'_>, file: &str) -> Result<Self, ExtractError> {
        let (folder, name) = file.rsplit_once('/').unwrap_or(("", file));
        let list = format!("{folder}/_rels/{name}.rels");
        let Some(text) = archive.text(list.trim_start_matches('/'))? else {
            return Ok(Self::default());
        };
        let tree = xml::parse(&text)?;
        let each = xml::elements(tree.root_element()).filter_map(|node| {
            let kind = xml::attribute(node, "Type")?;
            let relation = Relation {
                kind: kind.rsplit('/').next().unwrap_or(kind).to_owned(),
                target: resolved(folder, xml::attribute(node, "Target")?),
            };
            let id = xml::attribute(node, "Id")?.to_owned();
            (xml::attribute(node, "TargetMode") != Some("External")).then_some((id, relation))
        });
        let mut relations = Self::default();
        for (id, relation) in each {
            relations.by_id.entry(id).or_insert(relations.all.len());
            relations.all.push(relation);
        }
        Ok(relations)
    }

    /// Returns the main file of the archive.
    ///
    /// # Errors
    ///
    /// Fails if it names none.
    pub(crate) fn main(archive: &mut Archive<'_>) -> Result<String, ExtractError> {
        let relations = Self::of(archive, "")?;
        let main = relations.first("officeDocument").map(str::to_owned);
        main.ok_or(ExtractError::Damaged)
    }

    /// Returns the first file of a kind.
    pub(super) fn first(&self, kind: &str) -> Option<&str> {
        self.all(kind).next()
    }

    /// Returns the files of a kind, in order.
    pub(crate) fn all(&self, kind: &str) -> impl Iterator<Item = &str> {
        let of_kind = self.all.iter().filter(move |one| one.kind == kind);
        of_kind.map(|one| one.target.as_str())
    }

    /// Returns all files, each with its id and kind, ordered by id.
    pub(super) fn each(&self) -> impl Iterator<Item = (&str, &str, &str)> {
        let mut ids: Vec<_> = self.by_id.iter().collect();
        ids.sort();
        let all = ids.into_iter().filter_map(|(id, at)| Some((id, self.all.get(*at)?)));
        all.map(|(id, one)| (id.as_str(), one.kind.as_str(), one.target.as_str()))
    }

    /// Returns the file with an id.
    pub(crate) fn by_id(&self, id: &str) -> Option<&str> {
        let found = self.all.get(*self.by_id.get(id)?);
        found.map(|one| one.target.as_str())
    }
}

/// Returns a reference from a file in `folder` as a name in the archive.
pub(super) fn resolved(folder: &str, target: &str) -> String {
    let (base, target) = match target.strip_prefix('/') {
        Some(target) => ("", target),
        None => (folder, target),
    };
    let mut parts: Vec<&str> = base.split('/').filter(|part| !part.is_empty()).collect();
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::resolved;

    #[test]
    fn references_never_leave_the_archive() {
        assert_eq!(resolved("ppt/slides", "../media/a.png"), "ppt/media/a.png");
        assert_eq!(resolved("word", "/word/styles.xml"), "word/styles.xml");
        assert_eq!(resolved("word", "../../../etc/passwd"), "etc/passwd");
    }
}
