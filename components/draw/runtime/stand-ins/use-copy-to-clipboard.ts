import { useState } from "react";

export function useCopyToClipboard({
  timeout = 2_000,
  onCopy,
}: {
  timeout?: number;
  onCopy?: () => void;
} = {}) {
  const [isCopied, setCopied] = useState(false);
  const copyToClipboard = async (text: string) => {
    if (!text || !navigator.clipboard) return;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // The browser may refuse; then nothing is copied or shown.
      return;
    }
    setCopied(true);
    onCopy?.();
    setTimeout(() => setCopied(false), timeout);
  };
  return { isCopied, copyToClipboard };
}
