"use client";

import { useMutation } from "@tanstack/react-query";
import { failureText, fieldErrors } from "@/components/client/failure";
import { FormDialog } from "@/components/ui/kit/dialogs/form-dialog";
import type { FactView } from "@/lib/shared/memory/memory-view";
import { FactInputs, useFactDraft } from "./fact-form";
import { createFact } from "./facts-api";

type NewFactProps = { onMade: (fact: FactView) => void; onClose: () => void };

export function NewFact({ onMade, onClose }: NewFactProps) {
  const { mutate, error, isPending } = useMutation({ mutationFn: createFact, onSuccess: onMade });
  const draft = useFactDraft(undefined, mutate);
  return (
    <FormDialog
      title="New fact"
      about="The agent recalls it when it fits what you say."
      action="Remember"
      isDisabled={isPending}
      problem={error && `Not saved. ${failureText(error)}`}
      onSubmit={draft.submit}
      onClose={onClose}
    >
      <FactInputs draft={draft} wrong={fieldErrors(error)} />
    </FormDialog>
  );
}
