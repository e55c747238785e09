"use client";

import { useMemo, useRef, useState } from "react";
import { useStable } from "@/components/ui/kit/hooks/use-stable";
import { isRecord } from "@/lib/shared/chat/parts";
import { t } from "@/lib/shared/i18n/en/schemaForm";
import { fieldsOf, isWhole, readField, type SchemaField, textOf, WHOLE } from "./fields";
import { problemsOf } from "./problems";

type Values = Record<string, unknown>;

export type SchemaFieldState = {
  field: SchemaField;
  text: string;
  problem: string | undefined;
  isTouched: boolean;
};

export type Fields = {
  fields: readonly SchemaFieldState[];
  problem: string | undefined;
  change: (name: string, text: string) => void;
  isChanged: boolean;
  reset: () => void;
};

/**
 * Returns the fields of a schema, initially filled with `initial`. `values` are the values that the fields contain,
 * undefined if any is invalid. `good` are the last valid values.
 */
export function useFields(
  schema: Values | null,
  initial: Values,
): Fields & { values: Values | undefined; good: Values } {
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [shape, filled] = useStable([schema, initial] as const);
  const fields = useMemo(() => {
    const whole = isWhole(shape);
    return fieldsOf(shape).map((field) => ({
      field,
      text: textOf(field, whole ? filled : filled[field.name]),
    }));
  }, [shape, filled]);

  const now = useMemo(() => {
    const read = fields.map(({ field, text: before }) => {
      const text = typed[field.name] ?? before;
      return { field, text, ...split(readField(field, text)) };
    });
    const values = valuesOf(read);
    const isReadable = values !== undefined && read.every(({ problem }) => problem === undefined);
    const problems = problemsOf(schema, values ?? {});
    const names = new Set(fields.map(({ field }) => field.name));
    // If a field cannot be parsed, its value is missing, and an error about that would be misleading.
    const [, problem] = (isReadable && [...problems].find(([name]) => !names.has(name))) || [];
    return {
      fields: read.map(({ field, text, problem }) => ({
        field,
        text,
        problem: problem ?? problems.get(field.name),
        isTouched: typed[field.name] !== undefined,
      })),
      problem: values === undefined ? t("enterObject") : problem,
      values: isReadable && problems.size === 0 ? values : undefined,
    };
  }, [fields, typed, schema]);

  const good = useRef<Values>(initial);
  if (now.values) good.current = now.values;
  return {
    ...now,
    good: good.current,
    change: (name, text) => setTyped((before) => ({ ...before, [name]: text })),
    isChanged: fields.some(({ field, text }) => (typed[field.name] ?? text) !== text),
    reset: () => setTyped({}),
  };
}

const split = (read: ReturnType<typeof readField>) =>
  "problem" in read ? { value: undefined, problem: read.problem } : { value: read.value, problem: undefined };

function valuesOf(read: readonly { field: SchemaField; value: unknown }[]): Values | undefined {
  const [first] = read;
  if (first?.field.name === WHOLE) {
    const value = first.value ?? {};
    return isRecord(value) ? value : undefined;
  }
  return Object.fromEntries(
    read.flatMap(({ field, value }) => (value === undefined ? [] : [[field.name, value]])),
  );
}
