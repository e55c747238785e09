"use client";

import { Paperclip } from "lucide-react";
import { useRef } from "react";
import { IconButton } from "@/components/ui/icon-button";

export function AttachButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to attach"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // Allow choosing the same file again.
          currentTarget.value = "";
        }}
      />
      <IconButton label="Attach files" side="top" onClick={() => input.current?.click()}>
        <Paperclip aria-hidden />
      </IconButton>
    </>
  );
}
