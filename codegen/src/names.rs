//! Names: wire spellings to PascalCase and snake_case, and the check that typify would keep them.

/// `set_model`, `one-at-a-time`, `toolResult` to `SetModel`, `OneAtATime`, `ToolResult`.
pub fn pascal(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut up = true;
    for c in name.chars() {
        if !c.is_alphanumeric() {
            up = true;
        } else if up {
            out.extend(c.to_uppercase());
            up = false;
        } else {
            out.push(c);
        }
    }
    out
}

/// `toolCallId`, `set-model` to `tool_call_id`, `set_model`.
pub fn snake(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 4);
    for c in name.chars() {
        if !c.is_alphanumeric() {
            if !out.ends_with('_') {
                out.push('_');
            }
        } else if c.is_uppercase() {
            if !out.is_empty() && !out.ends_with('_') {
                out.push('_');
            }
            out.extend(c.to_lowercase());
        } else {
            out.push(c);
        }
    }
    out
}

/// A type name that every back end keeps as it is: PascalCase, ASCII, no two capitals in a row.
pub fn is_type_name(name: &str) -> bool {
    let mut before_upper = false;
    for (i, c) in name.chars().enumerate() {
        let upper = c.is_ascii_uppercase();
        if !c.is_ascii_alphanumeric() || (i == 0 && !upper) || (upper && before_upper) {
            return false;
        }
        before_upper = upper;
    }
    !name.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wire_names_become_type_names() {
        assert_eq!(pascal("one-at-a-time"), "OneAtATime");
        assert_eq!(pascal("toolResult"), "ToolResult");
        assert_eq!(pascal("set_model"), "SetModel");
        assert_eq!(snake("toolCallId"), "tool_call_id");
        assert_eq!(snake("set_model"), "set_model");
    }

    #[test]
    fn names_that_typify_would_change_are_told_apart() {
        assert!(is_type_name("TextContent"));
        assert!(!is_type_name("MCPServer"));
        assert!(!is_type_name("textContent"));
        assert!(!is_type_name(""));
    }
}
