"use client";

import { type FormEvent, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, FieldError, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { t } from "@/lib/shared/i18n/en/pages";
import { login } from "./login";

/** `next`: a path of Easel, checked by the server. */
export function LoginForm({ next }: { next: string }) {
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const problem = await login(field.current?.value ?? "");
    // Replace the entry in the browser history and load the page again, so that Back does not return here and nothing
    // rendered without the session is reused.
    if (problem === null) return window.location.replace(next);
    setError(problem);
    setBusy(false);
    field.current?.select();
  }

  return (
    // If the user submits before the script has loaded, `post` keeps the password out of the URL.
    <form method="post" action="/api/login" onSubmit={submit} className="flex flex-col gap-4">
      {/* Password managers store the password under a user name. */}
      <input type="text" name="username" autoComplete="username" defaultValue="easel" hidden readOnly />
      <Field>
        <FieldLabel htmlFor="password">{t("password")}</FieldLabel>
        <Input
          ref={field}
          id="password"
          name="password"
          type="password"
          autoComplete="current-password"
          autoFocus
          required
          maxLength={1000}
          aria-invalid={error !== undefined}
          aria-describedby={error && "password-error"}
        />
        <FieldError id="password-error" role="alert">
          {error}
        </FieldError>
      </Field>
      <Button type="submit" aria-disabled={busy} className="self-start max-md:w-full">
        {busy ? t("signingIn") : t("signIn")}
      </Button>
    </form>
  );
}
