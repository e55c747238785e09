"use client";

import { autocompletion, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { SQLite, type SQLNamespace, sql } from "@codemirror/lang-sql";
import { bracketMatching, syntaxHighlighting } from "@codemirror/language";
import { Compartment, EditorState, Prec } from "@codemirror/state";
import { drawSelection, EditorView, keymap, lineNumbers, placeholder } from "@codemirror/view";
import { useEffect, useMemo, useRef } from "react";
import { colours, look } from "@/components/draw/editor/look";
import { t } from "@/lib/shared/i18n/en/data";
import type { DatabaseView } from "../api";

type SqlEditorProps = {
  value: string;
  tables: DatabaseView["tables"];
  onChange: (text: string) => void;
  /** Receives the selected text, or the whole text if nothing is selected. */
  onRun: (text: string) => void;
};

export function SqlEditor({ value, tables, onChange, onRun }: SqlEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(undefined);
  const latest = useRef({ value, onChange, onRun });
  latest.current = { value, onChange, onRun };
  const language = useMemo(() => new Compartment(), []);
  const schema = useMemo(() => schemaOf(tables), [tables]);
  const appliedSchema = useRef(schema);

  useEffect(() => {
    if (!place.current) return;
    const run = (view: EditorView) => {
      const { from, to } = view.state.selection.main;
      latest.current.onRun(view.state.sliceDoc(from, to).trim() || view.state.doc.toString());
      return true;
    };
    const view = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          lineNumbers(),
          drawSelection(),
          history(),
          bracketMatching(),
          autocompletion({ icons: false }),
          language.of(sqlOf(appliedSchema.current)),
          syntaxHighlighting(colours),
          look,
          completionLook,
          placeholder("SELECT …"),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ "aria-label": "SQL", tabindex: "0" }),
          Prec.highest(keymap.of([{ key: "Mod-Enter", run }])),
          keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) latest.current.onChange(state.doc.toString());
          }),
        ],
      }),
    });
    editor.current = view;
    return () => view.destroy();
  }, [language]);

  useEffect(() => {
    appliedSchema.current = schema;
    editor.current?.dispatch({ effects: language.reconfigure(sqlOf(schema)) });
  }, [language, schema]);

  // Update the editor when the text is set elsewhere, for example by choosing a statement from the history.
  useEffect(() => {
    const { current: view } = editor;
    if (!view || view.state.doc.toString() === value) return;
    view.dispatch({
      changes: { from: 0, to: view.state.doc.length, insert: value },
      selection: { anchor: value.length },
    });
  }, [value]);

  return <div ref={place} className="min-h-0 flex-1 overflow-hidden text-meta max-md:text-field" />;
}

const sqlOf = (schema: SQLNamespace) => sql({ dialect: SQLite, schema, upperCaseKeywords: true });

function schemaOf(tables: DatabaseView["tables"]): SQLNamespace {
  return Object.fromEntries(
    tables.map(({ name, type, columns, row_count }) => [
      // Escape dots, which would separate schema and table.
      name.replaceAll(".", "\\."),
      {
        self: {
          label: name,
          type,
          detail: row_count === null ? type : t("rowCount", { count: row_count }),
        },
        children: columns.map(({ name, type }) => ({
          label: name,
          type: "property",
          detail: type.toLowerCase(),
        })),
      },
    ]),
  );
}

const completionLook = EditorView.theme({
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
