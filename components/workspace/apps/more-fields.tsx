"use client";

import { useId, useState } from "react";
import { FieldError } from "@/components/ui/field-error";
import { Input } from "@/components/ui/input";
import { DisclosureButton, DisclosureContent } from "@/components/ui/kit/disclosure";
import { CheckField, Field } from "@/components/ui/kit/fields";
import { Textarea } from "@/components/ui/textarea";
import { isOrigin } from "@/lib/shared/apps/contract";
import { t } from "@/lib/shared/i18n/en/apps";
import { originsOf } from "./draft";
import type { FieldsProps } from "./publish-fields";

/** Limits, the question for a name and embedding, which most apps leave as they are. */
export function MoreFields({ draft, onChange }: FieldsProps) {
  const wrong = originsOf(draft.embed).find((text) => !isOrigin(text));
  const id = useId();
  const [isOpen, setOpen] = useState(wrong !== undefined);
  return (
    <div>
      <DisclosureButton
        isOpen={isOpen}
        controls={id}
        className="w-full items-center rounded-in py-1.5 text-ui font-medium"
        onOpen={setOpen}
      >
        {t("more")}
      </DisclosureButton>
      <DisclosureContent id={id} isOpen={isOpen} className="grid gap-3 pt-3 sm:grid-cols-2">
        {(["visitorRows", "appRows"] as const).map((name) => (
          <Field key={name} label={t(name)}>
            {(id) => (
              <Input
                id={id}
                required
                type="number"
                min={1}
                max={name === "visitorRows" ? 100_000 : 10_000_000}
                value={draft[name]}
                onChange={({ target }) => onChange({ [name]: target.value })}
              />
            )}
          </Field>
        ))}
        {draft.audience !== "members" && (
          <div className="flex flex-col gap-3 sm:col-span-2">
            <Field label={t("embed")}>
              {(id) => (
                <Textarea
                  id={id}
                  placeholder={t("embedAbout")}
                  aria-invalid={wrong !== undefined}
                  value={draft.embed}
                  onChange={({ target }) => onChange({ embed: target.value })}
                />
              )}
            </Field>
            {wrong !== undefined && <FieldError>{t("badOrigin", { text: wrong })}</FieldError>}
            <CheckField
              label={t("asksName")}
              isOn={draft.asksName}
              onToggle={() => onChange({ asksName: !draft.asksName })}
            />
          </div>
        )}
      </DisclosureContent>
    </div>
  );
}
