"use client";

import { useId, useState } from "react";
import { TextField } from "@/components/draw/editor/text-field";
import { Field, FieldDescription, FieldLabel } from "@/components/ui/field";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import { MAX_FACT, MEMORY_LAYERS } from "@/lib/shared/memory/memory";
import type { FactView } from "@/lib/shared/memory/memory-view";
import type { FactFields } from "./facts-api";
import { LAYER_LABELS } from "./labels";

export function useFactDraft(fact: FactView | undefined, onSave: (fields: FactFields) => void) {
  const [written, setWritten] = useState({
    content: fact?.content ?? "",
    layer: fact?.layer ?? "long",
    category: fact?.category ?? "",
    certain: String(percentOf(fact)),
  });
  const [isChecked, setIsChecked] = useState(false);
  const { layer, certain } = written;
  const [content, category] = [written.content.trim(), written.category.trim()];
  const percent = Number(certain);
  const badContent = content === "" ? "Enter what to remember" : undefined;
  const badCertainty =
    certain.trim() === "" || !Number.isInteger(percent) || percent < 0 || percent > 100
      ? "Give a whole number from 0 to 100"
      : undefined;
  const isSame =
    content === (fact?.content ?? "") &&
    layer === (fact?.layer ?? "long") &&
    category === (fact?.category ?? "") &&
    percent === percentOf(fact);
  return {
    written,
    write: (part: Partial<typeof written>) => setWritten((before) => ({ ...before, ...part })),
    badContent: isChecked ? badContent : undefined,
    badCertainty,
    isSame,
    submit: () => {
      setIsChecked(true);
      if (badContent || badCertainty || (fact && isSame)) return;
      onSave({ content, layer, certainty: percent / 100, ...(category && { category }) });
    },
  };
}

const percentOf = (fact?: FactView): number => Math.round((fact?.certainty ?? 1) * 100);

type FactInputsProps = {
  draft: ReturnType<typeof useFactDraft>;
  fact?: FactView;
  wrong?: ReadonlyMap<string, string>;
};

export function FactInputs({ draft, fact, wrong }: FactInputsProps) {
  const id = useId();
  const { write, badContent, badCertainty } = draft;
  const { content, layer, category, certain } = draft.written;
  // Facts of the layer `session` belong to a conversation, and only the agent creates them.
  const layers = MEMORY_LAYERS.filter((one) => one !== "session" || fact?.layer === "session");
  return (
    <>
      <TextField
        label="Fact"
        value={content}
        onText={(content) => write({ content })}
        isLong
        isRequired
        maxLength={MAX_FACT}
        error={badContent ?? wrong?.get("content")}
      />
      <div className="grid grid-cols-3 gap-3 max-md:grid-cols-2">
        <Field className="max-md:col-span-2">
          <FieldLabel htmlFor={id}>Lasts</FieldLabel>
          <NativeSelect
            id={id}
            value={layer}
            disabled={fact?.layer === "session"}
            aria-describedby={`${id}-about`}
            onChange={({ target }) => write({ layer: layers.find((one) => one === target.value) ?? layer })}
          >
            {layers.map((one) => (
              <NativeSelectOption key={one} value={one}>
                {LAYER_LABELS[one].title}
              </NativeSelectOption>
            ))}
          </NativeSelect>
          <FieldDescription id={`${id}-about`}>{LAYER_LABELS[layer].about}</FieldDescription>
        </Field>
        <TextField
          label="About"
          value={category}
          onText={(category) => write({ category })}
          maxLength={64}
          error={wrong?.get("category")}
          placeholder="such as food"
          autoComplete="off"
        />
        <TextField
          label="Certainty"
          value={certain}
          onText={(certain) => write({ certain })}
          inputMode="numeric"
          unit="%"
          error={badCertainty ?? wrong?.get("certainty")}
          className="tabular-nums"
          autoComplete="off"
        />
      </div>
    </>
  );
}
