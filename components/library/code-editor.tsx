"use client";

import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { useEffect, useRef } from "react";
import type { CompileError } from "@/lib/shared/components/contract";
import { errorAt, setError } from "./editor/error-line";
import { editing } from "./editor/extensions";

type CodeEditorProps = {
  label: string;
  value: string;
  /** Shown under its line. */
  error: CompileError | undefined;
  onChange: (text: string) => void;
  onSave: () => void;
};

/** A text editor for TSX. What it holds is `value`; its cursor and the way back are its own. */
export function CodeEditor({ label, value, error, onChange, onSave }: CodeEditorProps) {
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
          editing({ label, onSave: () => latest.current.onSave() }),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged && state.doc.toString() !== latest.current.value)
              latest.current.onChange(state.doc.toString());
          }),
        ],
      }),
    });
    editor.current = view;
    return () => view.destroy();
  }, [label]);

  // What came from elsewhere: discarded, saved by another, restored.
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
      className="min-h-80 flex-1 overflow-hidden border-line border-t bg-sheet text-meta max-md:text-field max-[1127px]:h-120 max-[1127px]:flex-none"
    />
  );
}
