"use client";

import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { failureText, fieldErrors } from "@/components/client/failure";
import { TextField } from "@/components/draw/editor/text-field";
import { Field, FieldLabel } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/kit/dialogs/form-dialog";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import {
  BLOCK_LIMIT,
  type BlockKind,
  LABEL,
  MAX_ARCHIVE_CHARS,
  MAX_DESCRIPTION,
} from "@/lib/shared/memory/memory";
import type { BlockView } from "@/lib/shared/memory/memory-view";
import { createBlock } from "./api";
import { BLOCK_KIND_LABELS } from "./labels";

type NewBlockProps = {
  /** The first kind is the default. */
  kinds: readonly [BlockKind, ...BlockKind[]];
  onMade: (block: BlockView) => void;
  onClose: () => void;
};

export function NewBlock({ kinds, onMade, onClose }: NewBlockProps) {
  const id = useId();
  const [first] = kinds;
  const [draft, setDraft] = useState({ label: "", kind: first, description: "", text: "" });
  const [isChecked, setIsChecked] = useState(false);
  const { mutate, error, isPending } = useMutation({ mutationFn: createBlock, onSuccess: onMade });
  const wrong = fieldErrors(error);
  const maxChars = draft.kind === "archival" ? MAX_ARCHIVE_CHARS : BLOCK_LIMIT;
  const badLabel = !LABEL.test(draft.label)
    ? "Begin with a letter or digit: a to z, 0 to 9, _ . and -"
    : undefined;
  const change = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }));
  return (
    <FormDialog
      title={draft.kind === "archival" ? "New entry" : "New block"}
      about={BLOCK_KIND_LABELS[draft.kind].about}
      action="Create"
      isDisabled={isPending}
      problem={error && `Not saved. ${failureText(error)}`}
      onSubmit={() => {
        setIsChecked(true);
        if (!badLabel) mutate({ ...draft, charLimit: maxChars });
      }}
      onClose={onClose}
    >
      <TextField
        label="Label"
        value={draft.label}
        onText={(label) => change({ label: label.toLowerCase().replaceAll(" ", "_") })}
        isRequired
        error={(isChecked ? badLabel : undefined) ?? wrong.get("label")}
        hint="By which the agent calls it, such as person or project.garden"
        maxLength={64}
        className="font-mono"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      {kinds.length > 1 && (
        <Field>
          <FieldLabel htmlFor={id}>Kind</FieldLabel>
          <NativeSelect
            id={id}
            value={draft.kind}
            onChange={({ target }) => change({ kind: kinds.find((one) => one === target.value) ?? first })}
          >
            {kinds.map((one) => (
              <NativeSelectOption key={one} value={one}>
                {BLOCK_KIND_LABELS[one].title}
              </NativeSelectOption>
            ))}
          </NativeSelect>
        </Field>
      )}
      <TextField
        label="What it is for"
        value={draft.description}
        onText={(description) => change({ description })}
        error={wrong.get("description")}
        maxLength={MAX_DESCRIPTION}
        autoComplete="off"
      />
      <TextField
        label="Text"
        value={draft.text}
        onText={(text) => change({ text })}
        isLong
        error={wrong.get("text")}
        maxLength={maxChars}
      />
    </FormDialog>
  );
}
