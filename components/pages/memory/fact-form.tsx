"use client";

import { type ReactNode, useId, useState } from "react";
import { TextField } from "@/components/draw/editor/text-field";
import { Field, FieldDescription, FieldLabel } from "@/components/ui/field";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import { MAX_FACT, MEMORY_LAYERS, type MemoryLayer } from "@/lib/shared/memory/memory";
import type { FactView } from "@/lib/shared/memory/memory-view";
import type { FactFields } from "./facts-api";
import { LAYER_WORDS } from "./words";

type FactFormProps = {
  label: string;
  fact?: FactView;
  /** What the server found wrong, by field. */
  wrong?: ReadonlyMap<string, string>;
  onSave: (fields: FactFields) => void;
  /** What stands below the fields; `isSame`: nothing was changed. */
  children: (isSame: boolean) => ReactNode;
};

/** What a fact says, how long it lasts and how certain it is. */
export function FactForm({ label, fact, wrong, onSave, children }: FactFormProps) {
  const id = useId();
  const [content, setContent] = useState(fact?.content ?? "");
  const [layer, setLayer] = useState<MemoryLayer>(fact?.layer ?? "long");
  const [category, setCategory] = useState(fact?.category ?? "");
  const [certain, setCertain] = useState(String(Math.round((fact?.certainty ?? 1) * 100)));
  const [isChecked, setIsChecked] = useState(false);
  const percent = Number(certain);
  const badContent = content.trim() === "" ? "Say what is to be remembered" : undefined;
  const badCertainty =
    certain.trim() === "" || !Number.isInteger(percent) || percent < 0 || percent > 100
      ? "Give a whole number from 0 to 100"
      : undefined;
  const isSame =
    content.trim() === (fact?.content ?? "") &&
    layer === (fact?.layer ?? "long") &&
    category.trim() === (fact?.category ?? "") &&
    percent === Math.round((fact?.certainty ?? 1) * 100);
  // A session's fact belongs to its conversation: only the agent makes one.
  const layers = MEMORY_LAYERS.filter((one) => one !== "session" || fact?.layer === "session");
  return (
    <form
      aria-label={label}
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setIsChecked(true);
        if (badContent || badCertainty || (fact && isSame)) return;
        const about = category.trim();
        onSave({
          content: content.trim(),
          layer,
          certainty: percent / 100,
          ...(about && { category: about }),
        });
      }}
    >
      <TextField
        label="Fact"
        value={content}
        onText={setContent}
        isLong
        isRequired
        maxLength={MAX_FACT}
        error={(isChecked ? badContent : undefined) ?? wrong?.get("content")}
        hint="A short statement, such as “Is allergic to peanuts”"
      />
      <Field>
        <FieldLabel htmlFor={id}>How long it lasts</FieldLabel>
        <NativeSelect
          id={id}
          value={layer}
          disabled={fact?.layer === "session"}
          aria-describedby={`${id}-about`}
          onChange={({ target }) => setLayer(layers.find((one) => one === target.value) ?? layer)}
        >
          {layers.map((one) => (
            <NativeSelectOption key={one} value={one}>
              {LAYER_WORDS[one].title}
            </NativeSelectOption>
          ))}
        </NativeSelect>
        <FieldDescription id={`${id}-about`}>{LAYER_WORDS[layer].about}</FieldDescription>
      </Field>
      <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
        <TextField
          label="What it is about"
          value={category}
          onText={setCategory}
          maxLength={64}
          error={wrong?.get("category")}
          placeholder="such as food"
          autoComplete="off"
        />
        <TextField
          label="How certain it is"
          value={certain}
          onText={setCertain}
          inputMode="numeric"
          unit="%"
          error={badCertainty ?? wrong?.get("certainty")}
          className="tabular-nums"
          autoComplete="off"
        />
      </div>
      {children(isSame)}
    </form>
  );
}
