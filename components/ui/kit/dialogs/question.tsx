"use client";

import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogHeader,
  AlertDialogTitle,
} from "@/components/ui/alert-dialog";
import { t as common } from "@/lib/shared/i18n/en/common";

type QuestionProps = {
  title: string;
  about: ReactNode;
  verb: string;
  problem?: string | null;
  isBusy: boolean;
  onYes: () => void;
  onClose: () => void;
};

/** Confirmation dialog that stays open until the server has responded. */
export function Question({ title, about, verb, problem, isBusy, onYes, onClose }: QuestionProps) {
  return (
    <AlertDialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <AlertDialogContent>
        <AlertDialogHeader>
          <AlertDialogTitle className="wrap-anywhere">{title}</AlertDialogTitle>
          <AlertDialogDescription>{about}</AlertDialogDescription>
        </AlertDialogHeader>
        {problem && (
          <p role="alert" className="flex gap-2">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
            {problem}
          </p>
        )}
        <AlertDialogFooter>
          <AlertDialogCancel>{common("cancel")}</AlertDialogCancel>
          <AlertDialogAction
            variant="destructive"
            aria-disabled={isBusy}
            onClick={(event) => {
              // Keep the dialog open until the server responds.
              event.preventDefault();
              if (!isBusy) onYes();
            }}
          >
            {verb}
          </AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
