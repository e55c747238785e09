"use client";

import { type FormEvent, useState } from "react";
import { send } from "@/app/login/send";
import { PasswordField } from "@/components/settings/password/password-field";
import { Button } from "@/components/ui/button";
import { t as password } from "@/lib/shared/i18n/en/settingsPassword";
import { t } from "@/lib/shared/i18n/en/signIn";
import { MIN_PASSWORD } from "@/lib/shared/members/members";

/** Sets a new password for a member who has lost theirs. */
export function RenewalForm({ token }: { token: string }) {
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const password = String(new FormData(event.currentTarget).get("password"));
    const outcome = await send("POST", "/api/sign-in/invitation", { token, password });
    if (!("problem" in outcome)) return window.location.replace("/");
    setError(outcome.fields.get("password") ?? outcome.problem);
    setBusy(false);
  }

  return (
    <form method="post" onSubmit={submit} className="flex flex-col gap-4">
      <PasswordField
        name="password"
        label={t("newPassword")}
        kind="new-password"
        required
        minLength={MIN_PASSWORD}
        hint={password("atLeast", { min: MIN_PASSWORD })}
        error={error}
      />
      <Button type="submit" aria-disabled={busy} className="self-start max-md:w-full">
        {t("setPassword")}
      </Button>
    </form>
  );
}
