"use client";

import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { TextField } from "@/components/draw/editor/text-field";
import { mailQuery } from "@/components/settings/channels/mail-api";
import { Field, FieldDescription, FieldError, FieldLabel } from "@/components/ui/field";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import { t } from "@/lib/shared/i18n/en/calendarJobs";
import type { KindFieldsProps } from "./kind-fields";

/** Sender, words of the subject, and a folder that the agent may read. */
export function MailFields({ draft, onChange, wrong }: Omit<KindFieldsProps, "isNew">) {
  const id = useId();
  const { data } = useQuery(mailQuery);
  const { folders = [] } = data?.rules ?? {};
  const paths = draft.folder && !folders.includes(draft.folder) ? [...folders, draft.folder] : folders;
  return (
    <>
      <TextField
        label={t("mailFrom")}
        value={draft.from}
        onText={(from) => onChange({ from })}
        isRequired
        error={wrong.get("from")}
        hint={t("mailFromHint")}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        label={t("mailSubject")}
        value={draft.subject}
        onText={(subject) => onChange({ subject })}
        error={wrong.get("subject")}
        maxLength={200}
        autoComplete="off"
      />
      <Field>
        <FieldLabel htmlFor={id}>{t("mailFolder")}</FieldLabel>
        <NativeSelect
          id={id}
          value={draft.folder}
          aria-invalid={wrong.has("folder")}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => onChange({ folder: target.value })}
        >
          <NativeSelectOption value="">{t("mailAnyFolder")}</NativeSelectOption>
          {paths.map((path) => (
            <NativeSelectOption key={path} value={path}>
              {path}
            </NativeSelectOption>
          ))}
        </NativeSelect>
        <FieldError id={`${id}-hint`}>{wrong.get("folder")}</FieldError>
        {data && folders.length === 0 && <FieldDescription>{t("mailNoFolders")}</FieldDescription>}
      </Field>
    </>
  );
}
