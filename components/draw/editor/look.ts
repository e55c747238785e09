import { HighlightStyle } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

export const colours = HighlightStyle.define([
  {
    tag: [tags.keyword, tags.typeName, tags.tagName, tags.attributeName, tags.bool, tags.null, tags.self],
    color: "var(--code-word)",
  },
  { tag: [tags.string, tags.regexp, tags.special(tags.string)], color: "var(--code-string)" },
  { tag: tags.number, color: "var(--code-number)" },
  { tag: tags.comment, color: "var(--ink-3)" },
]);

export const look = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "transparent" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": {
    fontFamily: "var(--font-mono)",
    fontSize: "inherit",
    lineHeight: "1.5",
    overflow: "auto",
  },
  ".cm-content": { padding: "8px 0", caretColor: "var(--ink)" },
  ".cm-line": { padding: "0 16px 0 8px" },
  ".cm-cursor": { borderLeft: "2px solid var(--ink)" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--ink-3)", border: "none" },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 8px 0 16px", minWidth: "44px" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLine, &.cm-focused .cm-activeLineGutter": { backgroundColor: "var(--fill-hover)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "var(--fill-press)",
  },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--fill-press)", outline: "none" },
  "&.cm-focused .cm-nonmatchingBracket": { backgroundColor: "var(--danger-wash)" },
  ".cm-error-line, &.cm-focused .cm-error-line.cm-activeLine": { backgroundColor: "var(--danger-wash)" },
  ".cm-error": {
    padding: "4px 16px 6px 8px",
    color: "var(--danger)",
    backgroundColor: "var(--danger-wash)",
    fontFamily: "var(--font-sans)",
    fontSize: "12px",
    lineHeight: "16px",
    whiteSpace: "pre-wrap",
    overflowWrap: "anywhere",
  },
});
