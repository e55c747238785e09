"use client";

import { KeyRound } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { joinWithPasskey } from "@/app/login/passkey";
import { failed, type Outcome, send } from "@/app/login/send";
import { PasswordField } from "@/components/settings/password/password-field";
import { Button } from "@/components/ui/button";
import { usePasskeyAddress } from "@/components/ui/kit/hooks/use-passkey-address";
import { t as password } from "@/lib/shared/i18n/en/settingsPassword";
import { t } from "@/lib/shared/i18n/en/signIn";
import { MIN_PASSWORD } from "@/lib/shared/members/members";
import type { SignInService } from "@/lib/shared/members/sign-in";
import { VisitorField } from "./visitor-field";

type InvitationFormProps = {
  token: string;
  name: string;
  email: string | null;
  services: SignInService[];
  problem?: string;
};

export function InvitationForm({ token, name, email, services, problem }: InvitationFormProps) {
  const [failure, setFailure] = useState(problem === undefined ? null : failed(problem));
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const elsewhere = usePasskeyAddress();

  async function attempt(work: () => Promise<Outcome>) {
    if (busy) return;
    setBusy(true);
    const outcome = await work();
    if (!("problem" in outcome)) return window.location.replace("/");
    setFailure(outcome);
    setBusy(false);
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = fieldsOf(event.currentTarget);
    void attempt(() => send("POST", "/api/sign-in/invitation", { token, ...fields }));
  };
  const usePasskey = () => {
    const inputs = [...(form.current?.querySelectorAll<HTMLInputElement>("[name=name], [name=email]") ?? [])];
    if (!form.current || !inputs.every((input) => input.reportValidity())) return;
    const { name = "", email = "" } = fieldsOf(form.current);
    void attempt(() => joinWithPasskey({ token, name, email }));
  };
  const isNamed = ["name", "email", "password"].some((field) => failure?.fields.has(field));
  return (
    <>
      <form ref={form} method="post" onSubmit={submit} className="flex flex-col gap-4">
        <VisitorField
          name="name"
          label={t("name")}
          autoComplete="name"
          defaultValue={name}
          error={failure?.fields.get("name")}
        />
        <VisitorField
          name="email"
          label={t("email")}
          type="email"
          autoComplete="username"
          defaultValue={email ?? ""}
          error={failure?.fields.get("email")}
        />
        <PasswordField
          name="password"
          label={t("password")}
          kind="new-password"
          required
          minLength={MIN_PASSWORD}
          hint={password("atLeast", { min: MIN_PASSWORD })}
          error={failure?.fields.get("password")}
        />
        <p role="alert" className="text-danger wrap-anywhere empty:hidden">
          {isNamed ? null : failure?.problem}
        </p>
        <Button type="submit" aria-disabled={busy} className="self-start max-md:w-full">
          {busy ? t("joining") : t("join")}
        </Button>
      </form>
      <div className="mt-4 flex flex-col gap-2 border-t border-line pt-4">
        {elsewhere === null ? (
          <Button variant="outline" className="w-full" aria-disabled={busy} onClick={usePasskey}>
            <KeyRound aria-hidden />
            {t("joinWithPasskey")}
          </Button>
        ) : (
          <p className="text-meta text-ink-3">{t("passkeyNeedsName", { address: elsewhere })}</p>
        )}
        {services.map(({ id, title }) => (
          <Button key={id} asChild variant="outline" className="w-full">
            <a href={`/api/sign-in/oidc/${id}/start?${new URLSearchParams({ invitation: token })}`}>
              {t("joinWithService", { title })}
            </a>
          </Button>
        ))}
      </div>
    </>
  );
}

const fieldsOf = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
