"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "@/components/ui/dialog";
import { t as common } from "@/lib/shared/i18n/en/common";

type FormDialogProps = {
  title: ReactNode;
  about: ReactNode;
  /** Label of the submit button. Without it there is no such button. */
  action?: string;
  isDisabled: boolean;
  problem?: ReactNode;
  actions?: ReactNode;
  result?: ReactNode;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog with a form that stays open until the form is saved or cancelled. */
export function FormDialog(props: FormDialogProps) {
  const { title, about, action, isDisabled, problem, actions, result, onSubmit, onClose, children } = props;
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle className="wrap-anywhere">{title}</DialogTitle>
          <DialogDescription className="wrap-anywhere">{about}</DialogDescription>
        </DialogHeader>
        {result ?? (
          <form
            noValidate
            className="flex flex-col gap-4"
            onSubmit={(event) => {
              event.preventDefault();
              if (!isDisabled) onSubmit();
            }}
          >
            {children}
            <p role="alert" className="text-danger wrap-anywhere empty:hidden">
              {problem}
            </p>
            <DialogFooter>
              {action && (
                <Button type="submit" aria-disabled={isDisabled}>
                  {action}
                </Button>
              )}
              {actions}
              <DialogClose asChild>
                <Button variant="ghost">{common("cancel")}</Button>
              </DialogClose>
            </DialogFooter>
          </form>
        )}
      </DialogContent>
    </Dialog>
  );
}
