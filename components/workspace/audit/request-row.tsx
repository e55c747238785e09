import { memo, type ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import Link from "@/components/ui/kit/agent-base";
import { hrefOf } from "@/components/ui/kit/link";
import type { AuditRequest } from "@/lib/shared/audit/contract";
import { t } from "@/lib/shared/i18n/en/audit";
import { Address } from "./address";
import { COLUMNS, Figures } from "./figures";

type RequestRowProps = {
  request: AuditRequest;
  isNested?: boolean;
};

const VIAS: Record<AuditRequest["via"], string | null> = {
  fetch: null,
  get page() {
    return t("byPage");
  },
  get connection() {
    return t("browserConnection");
  },
};

export const RequestRow = memo(function RequestRow({ request, isNested = false }: RequestRowProps) {
  const { method, url, host, address, status, received, ms, verdict, reason, via, createdAt } = request;
  const facts = [
    verdict === "allowed" ? null : reason,
    status === null ? null : t("answered", { status }),
    VIAS[via],
    address === null || host.startsWith(address) ? null : t("at", { address }),
  ].filter((fact) => fact !== null && fact !== "");
  return (
    <li
      className={cn(
        COLUMNS,
        "border-line border-t py-2 first:border-t-0 max-md:flex max-md:flex-col max-md:gap-1",
        !isNested && "px-5 [contain-intrinsic-size:auto_56px] [content-visibility:auto] max-md:px-4",
      )}
    >
      <div className="flex min-w-0 flex-col max-md:w-full">
        <p className="flex min-w-0 items-baseline gap-2">
          <span className="shrink-0 font-mono text-meta text-ink-3">{method}</span>
          <span className={isNested ? "min-w-0 wrap-anywhere" : "min-w-0 truncate"}>
            <Address url={url} host={host} />
          </span>
        </p>
        <p className="min-w-0 text-meta wrap-anywhere text-ink-3">
          {!isNested && <Parent request={request} />}
          {!isNested && facts.length > 0 && " · "}
          {facts.join(" · ")}
        </p>
      </div>
      <Figures bytes={received} ms={ms} verdict={verdict} at={createdAt} />
    </li>
  );
});

/** Senders of requests that are not tools. */
const OTHERS: Readonly<Record<string, string>> = {
  get picture() {
    return t("imageYouOpened");
  },
};

function Parent({ request }: { request: AuditRequest }) {
  const { tool, conversationId, messageId, toolCallId, title } = request;
  const other = tool === null ? t("you") : OTHERS[tool];
  const draw = (name: ReactNode) =>
    other === undefined ? <span className="font-mono text-ink-2">{name}</span> : name;
  const name = other ?? tool ?? "";
  if (title === null || conversationId === null) return draw(name);
  const href =
    messageId === null
      ? `/chat/${conversationId}`
      : hrefOf(conversationId, messageId, toolCallId ?? undefined);
  return t.rich("toolIn", {
    name,
    title: title.trim() || t("aConversation"),
    tool: draw,
    link: (chunks) => (
      <Link
        href={href}
        className="text-ink-2 underline decoration-line-control underline-offset-4 transition-colors hover:text-ink hover:decoration-ink"
      >
        {chunks}
      </Link>
    ),
  });
}
