import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { javascript } from "@codemirror/lang-javascript";
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
import { colours, look } from "./look";

type Editing = { label: string; onSave: () => void };

/** All that makes a field an editor of TSX. Escape lets the next Tab leave it. */
export const editing = ({ label, onSave }: Editing): Extension => [
  lineNumbers(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  drawSelection(),
  history(),
  indentOnInput(),
  bracketMatching(),
  indentUnit.of("  "),
  EditorState.tabSize.of(2),
  javascript({ jsx: true, typescript: true }),
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
