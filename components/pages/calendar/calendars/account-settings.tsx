"use client";

import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { failureText } from "@/components/client/failure";
import { TextField } from "@/components/draw/editor/text-field";
import { Field, FieldLabel } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/kit/dialogs/form-dialog";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import { type Account, AGENT_CHANGES } from "@/lib/shared/calendars";
import { t } from "@/lib/shared/i18n/en/calendars";
import { t as common } from "@/lib/shared/i18n/en/common";
import { PasswordField } from "./add-account";
import { changeAccount, syncAccount } from "./calendars-api";
import { IntervalField } from "./interval-field";

/** Settings of a subscription or an account. */
export function AccountSettings({ account, onDone }: { account: Account; onDone: () => void }) {
  const id = useId();
  const [name, setName] = useState(account.name);
  const [everyMinutes, setMinutes] = useState(account.everyMinutes);
  const [agentChanges, setAgentChanges] = useState(account.agentChanges);
  const [password, setPassword] = useState("");
  const isFeed = account.kind === "feed";
  const save = useMutation({
    mutationFn: async () => {
      const fields = { name: name.trim(), everyMinutes, agentChanges };
      await changeAccount(account.id, { ...fields, ...(password && { password }) });
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
        </>
      )}
    </FormDialog>
  );
}
