"use client";

import { useId } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import Link from "@/components/ui/kit/agent-base";
import { Label } from "@/components/ui/label";
import { NativeSelect } from "@/components/ui/native-select";
import { t } from "@/lib/shared/i18n/en/settingsPrograms";
import { SCOPES, type Scope, TOKEN_DAYS, type TokenDays } from "@/lib/shared/mcp/tokens";

const HINTS: Record<Scope, () => string> = {
  read: () => t("readHint"),
  chat: () => t("chatHint"),
  write: () => t("writeHint"),
};

export const scopeName = (scope: Scope): string =>
  ({ read: t("read"), chat: t("chat"), write: t("write") })[scope];

type ScopesProps = { chosen: readonly Scope[]; onChoose: (scopes: readonly Scope[]) => void };

/** Chooses what the token may do by the HTTP API. */
export function ScopeChoice({ chosen, onChoose }: ScopesProps) {
  const id = useId();
  const choose = (scope: Scope, isOn: boolean) =>
    onChoose(SCOPES.filter((one) => (one === scope ? isOn : chosen.includes(one))));
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 text-ui font-medium">{t("httpApi")}</legend>
      {SCOPES.map((scope) => (
        <div key={scope} className="flex gap-2.5 max-md:gap-3 max-md:py-1.5">
          <Checkbox
            id={`${id}-${scope}`}
            checked={chosen.includes(scope)}
            aria-describedby={`${id}-${scope}-about`}
            className="mt-0.5"
            onCheckedChange={(now) => choose(scope, now === true)}
          />
          <div className="flex min-w-0 flex-col">
            <Label htmlFor={`${id}-${scope}`} className="max-md:text-prose">
              {scopeName(scope)}
            </Label>
            <p id={`${id}-${scope}-about`} className="text-ink-2">
              {HINTS[scope]()}
            </p>
          </div>
        </div>
      ))}
      <Link
        href="/settings/tokens/api"
        className="w-fit text-ink underline decoration-line-control underline-offset-4 transition-colors hover:decoration-ink"
      >
        {t("reference")}
      </Link>
    </fieldset>
  );
}

type ExpiryProps = { days: TokenDays | undefined; onChange: (days: TokenDays | undefined) => void };

export function TokenExpiry({ days, onChange }: ExpiryProps) {
  const id = useId();
  return (
    <div className="flex max-w-80 flex-col gap-1">
      <Label htmlFor={id}>{t("expires")}</Label>
      <NativeSelect
        id={id}
        value={days ?? ""}
        onChange={({ target }) => onChange(TOKEN_DAYS.find((each) => String(each) === target.value))}
      >
        <option value="">{t("never")}</option>
        {TOKEN_DAYS.map((count) => (
          <option key={count} value={count}>
            {t("inDays", { count })}
          </option>
        ))}
      </NativeSelect>
    </div>
  );
}
