//! Every link between the Markdown files of this repository leads somewhere, and the book has every page.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Component, Path, PathBuf};

/// The root of the repository.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// Whether a folder is built, or belongs to a tool, rather than written.
fn is_foreign(folder: &Path) -> bool {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let hidden = name.starts_with('.') && name != ".github";
    // What npm installs and what the page is built into.
    let web = name == "node_modules" || name == "dist";
    hidden || web || folder.join("CACHEDIR.TAG").exists() || folder == root().join("runs")
}

/// The Markdown files of a folder and of those inside it.
fn pages(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            if !is_foreign(&path) {
                pages(&path, found);
            }
        } else if path.extension().is_some_and(|end| end == "md") {
            found.push(path);
        }
    }
}

/// What a page links to, and what may be linked to in it.
#[derive(Default)]
struct Page {
    links: Vec<String>,
    anchors: BTreeSet<String>,
}

impl Page {
    fn read(text: &str) -> Self {
        let mut page = Self::default();
        let mut heading: Option<String> = None;
        let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES;
        for event in Parser::new_ext(text, options) {
            match event {
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    page.links.push(dest_url.into_string());
                }
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::Text(words) | Event::Code(words) => {
                    heading.iter_mut().for_each(|text| text.push_str(&words));
                }
                Event::End(TagEnd::Heading(_)) => page.anchor(&heading.take().unwrap_or_default()),
                Event::Html(html) | Event::InlineHtml(html) => page.html(&html),
                _ => {}
            }
        }
        page
    }

    /// The anchor that forges and mdBook make of a heading: a second one of the same words gets a number.
    fn anchor(&mut self, heading: &str) {
        let words = heading.trim().to_lowercase();
        let kept = |c: char| match c {
            ' ' => Some('-'),
            c if c.is_alphanumeric() || "-_".contains(c) => Some(c),
            _ => None,
        };
        let name: String = words.chars().filter_map(kept).collect();
        let numbered = (1..).map(|nth| format!("{name}-{nth}"));
        let free = std::iter::once(name.clone()).chain(numbered);
        let mut free = free.filter(|name| !self.anchors.contains(name));
        self.anchors.extend(free.next());
    }

    fn html(&mut self, html: &str) {
        for (attribute, is_link) in [("id=\"", false), ("href=\"", true), ("src=\"", true)] {
            for part in html.split(attribute).skip(1) {
                let value = part.split('"').next().unwrap_or_default().to_owned();
                match is_link {
                    true => self.links.push(value),
                    false => drop(self.anchors.insert(value)),
                }
            }
        }
    }
}

/// A path without `.` and `..`; none if it leaves the repository.
fn inside(path: &Path) -> Option<PathBuf> {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(plain.pop()),
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain.starts_with(root()).then_some(plain)
}

/// Why a link from `from` leads nowhere.
fn fault(link: &str, from: &Path, pages: &HashMap<PathBuf, Page>) -> Option<&'static str> {
    if link.contains("://") || link.starts_with("mailto:") {
        return None;
    }
    let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
    let to = match file {
        "" => from.to_owned(),
        file => match inside(&from.parent()?.join(file)) {
            Some(to) => to,
            None => return Some("leaves the repository"),
        },
    };
    if !to.exists() {
        return Some("there is no such file");
    }
    let known = anchor.is_empty() || pages.get(&to).is_some_and(|p| p.anchors.contains(anchor));
    (!known).then_some("there is no such heading")
}

fn read_all() -> HashMap<PathBuf, Page> {
    let mut all = Vec::new();
    pages(root(), &mut all);
    let read = |path: PathBuf| {
        let page = Page::read(&fs::read_to_string(&path).unwrap());
        (path, page)
    };
    all.into_iter().map(read).collect()
}

#[test]
fn every_link_leads_somewhere() {
    let pages = read_all();
    assert!(pages.contains_key(&root().join("README.md")));
    let mut faults = Vec::new();
    for (path, page) in &pages {
        for link in &page.links {
            if let Some(why) = fault(link, path, &pages) {
                let path = path.strip_prefix(root()).unwrap();
                faults.push(format!("{}: {link}: {why}", path.display()));
            }
        }
    }
    faults.sort();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_book_has_every_page_of_its_folder() {
    let docs = root().join("docs");
    let summary = docs.join("SUMMARY.md");
    let listed = Page::read(&fs::read_to_string(&summary).unwrap()).links;
    let listed: BTreeSet<_> = listed.iter().map(|link| docs.join(link)).collect();
    let mut there = Vec::new();
    pages(&docs, &mut there);
    let there: BTreeSet<_> = there.into_iter().filter(|path| *path != summary).collect();
    let missing: Vec<_> = listed.difference(&there).collect();
    let unlisted: Vec<_> = there.difference(&listed).collect();
    assert!(missing.is_empty(), "SUMMARY.md lists no page: {missing:?}");
    assert!(unlisted.is_empty(), "not in SUMMARY.md: {unlisted:?}");
}

#[test]
fn links_and_headings_are_told_apart_from_code() {
    let page = Page::read(
        "# Beam `--width`, twice\n\n## Notes\n\n## Notes\n\n[a](b.md#c) `[no](link)`\n\n\
         ```\n[none](here)\n```\n\n<a id=\"mark\"></a>\n",
    );
    assert_eq!(page.links, ["b.md#c"]);
    let anchors: Vec<_> = page.anchors.iter().map(String::as_str).collect();
    assert_eq!(anchors, ["beam---width-twice", "mark", "notes", "notes-1"]);
    let from = root().join("docs/SUMMARY.md");
    let pages = HashMap::from([(from.clone(), page)]);
    let fault = |link| fault(link, &from, &pages);
    assert_eq!(fault("#notes-1"), None);
    assert_eq!(fault("../README.md"), None);
    assert_eq!(fault("https://example.org/x.md"), None);
    assert_eq!(fault("#nowhere"), Some("there is no such heading"));
    assert_eq!(fault("missing.md"), Some("there is no such file"));
    assert_eq!(fault("../../x.md"), Some("leaves the repository"));
}
