"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ComponentProps, useId, useState } from "react";
import { failureText, fieldErrors } from "@/components/client/failure";
import { CopyButton } from "@/components/ui/copy-button";
import { Field, FieldDescription, FieldError, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { FormDialog } from "@/components/ui/kit/dialogs/form-dialog";
import { NativeSelect } from "@/components/ui/native-select";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/signIn";
import { GIVEN_ROLES, type GivenRole } from "@/lib/shared/members/roles";
import type { ProviderView } from "@/lib/shared/members/sign-in";
import { addService, changeService, readServices } from "./api";

type ServiceDialogProps = { id: string; redirectUrl: string; service?: ProviderView; onClose: () => void };

/** Adds a service, or changes `service`. */
export function ServiceDialog({ id, redirectUrl, service, onClose }: ServiceDialogProps) {
  const client = useQueryClient();
  const [title, setTitle] = useState(service?.title ?? "");
  const [issuer, setIssuer] = useState(service?.issuer ?? "");
  const [clientId, setClientId] = useState(service?.clientId ?? "");
  const [clientSecret, setClientSecret] = useState("");
  const [domains, setDomains] = useState(service?.joinDomains.join(", ") ?? "");
  const [role, setRole] = useState<GivenRole>(service?.joinRole ?? "member");
  const joinDomains = domains.split(/[\s,]+/).filter(Boolean);
  const save = useMutation({
    mutationFn: () => {
      const fields = { title, issuer, clientId, joinDomains, joinRole: joinDomains.length > 0 ? role : null };
      if (!service) return addService({ ...fields, id, clientSecret });
      return changeService(id, { ...fields, ...(clientSecret !== "" && { clientSecret }) });
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: readServices.queryKey });
      onClose();
    },
  });
  const problems = fieldErrors(save.error);
  const isMissing = [title, issuer, clientId].some((text) => text.trim() === "");
  return (
    <FormDialog
      title={service ? t("editService", { title: service.title }) : t("addService")}
      about={t("serviceAbout")}
      action={service ? common("save") : t("add")}
      isDisabled={save.isPending || isMissing}
      problem={save.error && problems.size === 0 && failureText(save.error)}
      onSubmit={save.mutate}
      onClose={onClose}
    >
      <div className="flex min-w-0 flex-col gap-1">
        <p className="text-ui font-medium">{t("redirectAddress")}</p>
        <div className="flex items-start gap-2 rounded-in bg-fill px-3 py-2">
          <code className="min-w-0 flex-1 font-mono text-meta leading-6 wrap-anywhere">{redirectUrl}</code>
          <CopyButton text={() => redirectUrl} label={t("copyRedirectAddress")} />
        </div>
      </div>
      <TextField label={t("name")} value={title} error={problems.get("title")} onText={setTitle} />
      <TextField
        label={t("issuer")}
        placeholder="https://id.example.com"
        inputMode="url"
        value={issuer}
        error={problems.get("issuer")}
        onText={setIssuer}
      />
      <TextField
        label={t("clientId")}
        value={clientId}
        error={problems.get("clientId")}
        onText={setClientId}
      />
      <TextField
        label={t("clientSecret")}
        type="password"
        value={clientSecret}
        hint={service?.hasSecret ? t("secretKept") : undefined}
        error={problems.get("clientSecret")}
        onText={setClientSecret}
      />
      <TextField
        label={t("joinDomains")}
        placeholder="example.com"
        value={domains}
        hint={t("joinDomainsHint")}
        error={problems.get("joinDomains") ?? domainProblem(problems)}
        onText={setDomains}
      />
      {joinDomains.length > 0 && <RoleField role={role} onRole={setRole} />}
    </FormDialog>
  );
}

/** The path of an error in a list ends with its index. */
const domainProblem = (problems: Map<string, string>) =>
  [...problems].find(([path]) => /^joinDomains\[|^\d+\]?$/.test(path))?.[1];

type TextFieldProps = Omit<ComponentProps<typeof Input>, "id" | "onChange"> & {
  label: string;
  hint?: string | undefined;
  error: string | undefined;
  onText: (text: string) => void;
};

function TextField({ label, hint, error, onText, ...props }: TextFieldProps) {
  const id = useId();
  return (
    <Field>
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      <Input
        {...props}
        id={id}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onText(target.value)}
      />
      <FieldError id={`${id}-hint`}>{error}</FieldError>
      {!error && hint && <FieldDescription id={`${id}-hint`}>{hint}</FieldDescription>}
    </Field>
  );
}

function RoleField({ role, onRole }: { role: GivenRole; onRole: (role: GivenRole) => void }) {
  const id = useId();
  return (
    <Field>
      <FieldLabel htmlFor={id}>{t("joinRole")}</FieldLabel>
      <NativeSelect
        id={id}
        value={role}
        onChange={({ target }) => onRole(GIVEN_ROLES.find((one) => one === target.value) ?? "member")}
      >
        {GIVEN_ROLES.map((one) => (
          <option key={one} value={one}>
            {t(one)}
          </option>
        ))}
      </NativeSelect>
    </Field>
  );
}
