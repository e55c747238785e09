"use client";

import { useState } from "react";
import { deleteConversation } from "@/components/chat/client/api";
import { Button } from "@/components/ui/button";
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "@/components/ui/dialog";
import { FieldError } from "@/components/ui/field";

type DeleteDialogProps = {
  conversation: { id: string; title: string } | null;
  onClose: () => void;
  /** Before the request, and with nothing when it failed. */
  onDeleting: (id: string | undefined) => void;
  onDeleted: (id: string) => void;
};

export function DeleteDialog({ conversation, onClose, onDeleting, onDeleted }: DeleteDialogProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const close = () => {
    setProblem(undefined);
    onClose();
  };
  const remove = async () => {
    if (!conversation || isBusy) return;
    setIsBusy(true);
    onDeleting(conversation.id);
    try {
      await deleteConversation(conversation.id);
      setProblem(undefined);
      onDeleted(conversation.id);
    } catch (error) {
      onDeleting(undefined);
      setProblem(`Not deleted. ${error instanceof Error ? error.message : ""}`);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Dialog open={conversation !== null} onOpenChange={(isOpen) => !isOpen && close()}>
      <DialogContent showCloseButton={false}>
        <DialogHeader>
          <DialogTitle>Delete “{conversation?.title}”?</DialogTitle>
          <DialogDescription>
            Its messages and everything on its canvas go with it. This cannot be undone.
          </DialogDescription>
        </DialogHeader>
        <FieldError>{problem}</FieldError>
        <DialogFooter className="justify-end">
          <Button variant="outline" onClick={close}>
            Keep it
          </Button>
          <Button variant="destructive" onClick={remove} disabled={isBusy}>
            Delete conversation
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
