"use client";

import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { failureText, fieldErrors } from "@/components/client/failure";
import { Button } from "@/components/ui/button";
import { t } from "@/lib/shared/i18n/en/settingsPassword";
import { PASSWORD_LENGTH } from "@/lib/shared/sessions";
import { savePassword } from "./api";
import { PasswordField, UserName } from "./password-field";

type PasswordFormProps = {
  hasCurrent: boolean;
  verb: string;
  /** Sends the passwords, by default as the owner's. */
  save?: (change: { current?: string; password: string }) => Promise<void>;
  onSaved: () => void;
  children?: ReactNode;
};

/** Sets a password, or changes it if there is one. `children`: more buttons. */
export function PasswordForm({
  hasCurrent,
  verb,
  save: send = savePassword,
  onSaved,
  children,
}: PasswordFormProps) {
  const [current, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  const [isShort, setIsShort] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const save = useMutation({
    mutationFn: () => send({ password, ...(hasCurrent && { current }) }),
    onSuccess: onSaved,
  });
  const { min } = PASSWORD_LENGTH;
  const problems = fieldErrors(save.error);
  const isNamed = problems.has("current") || problems.has("password");
  return (
    <form
      ref={form}
      noValidate
      // If the user submits before the script has loaded, `post` keeps the password out of the URL.
      method="post"
      className="flex max-w-80 flex-col gap-4 max-md:max-w-none"
      onSubmit={(event) => {
        event.preventDefault();
        if (save.isPending) return;
        setIsShort(password.length < min);
        if (password.length >= min) return save.mutate();
        form.current?.querySelector<HTMLInputElement>("[autocomplete=new-password]")?.focus();
      }}
    >
      <UserName />
      {hasCurrent && (
        <PasswordField
          label={t("current")}
          kind="current-password"
          value={current}
          error={problems.get("current")}
          onChange={({ target }) => setCurrent(target.value)}
        />
      )}
      <PasswordField
        label={hasCurrent ? t("new") : t("password")}
        kind="new-password"
        value={password}
        hint={t("atLeast", { min })}
        error={isShort ? t("tooShort", { min }) : problems.get("password")}
        onChange={({ target }) => {
          setPassword(target.value);
          setIsShort(false);
        }}
      />
      <p role="alert" className="text-danger wrap-anywhere empty:hidden">
        {save.error && !isNamed && failureText(save.error)}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" className="max-md:h-11" aria-disabled={save.isPending}>
          {verb}
        </Button>
        {children}
      </div>
    </form>
  );
}
