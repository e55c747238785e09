"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { t } from "@/lib/shared/i18n/en/ui";
import { Button, type ButtonProps } from "./button";
import { IconButton } from "./icon-button";

type CopyButtonProps = Omit<ButtonProps, "onClick" | "children"> & {
  /** Called on click, so that a large text is not built before. */
  text: () => string;
  named?: boolean;
  label?: string;
};

export function CopyButton({ text, named = false, label = t("copy"), size, ...props }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<"copied" | "failed">();
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(undefined), 1_600);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = () =>
    copyText(text()).then(
      () => setOutcome("copied"),
      () => setOutcome("failed"),
    );
  const shown = outcome === "copied" ? t("copied") : outcome === "failed" ? t("notCopied") : label;
  const icon = outcome === "copied" ? <Check aria-hidden /> : <Copy aria-hidden />;
  if (!named)
    return (
      <IconButton label={shown} size={size ?? "icon-sm"} onClick={copy} {...props}>
        {icon}
      </IconButton>
    );
  return (
    <Button variant="ghost" size={size ?? "sm"} onClick={copy} {...props}>
      {icon}
      <span aria-live="polite">{shown}</span>
    </Button>
  );
}

/**
 * Copies a text. Falls back to `execCommand`, because insecure contexts, such as an address in a home
 * network, lack the clipboard API.
 */
export async function copyText(text: string) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.value = text;
  area.style.position = "fixed";
  area.style.opacity = "0";
  const focused = document.activeElement;
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!done) throw new Error(t("copyingBlocked"));
}
