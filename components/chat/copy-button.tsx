"use client";

import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { IconButton } from "@/components/ui/icon-button";

const SHOWN_MS = 1_500;

export function CopyButton({ text, label = "Copy" }: { text: string; label?: string }) {
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState("copied");
    } catch {
      setState("failed");
    }
    setTimeout(() => setState("idle"), SHOWN_MS);
  };
  const says = { idle: label, copied: "Copied", failed: "The browser did not allow it" }[state];
  return (
    <IconButton label={says} size="icon-sm" onClick={copy}>
      {state === "copied" ? <Check aria-hidden /> : <Copy aria-hidden />}
    </IconButton>
  );
}
