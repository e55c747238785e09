"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { failureText } from "@/components/client/failure";
import { Button } from "@/components/ui/button";
import { FieldLabel } from "@/components/ui/field";
import { useLeaveGuard } from "@/components/ui/kit/hooks/use-leave-guard";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { Textarea } from "@/components/ui/textarea";
import { t as clientText } from "@/lib/shared/i18n/en/client";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/settingsChannels";
import { type Outcome, OutcomeLine } from "../outcome-line";
import { mayTellQuery, setMayTell } from "./api";

/**
 * Form for the information that the agent may give to contacts. When it answers a contact, it knows nothing
 * else about its owner.
 */
export function MayTell() {
  const id = useId();
  const client = useQueryClient();
  const { data } = useQuery(mayTellQuery);
  const [draft, setDraft] = useState<string>();
  const isDirty = draft !== undefined && draft !== data;
  useLeaveGuard(isDirty);
  const save = useMutation({
    mutationFn: setMayTell,
    onSuccess: (_, text) => {
      client.setQueryData(mayTellQuery.queryKey, text);
      setDraft(undefined);
    },
  });
  return (
    <TitledCard title={t("mayTell")} about={t("mayTellHint")}>
      <form
        className="flex flex-col items-start gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (isDirty && !save.isPending) save.mutate(draft);
        }}
      >
        <FieldLabel htmlFor={id} className="sr-only">
          {t("mayTell")}
        </FieldLabel>
        <Textarea
          id={id}
          rows={4}
          className="w-full"
          maxLength={8_000}
          disabled={data === undefined}
          value={draft ?? data ?? ""}
          onChange={(event) => setDraft(event.target.value)}
        />
        <Button type="submit" variant="outline" aria-disabled={!isDirty || save.isPending}>
          {common("save")}
        </Button>
        <OutcomeLine outcome={outcomeOf(save, isDirty)} />
      </form>
    </TitledCard>
  );
}

function outcomeOf(
  { isSuccess, error }: { isSuccess: boolean; error: Error | null },
  isDirty: boolean,
): Outcome | null {
  if (error) return { kind: "bad", message: clientText("failed", { error: failureText(error) }) };
  return isSuccess && !isDirty ? { kind: "good", message: t("saved") } : null;
}
