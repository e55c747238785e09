import { useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { Kept } from "@/components/client/sheet-state";
import { boundsOf, type FormField } from "@/lib/shared/blocks/form-field";
import { isRecord } from "@/lib/shared/chat/parts";

/** What is typed into a form, by the place of its field. */
export type Draft = Record<string, unknown>;

/** Inside a form a field goes by its place: its name may hold dots, which react-hook-form takes for a path. */
export const place = (index: number): string => `f${index}`;

export function emptyValue(field: FormField): unknown {
  const { type, default: value } = field;
  if (value !== undefined) return value;
  if (type === "checkbox") return false;
  if (type === "multiselect" || type === "file") return [];
  // It stands somewhere from the beginning.
  return type === "slider" ? boundsOf(field).min : "";
}

/**
 * Brings back what was filled in before, here or in another tab, and keeps what is filled in now. `isKept` as long as
 * there is a draft; `problem` says why the last change is not part of it.
 */
export function useFormDraft(
  { getValues, setValue, subscribe }: UseFormReturn<Draft>,
  fields: FormField[],
  kept: Kept | undefined,
): { isKept: boolean; problem: string | undefined } {
  const [isKept, setIsKept] = useState(false);
  const [problem, setProblem] = useState<string>();
  const state = useRef({ isReady: false, isShowing: false, early: new Set<string>() });
  useEffect(() => {
    if (!kept) return;
    const { current } = state;
    const keep = () => kept.write(valuesOf(fields, getValues()));
    const show = () => {
      setProblem(kept.problem());
      const draft = kept.read();
      if (!isRecord(draft)) return;
      setIsKept(true);
      current.isShowing = true;
      fields.forEach((field, index) => {
        const path = place(index);
        const value = draft[field.name] ?? emptyValue(field);
        const isTyped = current.early.has(path) || isBeingTyped(path);
        if (!isTyped && JSON.stringify(getValues(path)) !== JSON.stringify(value)) setValue(path, value);
      });
      current.isShowing = false;
    };
    const leaveForm = subscribe({
      formState: { values: true },
      callback: ({ name }) => {
        if (name === undefined || current.isShowing) return;
        // What was kept is not known yet, and must not be written over.
        if (!current.isReady) current.early.add(name);
        else keep();
      },
    });
    const leaveKept = kept.subscribe(() => current.isReady && show());
    let isOver = false;
    void kept.ready().then(() => {
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
      leaveKept();
    };
  }, [kept, fields, getValues, setValue, subscribe]);
  return { isKept, problem };
}

const valuesOf = (fields: FormField[], values: Draft): Draft =>
  Object.fromEntries(fields.map(({ name }, index) => [name, values[place(index)]]));

const isBeingTyped = (path: string): boolean =>
  document.activeElement?.matches("input:not([type=checkbox]), textarea") === true &&
  document.activeElement.getAttribute("name") === path;
