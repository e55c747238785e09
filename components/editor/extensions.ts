import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { EditorState, type Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { errorLine } from "./error-line";
import { type Language, languages } from "./languages";
import { colours, look } from "./look";

type Editing = { label: string; language: Language; onSave: () => void };

/** All that makes a field an editor of code. Escape lets the next Tab leave it. */
export const editing = ({ label, language, onSave }: Editing): Extension => [
  lineNumbers(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  drawSelection(),
  history(),
  indentOnInput(),
  bracketMatching(),
  indentUnit.of("  "),
  EditorState.tabSize.of(2),
  languages[language],
  syntaxHighlighting(colours),
  errorLine,
  look,
  EditorView.contentAttributes.of({
    "aria-label": label,
    "aria-description": "Escape, then Tab leaves the editor.",
    tabindex: "0",
  }),
  keymap.of([
    {
      key: "Mod-s",
      preventDefault: true,
      run: () => {
        onSave();
        return true;
      },
    },
    indentWithTab,
    ...defaultKeymap,
    ...historyKeymap,
  ]),
];
