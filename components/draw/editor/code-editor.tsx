"use client";

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { javascript, javascriptLanguage } from "@codemirror/lang-javascript";
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { EditorState, type Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  ViewPlugin,
} from "@codemirror/view";
import { useEffect, useRef } from "react";
import { cn } from "@/components/ui/cn";
import { t } from "@/lib/shared/i18n/en/editor";
import { errorAt, errorLine, type PlacedError, setError } from "./error-line";
import { colours, look } from "./look";

type CodeEditorProps = {
  label: string;
  language?: Language;
  value: string;
  error: PlacedError | undefined;
  className?: string;
  onChange: (text: string) => void;
  onSave: () => void;
};

const HEIGHT = "min-h-80 flex-1 max-[1127px]:h-120 max-[1127px]:flex-none";

export function CodeEditor(props: CodeEditorProps) {
  const { label, language = "tsx", value, error, className = HEIGHT, onChange, onSave } = props;
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(undefined);
  const latest = useRef({ value, onChange, onSave });
  latest.current = { value, onChange, onSave };

  useEffect(() => {
    if (!place.current) return;
    const view = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          editing({ label, language, onSave: () => latest.current.onSave() }),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged && state.doc.toString() !== latest.current.value)
              latest.current.onChange(state.doc.toString());
          }),
        ],
      }),
    });
    editor.current = view;
    return () => view.destroy();
  }, [label, language]);

  useEffect(() => {
    const { current: view } = editor;
    if (!view || view.state.doc.toString() === value) return;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } });
  }, [value]);

  useEffect(() => {
    const { current: view } = editor;
    view?.dispatch({ effects: setError.of(error ? errorAt(view.state.doc, error) : null) });
  }, [error]);

  return (
    <div
      ref={place}
      className={cn("overflow-hidden border-line border-t bg-sheet text-meta max-md:text-field", className)}
    />
  );
}

type Editing = { label: string; language: Language; onSave: () => void };

/** Time in ms after Escape in which Tab leaves the editor. */
const LEAVE_MS = 2_000;

/**
 * Lets Tab leave the editor after Escape. CodeMirror does this itself, but not for an event whose default action a dialog
 * around the editor has prevented.
 */
const leaveByTab = ViewPlugin.define((view) => {
  const leave = ({ key }: KeyboardEvent) => {
    if (key === "Escape") view.setTabFocusMode(LEAVE_MS);
  };
  view.contentDOM.addEventListener("keydown", leave);
  return { destroy: () => view.contentDOM.removeEventListener("keydown", leave) };
});

/** Extensions of the editor. After Escape, Tab leaves the editor. */
const editing = ({ label, language, onSave }: Editing): Extension => [
  lineNumbers(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  drawSelection(),
  history(),
  indentOnInput(),
  bracketMatching(),
  EditorView.lineWrapping,
  indentUnit.of("  "),
  EditorState.tabSize.of(2),
  languages[language],
  syntaxHighlighting(colours),
  errorLine,
  look,
  EditorView.contentAttributes.of({
    "aria-label": label,
    "aria-description": t("leaveHint"),
    tabindex: "0",
  }),
  leaveByTab,
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

const languages = {
  tsx: javascript({ jsx: true, typescript: true }),
  js: javascript(),
  json: javascriptLanguage.configure({ top: "SingleExpression" }),
  text: [],
} as const satisfies Record<string, Extension>;

type Language = keyof typeof languages;
