"use client";

import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogTitle } from "@/components/ui/dialog";
import { Label } from "@/components/ui/label";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { EVENT_SCOPES, type Scope } from "@/lib/shared/calendar";
import { t } from "@/lib/shared/i18n/en/calendarEvents";
import { t as common } from "@/lib/shared/i18n/en/common";

const LABELS: Record<Scope, string> = {
  get this() {
    return t("onlyThis");
  },
  get following() {
    return t("following");
  },
  get all() {
    return t("allEvents");
  },
};

type ScopeDialogProps = {
  title: string;
  action: string;
  onScope: (scope: Scope) => void;
  onClose: () => void;
};

/** Asks which events of a series to change. */
export function ScopeDialog({ title, action, onScope, onClose }: ScopeDialogProps) {
  const id = useId();
  const [scope, setScope] = useState<Scope>("this");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    onScope(scope);
  };
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent className="max-w-90">
        <DialogTitle className="pr-8">{t("whichEvents")}</DialogTitle>
        <DialogDescription className="truncate">{title}</DialogDescription>
        <form onSubmit={submit} className="flex flex-col gap-5">
          <RadioGroup
            aria-label={t("whichEvents")}
            value={scope}
            onValueChange={(value) => setScope(EVENT_SCOPES.find((one) => one === value) ?? "this")}
          >
            {EVENT_SCOPES.map((one) => (
              <div key={one} className="flex items-center gap-2.5">
                <RadioGroupItem id={`${id}-${one}`} value={one} />
                <Label htmlFor={`${id}-${one}`}>{LABELS[one]}</Label>
              </div>
            ))}
          </RadioGroup>
          <DialogFooter className="justify-end">
            <Button type="button" variant="outline" onClick={onClose}>
              {common("cancel")}
            </Button>
            <Button type="submit">{action}</Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
