"use client";

import { KeyRound } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import { usePasskeyAddress } from "@/components/ui/kit/hooks/use-passkey-address";
import { t } from "@/lib/shared/i18n/en/signIn";
import type { SignInService } from "@/lib/shared/members/sign-in";
import { signInWithPasskey } from "./passkey";

type OtherWaysProps = {
  next: string;
  hasPasskeys: boolean;
  services: SignInService[];
  /** A problem of an earlier attempt with a service. */
  problem?: string;
};

/** The ways to sign in without a password. */
export function OtherWays({ next, hasPasskeys, services, problem }: OtherWaysProps) {
  if (!hasPasskeys && services.length === 0 && problem === undefined) return null;
  return (
    <div className="mt-4 flex flex-col gap-2 border-t border-line pt-4">
      {hasPasskeys && <PasskeyButton next={next} />}
      {services.map(({ id, title }) => (
        <Button key={id} asChild variant="outline" className="w-full">
          <a href={`/api/sign-in/oidc/${id}/start?${new URLSearchParams({ next })}`}>
            {t("withService", { title })}
          </a>
        </Button>
      ))}
      <FieldError role="alert">{problem}</FieldError>
    </div>
  );
}

function PasskeyButton({ next }: { next: string }) {
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const elsewhere = usePasskeyAddress();
  if (elsewhere !== null)
    return <p className="text-meta text-ink-3">{t("passkeyNeedsName", { address: elsewhere })}</p>;
  return (
    <>
      <Button
        variant="outline"
        className="w-full"
        aria-disabled={busy}
        onClick={async () => {
          if (busy) return;
          setBusy(true);
          const outcome = await signInWithPasskey();
          if (!("problem" in outcome)) return window.location.replace(next);
          setError(outcome.problem);
          setBusy(false);
        }}
      >
        <KeyRound aria-hidden />
        {t("withPasskey")}
      </Button>
      <FieldError role="alert">{error}</FieldError>
    </>
  );
}
