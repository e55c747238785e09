"use client";

import { useList } from "@/components/client/shell/shell-context";
import Link from "@/components/ui/kit/agent-base";
import { hrefOf } from "@/components/ui/kit/link";
import type { Revision } from "@/lib/shared/history";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/versions";
import { PRODUCT_TITLES } from "@/lib/shared/imports/products";
import { useWho } from "./who";

const AUTHOR: Record<Revision["author"], string> = {
  get agent() {
    return t("agent");
  },
  get person() {
    return common("you");
  },
  get restore() {
    return t("restored");
  },
  get import() {
    return t("imported");
  },
  get system() {
    return common("easel");
  },
  get visitor() {
    return t("visitor");
  },
};

export function Author({ version }: { version: Revision }) {
  const { conversations } = useList();
  const who = useWho();
  const { cause } = version;
  const author = who(version, AUTHOR[version.author]);
  if (cause && "restored" in cause) return t("restoredVersion", { version: cause.restored.version });
  if (cause && "returned" in cause) return t("returned", cause.returned);
  if (cause && "undone" in cause)
    return cause.undone.isRedone
      ? t("redone", { version: cause.undone.version })
      : t("undone", { version: cause.undone.version });
  if (cause && "moment" in cause) return t("restoredAll");
  if (cause && "program" in cause) return t("byProgram", { author, name: cause.program });
  if (cause && "sheet" in cause) {
    const { title, program } = cause.sheet;
    return program === undefined
      ? t("inSheet", { author, title })
      : t("inProgram", { author, title, program });
  }
  if (cause && "app" in cause) return t("visitorOf", cause.app);
  if (cause && "copied" in cause) return t("copiedFrom", { author, title: cause.copied.title });
  if (cause && "rehearsed" in cause) return t("byRehearsal", { author, title: cause.rehearsed.title });
  if (cause && "historyImport" in cause) {
    const { product, isUndone } = cause.historyImport;
    return t(isUndone ? "undidImport" : "byImport", { author, product: PRODUCT_TITLES[product] });
  }
  if (cause && "session" in cause) return t("atSessionEnd", { author });
  if (cause && "consolidation" in cause) return t("byCleanup", { author });
  if (cause && !("conversationId" in cause) && "supersededBy" in cause) return t("forNewerFact", { author });
  if (!cause || !("conversationId" in cause)) return author;
  const { conversationId, messageId, toolCallId } = cause;
  const title = conversations.find(({ id }) => id === conversationId)?.title;
  return t.rich("inConversation", {
    author,
    title: title ?? t("aConversation"),
    link: (chunks) => (
      <Link
        href={hrefOf(conversationId, messageId, toolCallId)}
        className="relative wrap-anywhere text-ink underline decoration-line-control underline-offset-4 transition-colors hover:decoration-ink"
      >
        {chunks}
      </Link>
    ),
  });
}

/** Returns true if the version failed its test and was not accepted. */
export const wasNeverLive = ({ live }: Revision): boolean => !live;
