import { useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { StoredEntry } from "@/components/client/surface-state";
import type { FormField } from "@/lib/shared/blocks/form-field";
import { boundsOfEntries, entriesIn, splitFields } from "@/lib/shared/blocks/form-repeat";
import { boundsOf } from "@/lib/shared/blocks/form-value";
import type { Block } from "@/lib/shared/blocks/index";
import { isRecord } from "@/lib/shared/chat/parts";

export type Draft = Record<string, unknown>;

/**
 * Returns the path of a field, which is its position: names may contain dots, which react-hook-form would
 * split.
 */
export const place = (index: number): string => `f${index}`;

export const groupPlace = (index: number): string => `g${index}`;

type Form = Pick<Block<"form">, "fields" | "groups">;

/**
 * A field that is asked once, or a repeated group with a list as value. `path` is its place in the form's
 * state, `name` its name in the stored draft and in the answer. `write` converts its value from the form to the
 * draft, `read` converts it back.
 */
type Slot = {
  name: string;
  path: string;
  empty: unknown;
  write(value: unknown): unknown;
  read(value: unknown): unknown;
};

function slotsOf(form: Form): Slot[] {
  const { once, repeated } = splitFields(form);
  const same = (value: unknown) => value;
  const fields = once.map((field) => {
    const path = place(form.fields.indexOf(field));
    return { name: field.name, path, empty: emptyValue(field), write: same, read: same };
  });
  const lists = repeated.map(({ group, own }) => {
    const names = own.map((field) => [field.name, place(form.fields.indexOf(field))] as const);
    const path = groupPlace(form.groups?.indexOf(group) ?? 0);
    const empty = Array.from({ length: boundsOfEntries(group).min }, () => emptyEntry(form, group.name));
    return {
      ...{ name: group.name, path, empty },
      write: (value: unknown) =>
        entriesIn(value).map((entry) => Object.fromEntries(names.map(([name, at]) => [name, entry[at]]))),
      read: (value: unknown) =>
        Array.isArray(value)
          ? entriesIn(value).map((entry) => ({
              ...emptyEntry(form, group.name),
              ...Object.fromEntries(
                names.flatMap(([name, at]) => (name in entry ? [[at, entry[name]]] : [])),
              ),
            }))
          : empty,
    };
  });
  return [...fields, ...lists];
}

export const emptyEntry = ({ fields }: Form, group: string): Draft =>
  Object.fromEntries(
    fields.flatMap((field, index) => (field.group === group ? [[place(index), emptyValue(field)]] : [])),
  );

export const formFrom = (form: Form, draft: unknown): Draft =>
  Object.fromEntries(slotsOf(form).map((slot) => [slot.path, fromDraft(slot, draft)]));

/**
 * Returns the stored value, or the default if its type does not fit, because the agent may have replaced the
 * field.
 */
function fromDraft({ name, empty, read }: Slot, draft: unknown): unknown {
  const value = isRecord(draft) ? read(draft[name]) : undefined;
  return value !== undefined && value !== null && kindOf(value) === kindOf(empty) ? value : empty;
}

const kindOf = (value: unknown) =>
  Array.isArray(value) ? "list" : typeof value === "boolean" ? "box" : "value";

export const namedValues = (form: Form, values: Draft): Draft =>
  Object.fromEntries(slotsOf(form).map(({ name, path, write }) => [name, write(values[path])]));

function emptyValue(field: FormField): unknown {
  const { type, default: value } = field;
  if (value !== undefined) return value;
  if (type === "checkbox") return false;
  if (type === "multiselect" || type === "file") return [];
  return type === "slider" ? boundsOf(field).min : "";
}

/**
 * Restores the stored draft, including changes from other tabs, and stores each change. `isStored`: there is a
 * draft. `problem`: why the last change was not stored.
 */
export function useFormDraft(
  { getValues, setValue, subscribe }: UseFormReturn<Draft>,
  form: Form,
  stored: StoredEntry | undefined,
): { isStored: boolean; problem: string | undefined } {
  const [isStored, setIsStored] = useState(false);
  const [problem, setProblem] = useState<string>();
  const state = useRef({ isReady: false, isShowing: false, early: new Set<string>() });
  useEffect(() => {
    if (!stored) return;
    const { current } = state;
    const keep = () => stored.write(namedValues(form, getValues()));
    const show = () => {
      setProblem(stored.problem());
      const draft = stored.read();
      if (!isRecord(draft)) return;
      setIsStored(true);
      current.isShowing = true;
      for (const slot of slotsOf(form)) {
        const { path } = slot;
        const value = fromDraft(slot, draft);
        const isTyped = current.early.has(path) || isBeingTyped(path);
        if (!isTyped && JSON.stringify(getValues(path)) !== JSON.stringify(value)) setValue(path, value);
      }
      current.isShowing = false;
    };
    const leaveForm = subscribe({
      formState: { values: true },
      callback: ({ name }) => {
        if (name === undefined || current.isShowing) return;
        // Until the stored draft is loaded, a change must not overwrite it; `early` remembers the changed fields.
        if (!current.isReady) current.early.add(name.split(".")[0] ?? name);
        else keep();
      },
    });
    const unsubscribeStored = stored.subscribe(() => current.isReady && show());
    let isOver = false;
    void stored.ready().then(() => {
      if (isOver) return;
      show();
      current.isReady = true;
      if (current.early.size > 0) keep();
      current.early.clear();
    });
    return () => {
      isOver = true;
      current.isReady = false;
      leaveForm();
      unsubscribeStored();
    };
  }, [stored, form, getValues, setValue, subscribe]);
  return { isStored, problem };
}

const isBeingTyped = (path: string): boolean =>
  document.activeElement?.matches("input:not([type=checkbox]), textarea") === true &&
  document.activeElement.getAttribute("name")?.split(".")[0] === path;
