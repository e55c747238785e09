"use client";

import { useList } from "@/components/client/shell/shell-context";
import Link from "@/components/ui/kit/agent-base";
import { hrefOf } from "@/components/ui/kit/link";
import type { Revision } from "@/lib/shared/history";

const AUTHOR: Record<Revision["author"], string> = {
  agent: "The agent",
  person: "You",
  restore: "You, by restoring",
  import: "Imported from a file",
  system: "Easel",
};

export function Author({ version: { author, cause } }: { version: Revision }) {
  const { conversations } = useList();
  if (cause && "restored" in cause) return `${AUTHOR[author]} version ${cause.restored.version}`;
  if (cause && "undone" in cause)
    return cause.undone.isRedone
      ? `You, by redoing version ${cause.undone.version}`
      : `You, by undoing version ${cause.undone.version}`;
  if (cause && "moment" in cause) return "You, by restoring everything";
  if (cause && "sheet" in cause) return `${AUTHOR[author]}, in the sheet “${cause.sheet.title}”`;
  if (cause && "session" in cause) return `${AUTHOR[author]}, when a session ended`;
  if (cause && "consolidation" in cause) return `${AUTHOR[author]}, by tidying up`;
  if (cause && !("conversationId" in cause) && "supersededBy" in cause)
    return `${AUTHOR[author]}, for a newer fact`;
  if (!cause || !("conversationId" in cause)) return AUTHOR[author];
  const { conversationId, messageId, toolCallId } = cause;
  const title = conversations.find(({ id }) => id === conversationId)?.title;
  return (
    <>
      {AUTHOR[author]}, in{" "}
      <Link
        href={hrefOf(conversationId, messageId, toolCallId)}
        className="relative wrap-anywhere text-ink underline decoration-line-control underline-offset-4 transition-colors hover:decoration-ink"
      >
        {title ?? "a conversation"}
      </Link>
    </>
  );
}

/** Returns true if the version failed its test and was not accepted. */
export const wasNeverLive = ({ live }: Revision): boolean => !live;
