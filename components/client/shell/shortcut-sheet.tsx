"use client";

import { useId } from "react";
import { Dialog, DialogContent, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import { isSingle, keyNames, SHORTCUTS } from "@/components/ui/kit/shortcuts";
import { Label } from "@/components/ui/label";
import { Switch } from "@/components/ui/switch";
import { t } from "@/lib/shared/i18n/en/shell";
import { focusItself } from "./focus";
import { setSingleKeys, useSingleKeys } from "./single-keys";
import { useIsMac } from "./use-shortcuts";

type ShortcutSheetProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

export function ShortcutSheet({ isOpen, onOpenChange }: ShortcutSheetProps) {
  const isMac = useIsMac();
  const hasSingle = useSingleKeys();
  const id = useId();
  const groups = [...Map.groupBy(Object.entries(SHORTCUTS), ([, { group }]) => group)];
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent aria-describedby={undefined} className="max-w-160" onOpenAutoFocus={focusItself}>
        <DialogHeader>
          <DialogTitle>{t("shortcuts")}</DialogTitle>
        </DialogHeader>
        <div className="grid gap-x-8 gap-y-4 md:grid-cols-2">
          {groups.map(([group, entries]) => (
            <section key={group} className="first:row-span-2">
              <h3 className="pb-1 text-meta text-ink-3">{group}</h3>
              <dl>
                {entries.map(([name, { keys, label }]) => (
                  <div key={name} className="flex min-h-8 items-center justify-between gap-4">
                    <dt>{label}</dt>
                    <dd className="flex shrink-0 items-center gap-1.5 text-meta text-ink-3">
                      {keys.map((key, index) => (
                        <span key={key} className="flex items-center gap-1">
                          {index > 0 && <span>{t("or")}</span>}
                          <Keys of={key} isMac={isMac} isOff={!hasSingle && isSingle(key)} />
                        </span>
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
        <div className="flex items-center justify-between gap-4 border-line border-t pt-4">
          <div className="flex flex-col">
            <Label htmlFor={id}>{t("singleLetters")}</Label>
            <p className="text-meta text-ink-3">{t("singleLettersHint")}</p>
          </div>
          <Switch id={id} checked={hasSingle} onCheckedChange={setSingleKeys} />
        </div>
      </DialogContent>
    </Dialog>
  );
}

function Keys({ of: key, isMac, isOff }: { of: string; isMac: boolean; isOff: boolean }) {
  return (
    <span className={isOff ? "flex gap-1 line-through" : "flex gap-1"}>
      {keyNames(key, isMac).map((name) => (
        <kbd
          key={name}
          className="flex h-6 min-w-6 items-center justify-center rounded-in border border-line-strong bg-fill px-1.5 font-sans text-ink-2"
        >
          {name}
        </kbd>
      ))}
    </span>
  );
}
