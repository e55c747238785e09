"use client";

import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useId, useState } from "react";
import { Field, FieldDescription, FieldError, FieldLabel } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { t } from "@/lib/shared/i18n/en/settingsPassword";

type PasswordFieldProps = Omit<ComponentProps<typeof Input>, "id" | "type" | "autoComplete"> & {
  label: string;
  kind: "current-password" | "new-password";
  hint?: string;
  error?: string;
};

export function PasswordField({ label, kind, hint, error, ...props }: PasswordFieldProps) {
  const id = useId();
  const [isShown, setIsShown] = useState(false);
  return (
    <Field>
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      <div className="relative">
        <Input
          {...props}
          id={id}
          type={isShown ? "text" : "password"}
          autoComplete={kind}
          maxLength={1_000}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-hint`}
          className="pr-10 max-md:pr-12"
        />
        <IconButton
          label={isShown ? t("hide") : t("show")}
          size="icon-sm"
          className="absolute inset-y-0 right-1 my-auto max-md:size-11 max-md:right-0"
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
        </IconButton>
      </div>
      <FieldError id={`${id}-hint`}>{error}</FieldError>
      {!error && hint && <FieldDescription id={`${id}-hint`}>{hint}</FieldDescription>}
    </Field>
  );
}

/** Password managers store a password under a user name. */
export const UserName = () => (
  <input type="text" name="username" autoComplete="username" defaultValue="easel" hidden readOnly />
);
