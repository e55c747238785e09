"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { failureText, fieldErrors } from "@/components/client/failure";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field, FieldDescription, FieldError, FieldLabel } from "@/components/ui/field";
import { useLeaveGuard } from "@/components/ui/kit/hooks/use-leave-guard";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { Label } from "@/components/ui/label";
import { Skeleton } from "@/components/ui/skeleton";
import { Textarea } from "@/components/ui/textarea";
import { t as clientText } from "@/lib/shared/i18n/en/client";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/settingsMail";
import type { MailRules } from "@/lib/shared/mail";
import { type Outcome, OutcomeLine } from "../outcome-line";
import { foldersQuery, mailQuery, saveRules } from "./mail-api";

/** Folders and senders that the agent may read. */
export function MailRulesCard() {
  const { data } = useQuery(mailQuery);
  return (
    <TitledCard title={t("rules")} about={t("rulesAbout")}>
      {data ? <Form saved={data.rules} /> : <Skeleton className="h-40" aria-label={common("loading")} />}
    </TitledCard>
  );
}

function Form({ saved }: { saved: MailRules }) {
  const id = useId();
  const client = useQueryClient();
  const [folders, setFolders] = useState(saved.folders);
  const [senders, setSenders] = useState(saved.senders.join("\n"));
  const rules = {
    ...saved,
    folders,
    senders: senders
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean),
  };
  const isDirty = JSON.stringify(rules) !== JSON.stringify(saved);
  useLeaveGuard(isDirty);
  const save = useMutation({
    mutationFn: () => saveRules(rules),
    onSuccess: () => client.invalidateQueries({ queryKey: mailQuery.queryKey, exact: true }),
  });
  const refused = save.error ? [...fieldErrors(save.error).values()][0] : undefined;
  return (
    <form
      className="flex flex-col items-start gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (isDirty && !save.isPending) save.mutate();
      }}
    >
      <Folders chosen={folders} onChoose={setFolders} />
      <Field className="w-full max-w-form">
        <FieldLabel htmlFor={id}>{t("senders")}</FieldLabel>
        <Textarea
          id={id}
          rows={2}
          className="w-full"
          value={senders}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={Boolean(refused)}
          aria-describedby={`${id}-hint`}
          onChange={(event) => setSenders(event.target.value)}
        />
        <FieldError id={`${id}-hint`}>{refused}</FieldError>
        {!refused && <FieldDescription id={`${id}-hint`}>{t("sendersHint")}</FieldDescription>}
      </Field>
      <Button type="submit" variant="outline" aria-disabled={!isDirty || save.isPending}>
        {common("save")}
      </Button>
      <OutcomeLine outcome={refused ? null : outcomeOf(save, isDirty)} />
    </form>
  );
}

type FoldersProps = { chosen: readonly string[]; onChoose: (folders: string[]) => void };

function Folders({ chosen, onChoose }: FoldersProps) {
  const id = useId();
  const { data, error, refetch } = useQuery(foldersQuery);
  const missing = data ? chosen.filter((path) => !data.some((folder) => folder.path === path)) : [];
  const paths = [...(data ?? []).map(({ path }) => path), ...missing];
  const toggle = (path: string, isOn: boolean) =>
    onChoose(isOn ? [...chosen, path] : chosen.filter((one) => one !== path));
  return (
    <fieldset className="flex w-full min-w-0 flex-col gap-2">
      <legend className="mb-2 font-medium">{t("folders")}</legend>
      {error && (
        <LoadFailure onRetry={() => void refetch()}>
          {clientText("loadFailed", { error: failureText(error) })}
        </LoadFailure>
      )}
      {!data && !error && <Skeleton className="h-20" aria-label={common("loading")} />}
      <div className="flex max-h-60 flex-col gap-2 overflow-y-auto empty:hidden max-md:gap-3">
        {paths.map((path) => (
          <div key={path} className="flex items-center gap-2.5">
            <Checkbox
              id={`${id}-${path}`}
              checked={chosen.includes(path)}
              onCheckedChange={(isOn) => toggle(path, isOn === true)}
            />
            <Label htmlFor={`${id}-${path}`} className="min-w-0 font-normal wrap-anywhere">
              {path}
              {missing.includes(path) && <span className="text-ink-3">{t("missing")}</span>}
            </Label>
          </div>
        ))}
      </div>
      {chosen.length === 0 && <p className="text-ink-2">{t("noFolders")}</p>}
    </fieldset>
  );
}

function outcomeOf(
  { isSuccess, error }: { isSuccess: boolean; error: Error | null },
  isDirty: boolean,
): Outcome | null {
  if (error) return { kind: "bad", message: clientText("failed", { error: failureText(error) }) };
  return isSuccess && !isDirty ? { kind: "good", message: t("saved") } : null;
}
