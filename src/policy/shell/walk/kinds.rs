//! Kinds of nodes, by how they are read.

/// Nodes whose text is more than that of their children.
pub(super) const LOOSE: [&str; 6] = ["string", "heredoc_body", "expansion", "concatenation", "program", "comment"];

/// Nodes that are statements by themselves.
pub(super) const STATEMENTS: [&str; 14] = [
    "list",
    "subshell",
    "compound_statement",
    "if_statement",
    "while_statement",
    "for_statement",
    "c_style_for_statement",
    "case_statement",
    "negated_command",
    "test_command",
    "variable_assignments",
    "do_group",
    "declaration_command",
    "function_definition",
];

/// Nodes that stand for what is in them.
pub(super) const DESCENDED: [&str; 30] = [
    "list",
    "subshell",
    "compound_statement",
    "if_statement",
    "elif_clause",
    "else_clause",
    "while_statement",
    "for_statement",
    "c_style_for_statement",
    "case_statement",
    "case_item",
    "do_group",
    "negated_command",
    "test_command",
    "variable_assignments",
    "array",
    "subscript",
    "string",
    "translated_string",
    "concatenation",
    "simple_expansion",
    "brace_expression",
    "arithmetic_expansion",
    "binary_expression",
    "unary_expression",
    "postfix_expression",
    "ternary_expression",
    "parenthesized_expression",
    "heredoc_body",
    "herestring_redirect",
];

/// Nodes that nothing is in.
pub(super) const LEAVES: [&str; 15] = [
    "word",
    "raw_string",
    "ansi_c_string",
    "number",
    "variable_name",
    "special_variable_name",
    "string_content",
    "heredoc_content",
    "heredoc_start",
    "heredoc_end",
    "test_operator",
    "file_descriptor",
    "comment",
    "regex",
    "extglob_pattern",
];
