"use client";

import { CircleAlert } from "lucide-react";
import { useState } from "react";
import { troubleText } from "@/components/client/versions/trouble";
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogHeader,
  AlertDialogTitle,
  AlertDialogTrigger,
} from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/kit/agent-base";
import type { Change } from "@/lib/shared/changes";

type ConfirmUndoProps = {
  change: Pick<Change, "id" | "words">;
  onConfirm: () => Promise<void>;
};

/** Confirms the undo of a change of the database, and shows a failure in the open dialog. */
export function ConfirmUndo({ change: { id, words }, onConfirm }: ConfirmUndoProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const undo = async () => {
    if (isBusy) return;
    setIsBusy(true);
    setProblem(undefined);
    try {
      await onConfirm();
      setIsOpen(false);
    } catch (error) {
      setProblem(troubleText(error));
    }
    setIsBusy(false);
  };
  return (
    <AlertDialog open={isOpen} onOpenChange={setIsOpen}>
      <AlertDialogTrigger asChild>
        <Button variant="ghost" size="sm" className="text-meta max-md:h-11" aria-label={`Undo: ${words}`}>
          Undo
        </Button>
      </AlertDialogTrigger>
      <AlertDialogContent>
        <AlertDialogHeader>
          <AlertDialogTitle>Undo this change of the database?</AlertDialogTitle>
          <AlertDialogDescription>
            {words}. All tables return to their state before that, so later changes are lost. A copy of the
            current tables is kept in the{" "}
            <Link href={`/agent/history/${id}`} className="underline underline-offset-4">
              history
            </Link>
            .
          </AlertDialogDescription>
        </AlertDialogHeader>
        {problem && (
          <p role="alert" className="flex gap-2">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
            Not undone. {problem}
          </p>
        )}
        <AlertDialogFooter>
          <AlertDialogCancel>Cancel</AlertDialogCancel>
          <AlertDialogAction
            aria-disabled={isBusy}
            onClick={(event) => {
              // Keep the dialog open until the server responds.
              event.preventDefault();
              void undo();
            }}
          >
            Restore the tables
          </AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
