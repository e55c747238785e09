"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { failureText, fieldErrors } from "@/components/client/failure";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Field, FieldError, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { FormDialog } from "@/components/ui/kit/dialogs/form-dialog";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/signIn";
import type { TwoFactorSetup } from "@/lib/shared/members/sign-in";
import { PasswordField, UserName } from "../password/password-field";
import { confirmTwoFactors, endTwoFactors, refetchMe, startTwoFactors } from "./api";

type TwoFactorCardProps = { isOn: boolean; codesLeft: number };

export function TwoFactorCard({ isOn, codesLeft }: TwoFactorCardProps) {
  const [open, setOpen] = useState<"on" | "off" | null>(null);
  const close = () => setOpen(null);
  return (
    <TitledCard title={t("twoFactors")} about={t("twoFactorsAbout")}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="min-w-0 flex-1 basis-48">
          {isOn ? t("twoFactorsOn", { count: codesLeft }) : t("twoFactorsOff")}
        </p>
        <Button variant="outline" className="max-md:h-11" onClick={() => setOpen(isOn ? "off" : "on")}>
          {isOn ? t("switchOff") : t("switchOn")}
        </Button>
      </div>
      {open === "on" && <SwitchOn onClose={close} />}
      {open === "off" && <SwitchOff onClose={close} />}
    </TitledCard>
  );
}

/** Asks for the password, then for a code of the device, then shows the recovery codes. */
function SwitchOn({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const start = useMutation({ mutationFn: () => startTwoFactors(password) });
  const confirm = useMutation({ mutationFn: (id: string) => confirmTwoFactors(id, code) });
  const setup = start.data;
  const codes = confirm.data;
  const current = setup ? confirm : start;
  const close = () => {
    if (codes) void refetchMe(client);
    onClose();
  };
  return (
    <FormDialog
      title={codes ? t("recoveryCodes") : t("twoFactors")}
      about={codes ? t("recoveryAbout") : setup ? t("scan") : t("twoFactorsAbout")}
      action={setup ? t("switchOn") : t("goOn")}
      isDisabled={current.isPending || (setup ? code : password).trim() === ""}
      problem={current.error && fieldErrors(current.error).size === 0 && failureText(current.error)}
      result={codes && <RecoveryCodes codes={codes} onDone={close} />}
      onSubmit={() => (setup ? confirm.mutate(setup.id) : start.mutate())}
      onClose={close}
    >
      {setup ? (
        <>
          <Secret setup={setup} />
          <CodeField label={t("code")} code={code} error={confirm.error} onChange={setCode} />
        </>
      ) : (
        <>
          <UserName />
          <PasswordField
            label={t("confirmPassword")}
            kind="current-password"
            value={password}
            error={fieldErrors(start.error).get("password")}
            onChange={({ target }) => setPassword(target.value)}
          />
        </>
      )}
    </FormDialog>
  );
}

const Secret = ({ setup: { qr, secret } }: { setup: TwoFactorSetup }) => (
  <div className="flex flex-col gap-3">
    {/* biome-ignore lint/performance/noImgElement: an image of the response, which Next.js cannot optimise */}
    <img
      alt={t("qrCode")}
      src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
      className="size-44 self-center rounded-in bg-white"
    />
    <p className="text-ink-2">{t("orSecret")}</p>
    <Copied text={secret} label={t("copySecret")} />
  </div>
);

const Copied = ({ text, label, children }: { text: string; label: string; children?: ReactNode }) => (
  <div className="flex items-start gap-2 rounded-in bg-fill px-3 py-2">
    {children ?? <code className="min-w-0 flex-1 font-mono text-meta leading-6 wrap-anywhere">{text}</code>}
    <CopyButton text={() => text} label={label} />
  </div>
);

const RecoveryCodes = ({ codes, onDone }: { codes: string[]; onDone: () => void }) => (
  <div className="flex flex-col gap-4">
    <Copied text={codes.join("\n")} label={t("copyCodes")}>
      <ul
        aria-label={t("recoveryCodes")}
        className="grid min-w-0 flex-1 grid-cols-2 gap-x-4 max-md:grid-cols-1"
      >
        {codes.map((code) => (
          <li key={code} className="font-mono text-meta leading-6">
            {code}
          </li>
        ))}
      </ul>
    </Copied>
    <Button className="self-start max-md:h-11" onClick={onDone}>
      {common("done")}
    </Button>
  </div>
);

function SwitchOff({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [code, setCode] = useState("");
  const end = useMutation({
    mutationFn: () => endTwoFactors(code),
    onSuccess: async () => {
      await refetchMe(client);
      onClose();
    },
  });
  return (
    <FormDialog
      title={t("switchOffTitle")}
      about={t("switchOffAbout")}
      action={t("switchOff")}
      isDisabled={end.isPending || code.trim() === ""}
      problem={end.error && fieldErrors(end.error).size === 0 && failureText(end.error)}
      onSubmit={end.mutate}
      onClose={onClose}
    >
      <CodeField label={t("code")} code={code} error={end.error} onChange={setCode} />
    </FormDialog>
  );
}

type CodeFieldProps = { label: string; code: string; error: unknown; onChange: (code: string) => void };

function CodeField({ label, code, error, onChange }: CodeFieldProps) {
  const problem = fieldErrors(error).get("code");
  return (
    <Field>
      <FieldLabel htmlFor="two-factor-code">{label}</FieldLabel>
      <Input
        id="two-factor-code"
        value={code}
        maxLength={50}
        autoComplete="one-time-code"
        spellCheck={false}
        aria-invalid={problem !== undefined}
        aria-describedby="two-factor-code-error"
        onChange={({ target }) => onChange(target.value)}
      />
      <FieldError id="two-factor-code-error" role="alert">
        {problem}
      </FieldError>
    </Field>
  );
}
