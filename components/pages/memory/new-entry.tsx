"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { failureText, fieldErrors } from "@/components/client/failure";
import { TextField } from "@/components/draw/editor/text-field";
import { FormDialog } from "@/components/ui/kit/dialogs/form-dialog";
import { ToggleGroup, ToggleGroupItem } from "@/components/ui/toggle-group";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/memory";
import { BLOCK_LIMIT, LABEL, MAX_ARCHIVE_CHARS, MAX_DESCRIPTION } from "@/lib/shared/memory/memory";
import { createBlock } from "./api";
import { FactInputs, useFactDraft } from "./fact-form";
import { createFact, type FactFields } from "./facts-api";
import { KIND_LABELS } from "./labels";
import { type Place, placeOfBlock } from "./memory-url";

const NEW_KINDS = ["fact", "block", "archive"] as const;
type NewKind = (typeof NEW_KINDS)[number];

type NewEntryProps = {
  initial: NewKind;
  /** Called with the address of a new block, or without one for a new fact, which the list shows whole. */
  onMade: (place?: Place) => void;
  onClose: () => void;
};

export function NewEntry({ initial, onMade, onClose }: NewEntryProps) {
  const [kind, setKind] = useState<NewKind>(initial);
  const makingFact = useMutation({
    mutationFn: (fields: FactFields) => createFact(fields),
    onSuccess: () => onMade(),
  });
  const makingBlock = useMutation({
    mutationFn: createBlock,
    onSuccess: (block) => onMade(placeOfBlock(block)),
  });
  const { error, isPending } = kind === "fact" ? makingFact : makingBlock;
  const wrong = fieldErrors(error);
  const fact = useFactDraft(undefined, makingFact.mutate);
  const block = useBlockDraft(kind === "archive", makingBlock.mutate);
  return (
    <FormDialog
      title={t("newMemory")}
      about={KIND_LABELS[kind].about}
      action={t("remember")}
      isDisabled={isPending}
      problem={error && t("notSavedError", { error: failureText(error) })}
      onSubmit={kind === "fact" ? fact.submit : block.submit}
      onClose={onClose}
    >
      <ToggleGroup
        type="single"
        aria-label={common("kind")}
        value={kind}
        onValueChange={(chosen) => setKind(NEW_KINDS.find((one) => one === chosen) ?? kind)}
      >
        {NEW_KINDS.map((one) => (
          <ToggleGroupItem key={one} value={one}>
            {KIND_LABELS[one].title}
          </ToggleGroupItem>
        ))}
      </ToggleGroup>
      {kind === "fact" ? (
        <FactInputs draft={fact} wrong={wrong} />
      ) : (
        <BlockInputs draft={block} wrong={wrong} />
      )}
    </FormDialog>
  );
}

type NewBlock = Parameters<typeof createBlock>[0];

function useBlockDraft(isArchival: boolean, onSave: (block: NewBlock) => void) {
  const [written, setWritten] = useState({ label: "", description: "", text: "" });
  const [isChecked, setIsChecked] = useState(false);
  const charLimit = isArchival ? MAX_ARCHIVE_CHARS : BLOCK_LIMIT;
  const badLabel = LABEL.test(written.label) ? undefined : t("badLabel");
  return {
    ...{ written, charLimit },
    write: (part: Partial<typeof written>) => setWritten((before) => ({ ...before, ...part })),
    badLabel: isChecked ? badLabel : undefined,
    submit: () => {
      setIsChecked(true);
      if (!badLabel) onSave({ ...written, kind: isArchival ? "archival" : "core", charLimit });
    },
  };
}

type BlockInputsProps = {
  draft: ReturnType<typeof useBlockDraft>;
  wrong: ReadonlyMap<string, string>;
};

function BlockInputs({ draft: { written, write, badLabel, charLimit }, wrong }: BlockInputsProps) {
  return (
    <>
      <TextField
        label={t("label")}
        value={written.label}
        onText={(label) => write({ label: label.toLowerCase().replaceAll(" ", "_") })}
        isRequired
        error={badLabel ?? wrong.get("label")}
        hint={t("labelExample")}
        maxLength={64}
        className="font-mono"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        label={t("purpose")}
        value={written.description}
        onText={(description) => write({ description })}
        error={wrong.get("description")}
        maxLength={MAX_DESCRIPTION}
        autoComplete="off"
      />
      <TextField
        label={common("text")}
        value={written.text}
        onText={(text) => write({ text })}
        isLong
        error={wrong.get("text")}
        maxLength={charLimit}
      />
    </>
  );
}
