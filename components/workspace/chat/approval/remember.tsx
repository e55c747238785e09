"use client";

import { useId } from "react";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import { t } from "@/lib/shared/i18n/en/chatApproval";

export type Remember = "once" | "conversation" | "always";

const isRemember = (value: string): value is Remember =>
  value === "once" || value === "conversation" || value === "always";

type RememberSelectProps = {
  value: Remember;
  onChange: (value: Remember) => void;
  isOwn: boolean;
  /** True if the call needs approval because the conversation has read web content. */
  isAfterWeb: boolean;
};

export function RememberSelect({ value, onChange, isOwn, isAfterWeb }: RememberSelectProps) {
  const id = useId();
  const hints = [
    ...(isAfterWeb ? [value === "always" ? t("alwaysHint") : t("conversationHint")] : []),
    ...(isOwn ? [t("ownToolHint")] : []),
  ];
  return (
    <div className="flex flex-col gap-1 text-ink-2">
      <div className="flex items-center gap-2">
        <label htmlFor={id} className="shrink-0">
          {t("allowed")}
        </label>
        <div className="min-w-0 grow md:w-48 md:grow-0">
          <NativeSelect
            id={id}
            value={value}
            aria-describedby={`${id}-hint`}
            onChange={({ target }) => isRemember(target.value) && onChange(target.value)}
            className="bg-sheet text-ink"
          >
            <NativeSelectOption value="once">{t("once")}</NativeSelectOption>
            <NativeSelectOption value="conversation">{t("inConversation")}</NativeSelectOption>
            <NativeSelectOption value="always">{t("always")}</NativeSelectOption>
          </NativeSelect>
        </div>
      </div>
      {value !== "once" && hints.length > 0 && (
        <p id={`${id}-hint`} className="text-meta">
          {hints.join(" ")}
        </p>
      )}
    </div>
  );
}
