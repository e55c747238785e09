"use client";

import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { failureText } from "@/components/client/failure";
import { TextField } from "@/components/draw/editor/text-field";
import { Field, FieldDescription, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { FormDialog } from "@/components/ui/kit/dialogs/form-dialog";
import type { Offer } from "@/lib/shared/calendars";
import { t } from "@/lib/shared/i18n/en/calendars";
import { addAccount, findCalendars, type Login } from "./calendars-api";
import { DEFAULT_MINUTES, IntervalField } from "./interval-field";
import { OfferList } from "./offer-list";

/** Adds a CalDAV and CardDAV account: first its login, then which calendars and address books appear here. */
export function AddAccount({ onDone }: { onDone: () => void }) {
  const [login, setLogin] = useState<Login>({ url: "", username: "", password: "" });
  const [chosen, setChosen] = useState<readonly Offer[]>([]);
  const [minutes, setMinutes] = useState<number>(DEFAULT_MINUTES.dav);
  const find = useMutation({ mutationFn: () => findCalendars(login), onSuccess: setChosen });
  const offers = find.data;
  const add = useMutation({
    mutationFn: () => addAccount({ kind: "dav", ...login, everyMinutes: minutes, sources: chosen }),
    onSuccess: onDone,
  });
  const problem = add.error ?? find.error;
  const isMissing = offers ? chosen.length === 0 : login.url.trim() === "" || login.username === "";
  return (
    <FormDialog
      title={t("addAccount")}
      about={offers ? t("found") : t("serverHint")}
      action={offers ? t("add") : find.isPending ? t("finding") : t("find")}
      isDisabled={find.isPending || add.isPending || isMissing}
      problem={problem && failureText(problem)}
      onSubmit={() => (offers ? add.mutate() : find.mutate())}
      onClose={onDone}
    >
      {offers ? (
        <>
          <OfferList title={t("found")} offers={offers} chosen={chosen} onChoose={setChosen} />
          <IntervalField minutes={minutes} onMinutes={setMinutes} />
        </>
      ) : (
        <LoginFields login={login} onLogin={setLogin} />
      )}
    </FormDialog>
  );
}

function LoginFields({ login, onLogin }: { login: Login; onLogin: (login: Login) => void }) {
  return (
    <>
      <TextField
        label={t("server")}
        value={login.url}
        isRequired
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onText={(url) => onLogin({ ...login, url })}
      />
      <TextField
        label={t("user")}
        value={login.username}
        isRequired
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onText={(username) => onLogin({ ...login, username })}
      />
      <PasswordField
        label={t("password")}
        hint={t("passwordHint")}
        value={login.password}
        onText={(password) => onLogin({ ...login, password })}
      />
    </>
  );
}

type PasswordFieldProps = { label: string; hint: string; value: string; onText: (text: string) => void };

export function PasswordField({ label, hint, value, onText }: PasswordFieldProps) {
  const id = useId();
  return (
    <Field>
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      <Input
        id={id}
        type="password"
        autoComplete="off"
        value={value}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onText(target.value)}
      />
      <FieldDescription id={`${id}-hint`}>{hint}</FieldDescription>
    </Field>
  );
}
