"use client";

import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { failureText } from "@/components/client/failure";
import { Field, FieldLabel } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/kit/dialogs/form-dialog";
import { notify } from "@/components/ui/kit/notify";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import { t } from "@/lib/shared/i18n/en/memory";
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
      void notify(t("blocksMerged", { label }));
    },
  });
  const chars = into ? into.text.length + block.text.length + 1 : 0;
  const isTooLong = into !== undefined && chars > into.charLimit;
  return (
    <FormDialog
      title={t("mergeBlock", { label: block.label })}
      about={t("mergeBlockHint")}
      action={t("merge")}
      isDisabled={!into || isTooLong || isPending}
      problem={
        isTooLong
          ? t("mergeTooLong", { label: into.label })
          : error && t("notMergedError", { error: failureText(error) })
      }
      onSubmit={() => into && mutate(into)}
      onClose={onClose}
    >
      {into ? (
        <Field>
          <FieldLabel htmlFor={id}>{t("into")}</FieldLabel>
          <NativeSelect id={id} value={blockName(into)} onChange={({ target }) => setChosen(target.value)}>
            {others.map((other) => (
              <NativeSelectOption key={blockName(other)} value={blockName(other)}>
                {other.isArchival ? t("inArchive", { label: other.label }) : other.label}
              </NativeSelectOption>
            ))}
          </NativeSelect>
          <FillBar label={t("merged")} chars={chars} limit={into.charLimit} className="mt-2" />
        </Field>
      ) : (
        <p className="text-ink-2">{t("noOtherBlock")}</p>
      )}
    </FormDialog>
  );
}
