"use client";

import { type FormEvent, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, FieldDescription, FieldError, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { t } from "@/lib/shared/i18n/en/signIn";
import { send } from "./send";

type LoginFormProps = {
  /** A path of Easel, checked by the server. */
  next: string;
  /** Whether visitors enter an email; "optional" if the owner has none. */
  email: "none" | "optional" | "required";
};

export function LoginForm({ next, email }: LoginFormProps) {
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  // The values so far, once the server has asked for a code.
  const [needsCode, setNeedsCode] = useState<Record<string, string> | null>(null);
  const form = useRef<HTMLFormElement>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const values = { ...needsCode, ...valuesOf(event.currentTarget) };
    const outcome = await send("POST", "/api/login", values);
    // Replace the entry in the browser history and load the page again, so that Back does not return here and nothing
    // rendered without the session is reused.
    if (!("problem" in outcome)) return window.location.replace(next);
    setBusy(false);
    setError(outcome.needsCode && !needsCode ? undefined : outcome.problem);
    if (outcome.needsCode) setNeedsCode(values);
    form.current?.querySelector<HTMLInputElement>("input[type=password], input[name=code]")?.select();
  }

  return (
    // If the user submits before the script has loaded, `post` keeps the password out of the URL.
    <form ref={form} method="post" action="/api/login" onSubmit={submit} className="flex flex-col gap-4">
      {needsCode ? (
        <CodeField error={error} />
      ) : (
        <>
          {email === "none" ? <UserName /> : <EmailField isRequired={email === "required"} />}
          <PasswordField error={error} isFirst={email === "none"} />
        </>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" aria-disabled={busy} className="self-start max-md:w-full">
          {busy ? t("signingIn") : t("signIn")}
        </Button>
        {needsCode && (
          <Button
            type="button"
            variant="ghost"
            className="max-md:w-full"
            onClick={() => {
              setNeedsCode(null);
              setError(undefined);
            }}
          >
            {t("back")}
          </Button>
        )}
      </div>
    </form>
  );
}

/** The filled fields. An empty email means the owner. */
function valuesOf(form: HTMLFormElement): Record<string, string> {
  const entries = [...new FormData(form)].map(([name, value]) => [name, String(value)] as const);
  return Object.fromEntries(entries.filter(([name, value]) => name !== "username" && value !== ""));
}

/** Password managers store the password under a user name. */
const UserName = () => (
  <input type="text" name="username" autoComplete="username" defaultValue="easel" hidden readOnly />
);

const EmailField = ({ isRequired }: { isRequired: boolean }) => (
  <Field>
    <FieldLabel htmlFor="email">{t("email")}</FieldLabel>
    <Input
      id="email"
      name="email"
      type="email"
      autoComplete="username"
      autoFocus
      required={isRequired}
      maxLength={254}
      aria-describedby={isRequired ? undefined : "email-hint"}
    />
    {!isRequired && <FieldDescription id="email-hint">{t("ownerWithoutEmail")}</FieldDescription>}
  </Field>
);

const PasswordField = ({ error, isFirst }: { error: string | undefined; isFirst: boolean }) => (
  <Field>
    <FieldLabel htmlFor="password">{t("password")}</FieldLabel>
    <Input
      id="password"
      name="password"
      type="password"
      autoComplete="current-password"
      autoFocus={isFirst}
      required
      maxLength={1000}
      aria-invalid={error !== undefined}
      aria-describedby={error && "password-error"}
    />
    <FieldError id="password-error" role="alert">
      {error}
    </FieldError>
  </Field>
);

function CodeField({ error }: { error: string | undefined }) {
  const [isRecovery, setIsRecovery] = useState(false);
  return (
    <Field>
      <FieldLabel htmlFor="code">{isRecovery ? t("recoveryCode") : t("code")}</FieldLabel>
      <Input
        key={String(isRecovery)}
        id="code"
        name="code"
        type="text"
        inputMode={isRecovery ? "text" : "numeric"}
        autoComplete={isRecovery ? "off" : "one-time-code"}
        autoFocus
        required
        maxLength={50}
        spellCheck={false}
        aria-invalid={error !== undefined}
        aria-describedby={error ? "code-error" : "code-hint"}
      />
      <FieldError id="code-error" role="alert">
        {error}
      </FieldError>
      {!error && !isRecovery && <FieldDescription id="code-hint">{t("codeHint")}</FieldDescription>}
      <Button
        type="button"
        variant="link"
        className="mt-2 self-start"
        onClick={() => setIsRecovery(!isRecovery)}
      >
        {isRecovery ? t("useApp") : t("useRecoveryCode")}
      </Button>
    </Field>
  );
}
