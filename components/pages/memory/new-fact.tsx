"use client";

import { useMutation } from "@tanstack/react-query";
import { failureText, fieldErrors } from "@/components/client/failure";
import { Button } from "@/components/ui/button";
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogTitle,
} from "@/components/ui/dialog";
import type { FactView } from "@/lib/shared/memory/memory-view";
import { FactForm } from "./fact-form";
import { createFact } from "./facts-api";

type NewFactProps = { onMade: (fact: FactView) => void; onClose: () => void };

/** A fact that the person writes down. */
export function NewFact({ onMade, onClose }: NewFactProps) {
  const { mutate, error, isPending } = useMutation({ mutationFn: createFact, onSuccess: onMade });
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent className="flex max-h-[90dvh] flex-col gap-4 overflow-y-auto">
        <div className="flex flex-col gap-1 pr-10">
          <DialogTitle>New fact</DialogTitle>
          <DialogDescription>The agent recalls it when it fits what you say.</DialogDescription>
        </div>
        <FactForm
          label="New fact"
          wrong={fieldErrors(error)}
          onSave={(fields) => !isPending && mutate(fields)}
        >
          {() => (
            <>
              <p role="alert" className="text-danger wrap-anywhere empty:hidden">
                {error && `Not saved. ${failureText(error)}`}
              </p>
              <DialogFooter>
                <Button type="submit" aria-disabled={isPending}>
                  Remember
                </Button>
                <DialogClose asChild>
                  <Button variant="ghost">Cancel</Button>
                </DialogClose>
              </DialogFooter>
            </>
          )}
        </FactForm>
      </DialogContent>
    </Dialog>
  );
}
