"use client";

import { useId, useState } from "react";
import { TextField } from "@/components/draw/editor/text-field";
import { Field, FieldDescription, FieldLabel } from "@/components/ui/field";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/memory";
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
  const badContent = content === "" ? t("contentMissing") : undefined;
  const badCertainty =
    certain.trim() === "" || !Number.isInteger(percent) || percent < 0 || percent > 100
      ? t("wholeNumber", { min: 0, max: 100 })
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
  const { about } = LAYER_LABELS[layer];
  // Facts of the layer `session` belong to a conversation, and only the agent creates them.
  const layers = MEMORY_LAYERS.filter((one) => one !== "session" || fact?.layer === "session");
  return (
    <>
      <TextField
        label={common("fact")}
        value={content}
        onText={(content) => write({ content })}
        isLong
        isRequired
        maxLength={MAX_FACT}
        error={badContent ?? wrong?.get("content")}
      />
      <div className="grid grid-cols-3 gap-3 max-md:grid-cols-2">
        <Field className="max-md:col-span-2">
          <FieldLabel htmlFor={id}>{t("lasts")}</FieldLabel>
          <NativeSelect
            id={id}
            value={layer}
            disabled={fact?.layer === "session"}
            aria-describedby={about && `${id}-about`}
            onChange={({ target }) => write({ layer: layers.find((one) => one === target.value) ?? layer })}
          >
            {layers.map((one) => (
              <NativeSelectOption key={one} value={one}>
                {LAYER_LABELS[one].title}
              </NativeSelectOption>
            ))}
          </NativeSelect>
          {about && <FieldDescription id={`${id}-about`}>{about}</FieldDescription>}
        </Field>
        <TextField
          label={t("about")}
          value={category}
          onText={(category) => write({ category })}
          maxLength={64}
          error={wrong?.get("category")}
          placeholder={t("aboutExample")}
          autoComplete="off"
        />
        <TextField
          label={t("certainty")}
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
