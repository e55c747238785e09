"use client";

import { Paperclip } from "lucide-react";
import { useRef } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { t } from "@/lib/shared/i18n/en/chatFiles";

export function AttachButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t("input")}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // Allow choosing the same file again.
          currentTarget.value = "";
        }}
      />
      <IconButton label={t("attach")} side="top" onClick={() => input.current?.click()}>
        <Paperclip aria-hidden />
      </IconButton>
    </>
  );
}
