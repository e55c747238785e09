"use client";

import { useId } from "react";
import { useList } from "@/components/client/shell/shell-context";
import { useModels } from "@/components/settings/models/use-models";
import { Field, FieldLabel } from "@/components/ui/field";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import { titleOf } from "@/lib/shared/chat/contract";
import { t } from "@/lib/shared/i18n/en/chatModelView";
import { t as common } from "@/lib/shared/i18n/en/common";
import type { Wanted } from "./api";

type ChoicesProps = {
  wanted: Wanted;
  model: string | null;
  onChoose: (wanted: Wanted) => void;
};

export function Choices({ wanted, model, onChoose }: ChoicesProps) {
  const id = useId();
  const { conversations } = useList();
  const { view } = useModels(null);
  const choose = (change: Wanted) => onChoose({ ...wanted, ...change });
  const usual = wanted.model === undefined && model ? t("itsOwnModel", { model }) : t("itsOwn");
  return (
    <div className="grid gap-4 md:max-w-160 md:grid-cols-2 max-md:px-1">
      <Field>
        <FieldLabel htmlFor={`${id}-conversation`}>{common("conversation")}</FieldLabel>
        <NativeSelect
          id={`${id}-conversation`}
          value={wanted.conversation ?? ""}
          onChange={({ target }) => choose({ conversation: target.value || undefined })}
        >
          <NativeSelectOption value="">{common("newConversation")}</NativeSelectOption>
          {conversations.map((conversation) => (
            <NativeSelectOption key={conversation.id} value={conversation.id}>
              {titleOf(conversation)}
            </NativeSelectOption>
          ))}
        </NativeSelect>
      </Field>
      <Field>
        <FieldLabel htmlFor={`${id}-model`}>{t("model")}</FieldLabel>
        <NativeSelect
          id={`${id}-model`}
          value={wanted.model ?? ""}
          onChange={({ target }) => choose({ model: target.value || undefined })}
        >
          <NativeSelectOption value="">{usual}</NativeSelectOption>
          {view?.models.map(({ id, name, providerTitle }) => (
            <NativeSelectOption key={id} value={id}>
              {name}, {providerTitle}
            </NativeSelectOption>
          ))}
        </NativeSelect>
      </Field>
    </div>
  );
}
