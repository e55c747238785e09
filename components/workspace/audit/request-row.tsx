import { memo } from "react";
import { cn } from "@/components/ui/cn";
import Link from "@/components/ui/kit/agent-base";
import { hrefOf } from "@/components/ui/kit/link";
import type { AuditRequest } from "@/lib/shared/audit/contract";
import { Address } from "./address";
import { COLUMNS, Figures } from "./figures";

type RequestRowProps = {
  request: AuditRequest;
  isNested?: boolean;
};

const VIAS: Record<AuditRequest["via"], string | null> = {
  fetch: null,
  page: "asked by the page",
  connection: "a connection of the browser",
};

export const RequestRow = memo(function RequestRow({ request, isNested = false }: RequestRowProps) {
  const { method, url, host, address, status, received, ms, verdict, reason, via, createdAt } = request;
  const facts = [
    verdict === "allowed" ? null : reason,
    status === null ? null : `answered ${status}`,
    VIAS[via],
    address === null || host.startsWith(address) ? null : `at ${address}`,
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

const OTHERS: Readonly<Record<string, string>> = { picture: "an image that you opened" };

function Parent({ request }: { request: AuditRequest }) {
  const { tool, conversationId, messageId, toolCallId, title } = request;
  const name =
    tool === null ? (
      "you"
    ) : tool in OTHERS ? (
      OTHERS[tool]
    ) : (
      <span className="font-mono text-ink-2">{tool}</span>
    );
  if (title === null || conversationId === null) return name;
  const href =
    messageId === null
      ? `/chat/${conversationId}`
      : hrefOf(conversationId, messageId, toolCallId ?? undefined);
  return (
    <>
      {name} in{" "}
      <Link
        href={href}
        className="text-ink-2 underline decoration-line-control underline-offset-4 transition-colors hover:text-ink hover:decoration-ink"
      >
        {title.trim() || "a conversation"}
      </Link>
    </>
  );
}
