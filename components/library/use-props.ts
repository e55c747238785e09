"use client";

import { useMemo, useRef, useState } from "react";
import { isRecord } from "@/lib/shared/chat/parts";
import { fieldsOf, isWhole, type PropField, readField, textOf, WHOLE } from "./prop-fields";
import { propProblems } from "./prop-problems";

type Values = Record<string, unknown>;

export type PropsFields = {
  fields: readonly { field: PropField; text: string; problem: string | undefined }[];
  /** Wrong with all of them together. */
  problem: string | undefined;
  change: (name: string, text: string) => void;
  isChanged: boolean;
  reset: () => void;
};

/** What a component is given: fields after its schema, and the last props that were right, which it is drawn with. */
export function useProps(schema: Values | null, sample: Values): PropsFields & { props: Values } {
  const [texts, setTexts] = useState<Record<string, string>>({});
  const key = JSON.stringify([schema, sample]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for both
  const fields = useMemo(() => {
    const whole = isWhole(schema);
    return fieldsOf(schema).map((field) => ({
      field,
      given: textOf(field, whole ? sample : sample[field.name]),
    }));
  }, [key]);

  const now = useMemo(() => {
    const read = fields.map(({ field, given }) => {
      const text = texts[field.name] ?? given;
      return { field, text, ...split(readField(field, text)) };
    });
    const props = propsOf(read);
    const isReadable = props !== undefined && read.every(({ problem }) => problem === undefined);
    const problems = propProblems(schema, props ?? {});
    const known = new Set(fields.map(({ field }) => field.name));
    // Without what cannot be read, they would only be found incomplete.
    const [, problem] = (isReadable && [...problems].find(([name]) => !known.has(name))) || [];
    return {
      fields: read.map(({ field, text, problem }) => ({
        field,
        text,
        problem: problem ?? problems.get(field.name),
      })),
      problem: props === undefined ? "Props are one object: { … }" : problem,
      props: isReadable && problems.size === 0 ? props : undefined,
    };
  }, [fields, texts, schema]);

  const good = useRef<Values>(sample);
  if (now.props) good.current = now.props;
  return {
    ...now,
    props: now.props ?? good.current,
    change: (name, text) => setTexts((before) => ({ ...before, [name]: text })),
    isChanged: fields.some(({ field, given }) => (texts[field.name] ?? given) !== given),
    reset: () => setTexts({}),
  };
}

const split = (read: ReturnType<typeof readField>) =>
  "problem" in read ? { value: undefined, problem: read.problem } : { value: read.value, problem: undefined };

/** Undefined when the one field that holds them all holds something else. */
function propsOf(read: readonly { field: PropField; value: unknown }[]): Values | undefined {
  const [first] = read;
  if (first?.field.name === WHOLE) {
    const value = first.value ?? {};
    return isRecord(value) ? value : undefined;
  }
  return Object.fromEntries(
    read.flatMap(({ field, value }) => (value === undefined ? [] : [[field.name, value]])),
  );
}
