"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { failureText } from "@/components/client/failure";
import { TextField } from "@/components/draw/editor/text-field";
import { Field, FieldLabel } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/kit/dialogs/form-dialog";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import { type Account, AGENT_CHANGES, type Offer } from "@/lib/shared/calendars";
import { t } from "@/lib/shared/i18n/en/calendars";
import { t as common } from "@/lib/shared/i18n/en/common";
import { PasswordField } from "./add-account";
import { changeAccount, readOffers, syncAccount } from "./calendars-api";
import { IntervalField } from "./interval-field";
import { OfferList } from "./offer-list";
import { CALENDARS_KEY } from "./use-calendars";

/** Settings of a subscription or an account. */
export function AccountSettings({ account, onDone }: { account: Account; onDone: () => void }) {
  const id = useId();
  const [name, setName] = useState(account.name);
  const [everyMinutes, setMinutes] = useState(account.everyMinutes);
  const [agentChanges, setAgentChanges] = useState(account.agentChanges);
  const [password, setPassword] = useState("");
  const [added, setAdded] = useState<readonly Offer[]>([]);
  const isFeed = account.kind === "feed";
  const save = useMutation({
    mutationFn: async () => {
      const fields = { name: name.trim(), everyMinutes, agentChanges };
      await changeAccount(account.id, {
        ...fields,
        ...(password && { password }),
        ...(added.length > 0 && { add: added }),
      });
      await syncAccount(account.id);
    },
    onSuccess: onDone,
  });
  return (
    <FormDialog
      title={account.name}
      about={account.host}
      action={common("save")}
      isDisabled={save.isPending || name.trim() === ""}
      problem={save.error && failureText(save.error)}
      onSubmit={() => save.mutate()}
      onClose={onDone}
    >
      <TextField label={t("nameOptional")} value={name} isRequired autoComplete="off" onText={setName} />
      <IntervalField minutes={everyMinutes} onMinutes={setMinutes} />
      {!isFeed && (
        <>
          <Field>
            <FieldLabel htmlFor={id}>{t("agentChanges")}</FieldLabel>
            <NativeSelect
              id={id}
              value={agentChanges}
              onChange={({ target }) => {
                const chosen = AGENT_CHANGES.find((one) => one === target.value);
                if (chosen) setAgentChanges(chosen);
              }}
            >
              {AGENT_CHANGES.map((one) => (
                <NativeSelectOption key={one} value={one}>
                  {t(one)}
                </NativeSelectOption>
              ))}
            </NativeSelect>
          </Field>
          <PasswordField
            label={t("newPassword")}
            hint={t("keepPassword")}
            value={password}
            onText={setPassword}
          />
          <NewSources accountId={account.id} chosen={added} onChoose={setAdded} />
        </>
      )}
    </FormDialog>
  );
}

type NewSourcesProps = {
  accountId: string;
  chosen: readonly Offer[];
  onChoose: (chosen: readonly Offer[]) => void;
};

/** Calendars and address books that the server has and that are not here yet. */
function NewSources({ accountId, chosen, onChoose }: NewSourcesProps) {
  const { data, error, refetch } = useQuery({
    queryKey: [...CALENDARS_KEY, accountId, "offers"],
    queryFn: ({ signal }) => readOffers(accountId, signal),
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: 0, retry: false },
  });
  if (error)
    return (
      <LoadFailure onRetry={() => void refetch()}>
        {t("offersFailed", { error: failureText(error) })}
      </LoadFailure>
    );
  if (!data) return <p className="text-meta text-ink-3">{t("finding")}</p>;
  if (data.length === 0) return <p className="text-meta text-ink-3">{t("allHere")}</p>;
  return <OfferList title={t("onServer")} isTitleShown offers={data} chosen={chosen} onChoose={onChoose} />;
}
