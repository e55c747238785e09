"use client";

import { useId, useState } from "react";
import { failureText } from "@/components/client/failure";
import type { Document, Fields, Written } from "@/components/pages/data/documents/api";
import type { DocumentEdits } from "@/components/pages/data/documents/edits";
import { textOf } from "@/components/pages/data/documents/fields";
import { Button } from "@/components/ui/button";
import { PanelDialog, PanelFooter } from "@/components/ui/kit/dialogs/panel-dialog";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { t } from "@/lib/shared/i18n/en/calendarContacts";
import { t as common } from "@/lib/shared/i18n/en/common";
import { labelOf, nameOf } from "./contact-fields";
import { type Choice, type Difference, differencesOf, firstChoice, mergedOf } from "./contact-merging";
import { mergeContacts } from "./contacts-api";

/**
 * Merges `right` into `left`, which is kept. `gone` is the stored document of `right` to delete, or undefined
 * if it is not stored.
 */
export type Merge = { left: Document; right: Fields; gone: Document | undefined };

type MergeDialogProps = Merge & {
  edits: DocumentEdits;
  onDone: (document: Document, written: Written) => void;
  onClose: () => void;
};

export function MergeDialog({ left, right, gone, edits, onDone, onClose }: MergeDialogProps) {
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({});
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const differences = differencesOf(left, right);
  const merge = async () => {
    if (isBusy) return;
    setIsBusy(true);
    setProblem(undefined);
    const document = mergedOf(left, right, choices);
    try {
      const written = await edits.make(
        () => mergeContacts({ document, was: left, gone }),
        t("merging", { name: nameOf(document) }),
      );
      onDone(document, written);
    } catch (error) {
      setProblem(failureText(error));
      setIsBusy(false);
    }
  };
  return (
    <PanelDialog
      title={t("mergeInto", { name: nameOf(left) })}
      about={differences.length === 0 ? t("nothingNew") : t("chooseValues")}
      isWide
      onClose={onClose}
    >
      <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto px-5 py-4">
        {differences.map((difference) => (
          <FieldChoice
            key={difference.name}
            difference={difference}
            chosen={choices[difference.name] ?? firstChoice(difference)}
            onChoose={(choice) => setChoices((before) => ({ ...before, [difference.name]: choice }))}
          />
        ))}
      </div>
      {problem && (
        <p role="alert" className="shrink-0 px-5 pb-3 text-danger wrap-anywhere">
          {problem}
        </p>
      )}
      <PanelFooter>
        <Button variant="outline" onClick={onClose}>
          {common("cancel")}
        </Button>
        <Button aria-disabled={isBusy} onClick={() => void merge()}>
          {t("merge")}
        </Button>
      </PanelFooter>
    </PanelDialog>
  );
}

type FieldChoiceProps = { difference: Difference; chosen: Choice; onChoose: (choice: Choice) => void };

function FieldChoice({ difference, chosen, onChoose }: FieldChoiceProps) {
  const id = useId();
  const { name, left, right, choices } = difference;
  const labels: Record<Choice, string> = {
    left: shown(left),
    right: shown(right),
    both: t("keepBoth"),
  };
  const ordered = (["left", "right", "both"] as const).filter((choice) => choices.includes(choice));
  return (
    <div className="flex flex-col gap-1.5">
      <h3 id={id} className="font-medium">
        {labelOf(name)}
      </h3>
      <RadioGroup
        aria-labelledby={id}
        value={chosen}
        onValueChange={(value) => onChoose(choices.find((one) => one === value) ?? "left")}
        className="grid grid-cols-2 gap-2 max-md:grid-cols-1"
      >
        {ordered.map((choice) => (
          <label
            key={choice}
            htmlFor={`${id}-${choice}`}
            className="flex min-w-0 cursor-default items-start gap-2.5 rounded-in border border-line px-3 py-2 transition-colors last:nth-[odd]:col-span-full hover:bg-fill-hover has-data-[state=checked]:border-ink"
          >
            <RadioGroupItem id={`${id}-${choice}`} value={choice} className="mt-0.5" />
            <span className="max-h-24 min-w-0 flex-1 overflow-y-auto whitespace-pre-wrap wrap-anywhere">
              {labels[choice]}
            </span>
          </label>
        ))}
      </RadioGroup>
    </div>
  );
}

function shown(value: unknown): string {
  if ((value ?? "") === "") return common("nothing");
  if (!Array.isArray(value)) return textOf(value);
  return value
    .map((one) =>
      typeof one === "object" && one !== null && "value" in one ? textOf(one.value) : textOf(one),
    )
    .join(", ");
}
