"use client";

import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { failureText } from "@/components/client/failure";
import { Checkbox } from "@/components/ui/checkbox";
import { Question } from "@/components/ui/kit/dialogs/question";
import { notify } from "@/components/ui/kit/notify";
import { Label } from "@/components/ui/label";
import type { Account } from "@/lib/shared/calendars";
import { t } from "@/lib/shared/i18n/en/calendars";
import { t as common } from "@/lib/shared/i18n/en/common";
import { removeAccount } from "./calendars-api";

/** Asks whether the events of a removed account stay. */
export function RemoveAccount({ account, onDone }: { account: Account; onDone: () => void }) {
  const id = useId();
  const [keep, setKeep] = useState(false);
  const { name } = account;
  const remove = useMutation({
    mutationFn: () => removeAccount(account.id, keep),
    onSuccess: () => {
      void notify(t("removed", { name }));
      onDone();
    },
  });
  return (
    <Question
      title={t("removeTitle", { name })}
      about={
        <>
          {t("removeHint")}
          <span className="mt-3 flex items-center gap-2.5 text-ink">
            <Checkbox id={id} checked={keep} onCheckedChange={(isChosen) => setKeep(isChosen === true)} />
            <Label htmlFor={id}>{t("keepHere")}</Label>
          </span>
        </>
      }
      verb={common("remove")}
      problem={remove.error && failureText(remove.error)}
      isBusy={remove.isPending}
      onYes={() => remove.mutate()}
      onClose={onDone}
    />
  );
}
