import { useState } from "react";
import { t } from "@/lib/shared/i18n/en/dataDocuments";
import type { Document, Fields } from "./api";
import { type FormField, fieldsOfForm, readForm } from "./form";

const TEMPLATES: Partial<Record<string, Fields>> = {
  master: { name: "", email: "", phone: "", city: "" },
  contacts: { name: "", phone: "", email: "" },
  schedule: { title: "", start: { $date: "2026-01-31T09:00:00Z" }, end: { $date: "2026-01-31T10:00:00Z" } },
  cronjobs: { name: "", instruction: "", cronExpression: "0 9 * * *" },
};

const jsonOf = (document: Fields) => JSON.stringify(document, null, 2);

export type DraftOptions = {
  collection: string;
  /** Other documents of the collection. A new document starts with their fields. */
  neighbours: readonly Document[];
  canEdit: boolean;
  form?: DocumentLook;
};

export type DocumentLook = {
  names: readonly string[];
  labelOf: (name: string) => string;
  /** By name of a field: its values and their labels. */
  choices?: Readonly<Record<string, readonly (readonly [value: string, label: string])[]>>;
};

/**
 * Holds the edited document as form fields and as JSON text. The view that the user sees has the current
 * state; switching converts it for the other view.
 */
export function useDocumentDraft(
  document: Document | undefined,
  { collection, neighbours, form, canEdit }: DraftOptions,
) {
  const [first] = useState<Fields>(() => document ?? {});
  const [as, setAs] = useState<"form" | "json">(canEdit ? "form" : "json");
  const [base, setBase] = useState(first);
  const template = TEMPLATES[collection];
  const begin = (of: Fields) => {
    const examples = [...neighbours, ...(template ? [{ _id: null, ...template }] : [])];
    if (document) return fieldsOfForm(of, { names: form?.names });
    const names = form?.names ?? (template && Object.keys(template));
    return fieldsOfForm(of, { names, neighbours: form ? [] : examples });
  };
  const [fields, setFields] = useState<readonly FormField[]>(() => begin(first));
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [text, setText] = useState(() => jsonOf(document ?? template ?? blank(fields)));
  const [problem, setProblem] = useState<string>();

  const read = (): Fields | undefined => {
    if (as === "json") {
      const value = objectOf(text);
      setProblem(typeof value === "string" ? value : undefined);
      return typeof value === "string" ? undefined : value;
    }
    const result = readForm(base, fields);
    setProblems("problems" in result ? result.problems : {});
    return "document" in result ? result.document : undefined;
  };
  return {
    ...{ as, fields, problems, text, problem, read },
    setFields: (next: readonly FormField[]) => {
      setFields(next);
      setProblems({});
    },
    setText: (next: string) => {
      setText(next);
      setProblem(undefined);
    },
    /** Switches to the view if the current text is valid, otherwise shows its problem. */
    show: (to: "form" | "json") => {
      const now = read();
      if (!now) return;
      if (to === "form") {
        setBase(now);
        setFields(begin(document ? now : filled(now)));
      } else if (document || Object.keys(now).length > 0) setText(jsonOf(now));
      setAs(to);
    },
  };
}

const blank = (fields: readonly FormField[]): Fields =>
  Object.fromEntries(fields.map(({ name }) => [name, ""]));

/** Removes empty fields, which a new document does not store. */
export const filled = (document: Fields): Fields =>
  Object.fromEntries(Object.entries(document).filter(([, value]) => value !== ""));

function objectOf(text: string): Fields | string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Fields)
      : t("notAnObject");
  } catch (error) {
    return t("invalidJson", { reason: error instanceof Error ? error.message : "" });
  }
}
