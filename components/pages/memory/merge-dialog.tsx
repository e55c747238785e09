"use client";

import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { failureText } from "@/components/client/failure";
import { Field, FieldLabel } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/kit/dialogs/form-dialog";
import { notify } from "@/components/ui/kit/notify";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import { blockName } from "@/lib/shared/memory/memory";
import type { BlockView } from "@/lib/shared/memory/memory-view";
import { mergeBlocks } from "./api";
import { FillBar } from "./fill-bar";
import { useArchive, useContextBlocks } from "./use-blocks";

type MergeDialogProps = { block: BlockView; onDone: () => void; onClose: () => void };

export function MergeDialog({ block, onDone, onClose }: MergeDialogProps) {
  const id = useId();
  const { blocks: context = [] } = useContextBlocks();
  const { blocks: archive = [] } = useArchive();
  const others = [...context, ...archive].filter((other) => blockName(other) !== blockName(block));
  const [chosen, setChosen] = useState<string>();
  const into = others.find((other) => blockName(other) === chosen) ?? others[0];
  const { mutate, error, isPending } = useMutation({
    mutationFn: (into: BlockView) => mergeBlocks(block, into),
    onSuccess: (_, { label }) => {
      onDone();
      onClose();
      void notify(`Merged “${block.label}” into “${label}”. The history keeps both.`);
    },
  });
  const chars = into ? into.text.length + block.text.length + 1 : 0;
  const isTooLong = into !== undefined && chars > into.charLimit;
  return (
    <FormDialog
      title={`Merge “${block.label}” into another block`}
      about="Its text is added to the end of the other block, and this block is deleted. The history keeps both."
      action="Merge"
      isDisabled={!into || isTooLong || isPending}
      problem={
        isTooLong
          ? `“${into.label}” holds ${into.charLimit.toLocaleString("en")} characters. Raise its limit first, or shorten one of the two.`
          : error && `Not merged. ${failureText(error)}`
      }
      onSubmit={() => into && mutate(into)}
      onClose={onClose}
    >
      {into ? (
        <Field>
          <FieldLabel htmlFor={id}>Into</FieldLabel>
          <NativeSelect id={id} value={blockName(into)} onChange={({ target }) => setChosen(target.value)}>
            {others.map((other) => (
              <NativeSelectOption key={blockName(other)} value={blockName(other)}>
                {other.isArchival ? `${other.label}, in the archive` : other.label}
              </NativeSelectOption>
            ))}
          </NativeSelect>
          <FillBar label="Merged" chars={chars} limit={into.charLimit} className="mt-2" />
        </Field>
      ) : (
        <p className="text-ink-2">There is no other block yet.</p>
      )}
    </FormDialog>
  );
}
