import { EditorView } from "@codemirror/view";

/** The list of what may come next, as our menus look. */
export const completionLook = EditorView.theme({
  ".cm-tooltip.cm-tooltip-autocomplete": {
    border: "none",
    borderRadius: "var(--radius-in)",
    background: "var(--float)",
    boxShadow: "var(--shadow-float)",
    overflow: "hidden",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": {
    fontFamily: "var(--font-mono)",
    fontSize: "12px",
    maxHeight: "240px",
    padding: "4px",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": {
    display: "flex",
    gap: "12px",
    alignItems: "center",
    padding: "3px 8px",
    borderRadius: "4px",
    color: "var(--ink)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
    background: "var(--fill-press)",
    color: "var(--ink)",
  },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "600" },
  ".cm-completionDetail": {
    marginLeft: "auto",
    fontFamily: "var(--font-sans)",
    fontStyle: "normal",
    color: "var(--ink-3)",
  },
  ".cm-placeholder": { color: "var(--ink-3)" },
});
