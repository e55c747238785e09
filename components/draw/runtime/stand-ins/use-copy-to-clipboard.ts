import { useState } from "react";

/** Copies text, and says for a moment that it did. */
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
      // The browser may refuse it; then nothing was copied, and nothing says so.
      return;
    }
    setCopied(true);
    onCopy?.();
    setTimeout(() => setCopied(false), timeout);
  };
  return { isCopied, copyToClipboard };
}
