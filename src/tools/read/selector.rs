//! What part of a file is asked for: `:N`, `:A-B`, `:A+C`, comma ranges, `:raw`.

/// First and last line, counted from 1; no last line means "a page from here".
pub type Range = (u64, Option<u64>);

/// The part of a file that a path's selector names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selection {
    /// In the order of the file, not touching each other. Empty: from the start.
    pub ranges: Vec<Range>,
    /// Without line numbers.
    pub raw: bool,
}

/// Splits `path:selector`. `None` when the path ends with no selector; an error when it ends with one that means nothing.
pub fn split(path: &str) -> Result<Option<(&str, Selection)>, String> {
    let mut selection = Selection::default();
    let mut rest = path;
    let mut found = false;
    // At most one `raw` and one list of ranges, in any order.
    for _ in 0..2 {
        let Some((before, last)) = rest.rsplit_once(':').filter(|(before, _)| !before.is_empty()) else { break };
        if last == "raw" && !selection.raw {
            selection.raw = true;
        } else if selection.ranges.is_empty() && looks_like_ranges(last) {
            selection.ranges = ranges(last)?;
        } else {
            break;
        }
        rest = before;
        found = true;
    }
    Ok(found.then_some((rest, selection)))
}

fn looks_like_ranges(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit())
        && text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b',' | b'-' | b'+'))
}

fn ranges(text: &str) -> Result<Vec<Range>, String> {
    let items: Vec<&str> = text.split(',').filter(|item| !item.is_empty()).collect();
    let mut out = Vec::with_capacity(items.len());
    for item in &items {
        let (start, end) = range(item)?;
        // Alone, a number starts a page; in a list it is that line.
        let end = if items.len() > 1 && is_number(item) { Some(start) } else { end };
        out.push((start, end));
    }
    Ok(merged(out))
}

fn range(item: &str) -> Result<Range, String> {
    let number = |digits: &str| digits.parse::<u64>().map(|number| number.max(1));
    let parsed = if let Some((start, count)) = item.split_once('+') {
        number(start).and_then(|start| number(count).map(|count| (start, Some(start.saturating_add(count - 1)))))
    } else if let Some((start, end)) = item.split_once('-') {
        let end = if end.is_empty() { Ok(None) } else { number(end).map(Some) };
        number(start).and_then(|start| end.map(|end| (start, end)))
    } else {
        number(item).map(|start| (start, None))
    };
    match parsed {
        Ok((start, Some(end))) if end < start => Err(format!("Line range `{item}` runs backwards")),
        Ok(range) => Ok(range),
        Err(_) => Err(format!("`{item}` is no line range; ranges look like `5-10` or `5+6`")),
    }
}

fn is_number(item: &str) -> bool {
    item.bytes().all(|byte| byte.is_ascii_digit())
}

/// Sorted, with ranges joined that overlap or touch.
fn merged(mut ranges: Vec<Range>) -> Vec<Range> {
    ranges.sort_by_key(|(start, _)| *start);
    let mut out: Vec<Range> = Vec::with_capacity(ranges.len());
    for (start, end) in ranges {
        match out.last_mut() {
            // An open range reaches at least to where the next one would start.
            Some((_, last)) if last.is_none_or(|last| start <= last.saturating_add(1)) => {
                *last = last.zip(end).map(|(last, end)| last.max(end));
            }
            _ => out.push((start, end)),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selected(path: &str) -> (String, Vec<Range>, bool) {
        let (path, selection) = split(path).unwrap().unwrap();
        (path.to_owned(), selection.ranges, selection.raw)
    }

    #[test]
    fn every_form_of_range_is_understood() {
        assert_eq!(selected("a.rs:50"), ("a.rs".into(), vec![(50, None)], false));
        assert_eq!(selected("a.rs:50-60"), ("a.rs".into(), vec![(50, Some(60))], false));
        assert_eq!(selected("a.rs:50-"), ("a.rs".into(), vec![(50, None)], false));
        assert_eq!(selected("a.rs:50+10"), ("a.rs".into(), vec![(50, Some(59))], false));
        assert_eq!(selected("a.rs:0"), ("a.rs".into(), vec![(1, None)], false));
        assert_eq!(selected("a.rs:7,40-60,5+2"), ("a.rs".into(), vec![(5, Some(7)), (40, Some(60))], false));
        assert_eq!(selected("a.rs:1-5,3-9,20-30"), ("a.rs".into(), vec![(1, Some(9)), (20, Some(30))], false));
    }

    #[test]
    fn raw_goes_with_ranges_in_either_order() {
        assert_eq!(selected("a:raw"), ("a".into(), vec![], true));
        assert_eq!(selected("a:3-4:raw"), ("a".into(), vec![(3, Some(4))], true));
        assert_eq!(selected("a:raw:3-4"), ("a".into(), vec![(3, Some(4))], true));
    }

    #[test]
    fn a_path_without_selector_is_left_alone() {
        for path in ["a.rs", "a:b", "C:", ":5", "notes: today", "a:1x", "a:-5"] {
            assert_eq!(split(path), Ok(None), "{path}");
        }
    }

    #[test]
    fn a_selector_that_means_nothing_is_an_error() {
        assert_eq!(split("a:9-3"), Err("Line range `9-3` runs backwards".to_owned()));
        assert!(split("a:1-2-3").is_err());
        assert!(split("a:99999999999999999999").is_err());
    }
}
