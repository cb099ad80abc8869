//! Texts that look the same and are not: composed and decomposed letters, narrow spaces, full-width forms.
//!
//! File systems and models disagree on such characters (macOS names screenshots with a narrow no-break space), so a
//! name that is not there is compared again by what the eye sees.

/// The text with everything that looks alike made equal. Only for comparing; never written anywhere.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        fold_char(letter, &mut out);
    }
    out
}

fn fold_char(letter: char, out: &mut String) {
    match letter {
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => out.push(' '),
        '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{fe00}'..='\u{fe0f}' | '\u{ad}' => {}
        '\u{2018}' | '\u{2019}' | '\u{201b}' | '\u{2032}' => out.push('\''),
        '\u{201c}' | '\u{201d}' | '\u{201f}' | '\u{2033}' => out.push('"'),
        '\u{2010}'..='\u{2015}' | '\u{2212}' => out.push('-'),
        '\u{2026}' => out.push_str("..."),
        // Full-width ASCII stands in the same order as ASCII.
        '\u{ff01}'..='\u{ff5e}' => {
            let plain = u32::from(letter) - 0xff01 + 0x21;
            out.push(char::from_u32(plain).unwrap_or(letter));
        }
        '\u{ac00}'..='\u{d7a3}' => push_hangul(letter, out),
        _ => match decompose(letter) {
            Some((base, mark)) => {
                fold_char(base, out);
                out.push(mark);
            }
            None => out.push(letter),
        },
    }
}

/// Korean syllables are composed by arithmetic, not by a table.
fn push_hangul(syllable: char, out: &mut String) {
    let index = u32::from(syllable) - 0xac00;
    let parts = [0x1100 + index / 588, 0x1161 + index % 588 / 28, 0x11a7 + index % 28];
    let parts = if index % 28 == 0 { parts.get(..2) } else { parts.get(..) };
    out.extend(parts.unwrap_or_default().iter().filter_map(|code| char::from_u32(*code)));
}

fn decompose(letter: char) -> Option<(char, char)> {
    COMPOSED.iter().find_map(|(mark, pairs)| {
        let mut letters = pairs.chars();
        while let (Some(base), Some(composed)) = (letters.next(), letters.next()) {
            if composed == letter {
                return Some((base, *mark));
            }
        }
        None
    })
}

