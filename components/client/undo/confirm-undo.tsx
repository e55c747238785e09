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
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/undo";

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
        <Button variant="ghost" size="sm" className="text-meta max-md:h-11" aria-label={t("undo", { words })}>
          {common("undo")}
        </Button>
      </AlertDialogTrigger>
      <AlertDialogContent>
        <AlertDialogHeader>
          <AlertDialogTitle>{t("confirm")}</AlertDialogTitle>
          <AlertDialogDescription>
            {t.rich("confirmHint", {
              words,
              link: (chunks) => (
                <Link href={`/agent/history/${id}`} className="underline underline-offset-4">
                  {chunks}
                </Link>
              ),
            })}
          </AlertDialogDescription>
        </AlertDialogHeader>
        {problem && (
          <p role="alert" className="flex gap-2">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
            {t.rich("notUndone", { problem, detail: (chunks) => chunks })}
          </p>
        )}
        <AlertDialogFooter>
          <AlertDialogCancel>{common("cancel")}</AlertDialogCancel>
          <AlertDialogAction
            aria-disabled={isBusy}
            onClick={(event) => {
              // Keep the dialog open until the server responds.
              event.preventDefault();
              void undo();
            }}
          >
            {t("restoreTables")}
          </AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
