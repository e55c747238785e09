"use client";

import { failureText } from "@/components/client/failure";
import { usePagedList } from "@/components/client/paged-list";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/kit/agent-base";
import { formatBytes } from "@/components/ui/kit/format";
import { hrefOf } from "@/components/ui/kit/link";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { Skeleton } from "@/components/ui/skeleton";
import type { AuditCall } from "@/lib/shared/audit/contract";
import { verdictOf } from "@/lib/shared/audit/verdict";
import { t } from "@/lib/shared/i18n/en/audit";
import { readCallsOf, readRequestsOf } from "./api";
import type { Place } from "./audit-url";
import { RequestRow } from "./request-row";
import { VerdictMark } from "./verdict-mark";

type CallDetailProps = { call: AuditCall; onPlace: (place: Place) => void };

export function CallDetail({ call, onPlace }: CallDetailProps) {
  const {
    conversationId,
    messageId,
    toolCallId,
    title,
    tool,
    toolset,
    status,
    error,
    resultBytes,
    requests,
  } = call;
  return (
    <div className="flex flex-col gap-3 bg-fill-hover px-5 pt-2 pb-4 md:pl-18 max-md:px-4">
      {status === "denied" && <p>{t("denied")}</p>}
      {status === "waiting" && <p>{t("waiting")}</p>}
      {status === "unknown" && <p>{t("serverStopped")}</p>}
      {error !== undefined && <p className="whitespace-pre-wrap wrap-anywhere">{error}</p>}
      {call.nested > 0 && <CallsOfCode call={call} />}
      {requests.count > 0 ? <RequestsOfCall call={call} /> : <p className="text-ink-2">{t("noNetwork")}</p>}
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-meta text-ink-3">
        {resultBytes !== null && <span>{t("resultSize", { size: formatBytes(resultBytes) })}</span>}
        {title === null ? (
          <span>{t("conversationDeleted")}</span>
        ) : (
          <span>
            {t.rich("inConversation", {
              title: title.trim() || t("aConversation"),
              link: (chunks) => (
                <Link href={hrefOf(conversationId, messageId, toolCallId.split("/")[0])} className={link}>
                  {chunks}
                </Link>
              ),
            })}
          </span>
        )}
        {title !== null && (
          <button
            type="button"
            className={link}
            onClick={() => onPlace({ view: "calls", conversation: conversationId })}
          >
            {t("onlyThisConversation")}
          </button>
        )}
        {toolset !== null && (
          <Link href={`/agent/tools/${encodeURIComponent(tool)}`} className={link}>
            {t("aboutTool")}
          </Link>
        )}
      </p>
    </div>
  );
}

const link =
  "rounded-in text-ink underline decoration-line-control underline-offset-4 transition-colors hover:decoration-ink max-md:py-2";

function CallsOfCode({ call }: { call: AuditCall }) {
  const { conversationId, messageId, toolCallId, nested } = call;
  const { list, error, reload, older } = usePagedList({
    key: ["audit", "calls of", conversationId, messageId, toolCallId, nested],
    read: (cursor, signal) => readCallsOf(call, cursor, signal),
    idOf: ({ toolCallId }) => toolCallId,
    outdatedBy: never,
    keepsPrevious: true,
  });
  const problem = list ? older?.error : error;
  if (!list && !problem) return <Skeleton className="h-14" />;
  return (
    <>
      <ol aria-label={t("calledByCode")} className="border-line border-y">
        {list?.items.toReversed().map((one) => (
          <li key={one.toolCallId} className="flex flex-wrap items-baseline gap-x-3 py-1">
            <span className="font-mono">{one.tool}</span>
            <span className="min-w-0 flex-1 truncate text-ink-2">
              {one.error ?? one.changed ?? one.inputGist}
            </span>
            <VerdictMark verdict={verdictOf(one)} isWaiting={one.status === "waiting"} />
          </li>
        ))}
      </ol>
      {older && (
        <Button variant="outline" size="sm" className="self-start" onClick={() => older.load()}>
          {t("showEarlierCalls")}
        </Button>
      )}
      {problem && (
        <LoadFailure isInline onRetry={() => (list ? older?.load() : void reload())}>
          {t("loadError", { error: failureText(problem) })}
        </LoadFailure>
      )}
    </>
  );
}

function RequestsOfCall({ call }: { call: AuditCall }) {
  const { conversationId, messageId, toolCallId, requests } = call;
  const { list, error, reload, older } = usePagedList({
    // A new request changes the count in the key, which loads the list again. The previous list stays visible
    // in the meantime.
    key: ["audit", "requests of", conversationId, messageId, toolCallId, requests.count],
    read: (cursor, signal) => readRequestsOf(call, cursor, signal),
    idOf: ({ id }) => id,
    outdatedBy: never,
    keepsPrevious: true,
  });
  const problem = list ? older?.error : error;
  return (
    <>
      {older && (
        <Button variant="outline" size="sm" className="self-start" onClick={() => older.load()}>
          {t("showEarlierRequests")}
        </Button>
      )}
      {list ? (
        <ol aria-label={t("requests")} className="border-line border-y">
          {list.items.toReversed().map((request) => (
            <RequestRow key={request.id} request={request} isNested />
          ))}
        </ol>
      ) : (
        !problem && <Skeleton className="h-14" />
      )}
      {problem && (
        <LoadFailure isInline onRetry={() => (list ? older?.load() : void reload())}>
          {t("loadError", { error: failureText(problem) })}
        </LoadFailure>
      )}
    </>
  );
}

/** No event refetches the requests, because the audit list reloads on changes and provides the new counts. */
const never = (): boolean => false;