/// For each combining mark: base letter and composed letter in turn.
#[rustfmt::skip]
const COMPOSED: &[(char, &str)] = &[
    ('\u{300}', "AÀEÈIÌOÒUÙaàeèiìoòuùÜǛüǜNǸnǹЕЀИЍеѐиѝĒḔēḕŌṐōṑWẀwẁÂẦâầĂẰăằÊỀêềÔỒôồƠỜơờƯỪưừYỲyỳ"),
    ('\u{301}', "AÁEÉIÍOÓUÚYÝaáeéiíoóuúyýCĆcćLĹlĺNŃnńRŔrŕSŚsśZŹzźÜǗüǘGǴgǵÅǺåǻÆǼæǽØǾøǿΑΆΕΈΗΉΙΊΟΌΥΎΩΏϊΐαάεέηήιίϋΰοόυύωώГЃКЌгѓкќÇḈçḉĒḖēḗÏḮïḯKḰkḱMḾmḿÕṌõṍŌṒōṓPṔpṕŨṸũṹWẂwẃÂẤâấĂẮăắÊẾêếÔỐôốƠỚơớƯỨưứ"),
    ('\u{302}', "AÂEÊIÎOÔUÛaâeêiîoôuûCĈcĉGĜgĝHĤhĥJĴjĵSŜsŝWŴwŵYŶyŷZẐzẑẠẬạậẸỆẹệỌỘọộ"),
    ('\u{303}', "AÃNÑOÕaãnñoõIĨiĩUŨuũVṼvṽÂẪâẫĂẴăẵEẼeẽÊỄêễÔỖôỗƠỠơỡƯỮưữYỸyỹ"),
    ('\u{304}', "AĀaāEĒeēIĪiīOŌoōUŪuūÜǕüǖÄǞäǟȦǠȧǡÆǢæǣǪǬǫǭÖȪöȫÕȬõȭȮȰȯȱYȲyȳGḠgḡḶḸḷḹṚṜṛṝ"),
    ('\u{306}', "AĂaăEĔeĕGĞgğIĬiĭOŎoŏUŬuŭУЎИЙийуўȨḜȩḝẠẶạặ"),
    ('\u{307}', "CĊcċEĖeėGĠgġIİZŻzżAȦaȧOȮoȯBḂbḃDḊdḋFḞfḟHḢhḣMṀmṁNṄnṅPṖpṗRṘrṙSṠsṡŚṤśṥŠṦšṧṢṨṣṩTṪtṫWẆwẇXẊxẋYẎyẏſẛ"),
    ('\u{308}', "AÄEËIÏOÖUÜaäeëiïoöuüyÿYŸΙΪΥΫιϊυϋЕЁІЇеёіїHḦhḧÕṎõṏŪṺūṻWẄwẅXẌxẍtẗ"),
    ('\u{309}', "AẢaảÂẨâẩĂẲăẳEẺeẻÊỂêểIỈiỉOỎoỏÔỔôổƠỞơởUỦuủƯỬưửYỶyỷ"),
    ('\u{30a}', "AÅaåUŮuůwẘyẙ"),
    ('\u{30b}', "OŐoőUŰuű"),
    ('\u{30c}', "CČcčDĎdďEĚeěLĽlľNŇnňRŘrřSŠsšTŤtťZŽzžAǍaǎIǏiǐOǑoǒUǓuǔÜǙüǚGǦgǧKǨkǩƷǮʒǯjǰHȞhȟ"),
    ('\u{30f}', "AȀaȁEȄeȅIȈiȉOȌoȍRȐrȑUȔuȕ"),
    ('\u{311}', "AȂaȃEȆeȇIȊiȋOȎoȏRȒrȓUȖuȗ"),
    ('\u{31b}', "OƠoơUƯuư"),
    ('\u{323}', "BḄbḅDḌdḍHḤhḥKḲkḳLḶlḷMṂmṃNṆnṇRṚrṛSṢsṣTṬtṭVṾvṿWẈwẉZẒzẓAẠaạEẸeẹIỊiịOỌoọƠỢơợUỤuụƯỰưựYỴyỵ"),
    ('\u{324}', "UṲuṳ"),
    ('\u{325}', "AḀaḁ"),
    ('\u{326}', "SȘsșTȚtț"),
    ('\u{327}', "CÇcçGĢgģKĶkķLĻlļNŅnņRŖrŗSŞsşTŢtţEȨeȩDḐdḑHḨhḩ"),
    ('\u{328}', "AĄaąEĘeęIĮiįUŲuųOǪoǫ"),
    ('\u{32d}', "DḒdḓEḘeḙLḼlḽNṊnṋTṰtṱUṶuṷ"),
    ('\u{32e}', "HḪhḫ"),
    ('\u{330}', "EḚeḛIḬiḭUṴuṵ"),
    ('\u{331}', "BḆbḇDḎdḏKḴkḵLḺlḻNṈnṉRṞrṟTṮtṯZẔzẕhẖ"),
    ('\u{3099}', "かがきぎくぐけげこごさざしじすずせぜそぞただちぢつづてでとどはばひびふぶへべほぼうゔゝゞカガキギクグケゲコゴサザシジスズセゼソゾタダチヂツヅテデトドハバヒビフブヘベホボウヴワヷヰヸヱヹヲヺヽヾ"),
    ('\u{309a}', "はぱひぴふぷへぺほぽハパヒピフプヘペホポ"),
];

/// Tells what differs between two texts that look alike: the first character of each that is not the same.
pub fn difference(wanted: &str, found: &str) -> String {
    let differing = wanted.chars().zip(found.chars()).find(|(one, other)| one != other);
    match differing {
        Some((wanted, found)) => format!("{} where the file has {}", name(wanted), name(found)),
        None => "a different number of characters".to_owned(),
    }
}

fn name(letter: char) -> String {
    match letter {
        '!'..='~' => format!("`{letter}`"),
        ' ' => "a space".to_owned(),
        _ => format!("U+{:04X}", u32::from(letter)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn look_alikes_fold_to_the_same_text() {
        for (one, other) in [
            ("Screenshot 10.04\u{202f}PM.png", "Screenshot 10.04 PM.png"),
            ("caf\u{e9}", "cafe\u{301}"),
            ("\u{1ec7}", "e\u{323}\u{302}"),
            ("\u{304c}", "\u{304b}\u{3099}"),
            ("\u{d55c}\u{ae00}", "\u{1112}\u{1161}\u{11ab}\u{1100}\u{1173}\u{11af}"),
            ("\u{ff21}\u{ff11}", "A1"),
            ("it\u{2019}s", "it's"),
            ("a\u{2013}b", "a-b"),
            ("\u{439}", "\u{438}\u{306}"),
        ] {
            assert_eq!(fold(one), fold(other), "{one} {other}");
        }
    }

    #[test]
    fn letters_that_look_different_stay_different() {
        assert_ne!(fold("r\u{e9}sum\u{e9}"), fold("resume"));
        assert_ne!(fold("a"), fold("A"));
    }

    #[test]
    fn a_difference_is_named_by_its_characters() {
        assert_eq!(difference("a b", "a\u{202f}b"), "a space where the file has U+202F");
    }
}
