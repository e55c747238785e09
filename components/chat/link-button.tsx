"use client";

import { Check, Link2 } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { useThread } from "./thread";

/** Copies the address of a message; without a clipboard it goes into the address bar. */
export function LinkButton({ messageId }: { messageId: string }) {
  const { linkTo } = useThread();
  const [outcome, setOutcome] = useState<"Link copied" | "The link is in the address bar">();
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(undefined), 1_600);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    const link = linkTo(messageId);
    try {
      await navigator.clipboard.writeText(link);
      setOutcome("Link copied");
    } catch {
      history.replaceState(history.state, "", link);
      setOutcome("The link is in the address bar");
    }
  };
  return (
    <IconButton label={outcome ?? "Copy link"} size="icon-sm" onClick={copy}>
      {outcome ? <Check aria-hidden /> : <Link2 aria-hidden />}
    </IconButton>
  );
}
