"use client";

import { Download } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { useMemberName } from "@/components/client/members";
import type { Page } from "@/components/client/paged-list";
import { useList } from "@/components/client/shell/shell-context";
import { usePlace } from "@/components/client/shell/use-place";
import { Button } from "@/components/ui/button";
import { pathNow, useApiHref } from "@/components/ui/kit/agent-base";
import { PageBody } from "@/components/ui/kit/page/page-body";
import { PageMain } from "@/components/ui/kit/page/page-main";
import type { AuditCall, AuditRequest } from "@/lib/shared/audit/contract";
import { t } from "@/lib/shared/i18n/en/audit";
import { readCalls, readRequests } from "./api";
import { AuditFilters } from "./audit-filters";
import { AuditList, keyOf } from "./audit-list";
import { hrefOf, type Place, placeOf, queryOf } from "./audit-url";
import { AuditViews } from "./audit-views";
import { CallRow } from "./call-row";
import { RequestRow } from "./request-row";

export type InitialAudit =
  | { place: Place; calls: Page<AuditCall> }
  | { place: Place; requests: Page<AuditRequest> };

type AuditPageProps = {
  initial: InitialAudit;
  tools: readonly string[];
  now: string;
};

const NOTHING = { items: [] };

export function AuditPage({ initial, tools, now }: AuditPageProps) {
  const nameOf = useMemberName();
  const { place, go } = usePlace(placeOf, hrefOf);
  const { names, onSeen } = useSeenTools(tools);
  const { conversations } = useList();
  const title = conversations.find(({ id }) => id === place.conversation)?.title;
  const main = useRef<HTMLElement>(null);
  const onNews = useCallback(() => {
    main.current?.scrollTo({ top: 0 });
    // The button that the user clicked is gone, so move the focus to the page.
    main.current?.focus({ preventScroll: true });
  }, []);
  const onPlace = useCallback(
    (to: Place, isReplacing?: boolean) => {
      if (pathNow() === "/agent/activity") go(to, isReplacing);
    },
    [go],
  );
  const shared = { place, now, onNews, onSeen, onAll: () => onPlace({ view: place.view }) };
  /** Use the initial data only until the user navigates to another place for the first time. */
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current ||= keyOf(place) !== keyOf(initial.place);
  }, [place, initial]);
  const initialPage = <T,>(page: Page<T> | undefined) =>
    page && !isLeft.current ? { key: keyOf(initial.place), page } : { key: "", page: NOTHING };
  const apiHref = useApiHref();
  const csv = queryOf({ ...place, view: "requests" });
  return (
    <PageMain ref={main} className="flex flex-col">
      <PageBody width="rows" under="tabs" className="flex-1">
        <h1 className="sr-only">{t("activity")}</h1>
        <div className="flex flex-col gap-2 max-md:px-1">
          <div className="flex items-center justify-between gap-2">
            <AuditViews
              view={place.view}
              place={place}
              onView={(view) => onPlace({ ...place, view, network: undefined, host: undefined })}
            />
            <Button asChild variant="outline">
              <a href={apiHref(`/api/audit/requests.csv${csv.size > 0 ? `?${csv}` : ""}`)} download>
                <Download aria-hidden />
                {t("requestsAsCsv")}
              </a>
            </Button>
          </div>
          <AuditFilters place={place} tools={names} title={title} onPlace={onPlace} />
        </div>
        {place.view === "calls" ? (
          <AuditList
            key="calls"
            {...shared}
            initial={initialPage("calls" in initial ? initial.calls : undefined)}
            read={readCalls}
            idOf={idOfCall}
          >
            {(call) => (
              <CallRow key={idOfCall(call)} call={call} author={nameOf(call.memberId)} onPlace={onPlace} />
            )}
          </AuditList>
        ) : (
          <AuditList
            key="requests"
            {...shared}
            initial={initialPage("requests" in initial ? initial.requests : undefined)}
            read={readRequests}
            idOf={idOfRequest}
          >
            {(request) => <RequestRow key={request.id} request={request} />}
          </AuditList>
        )}
      </PageBody>
    </PageMain>
  );
}

const idOfCall = ({ conversationId, messageId, toolCallId }: AuditCall): string =>
  `${conversationId} ${messageId} ${toolCallId}`;
const idOfRequest = ({ id }: AuditRequest): string => id;

/** Returns the sorted names of the tools that the page contained initially or that loaded rows name. */
function useSeenTools(initialNames: readonly string[]) {
  const [names, setNames] = useState(initialNames);
  const onSeen = useCallback((items: readonly { tool: string | null }[]) => {
    const seen = items.flatMap(({ tool }) => (tool === null ? [] : [tool]));
    setNames((before) => (seen.every((name) => before.includes(name)) ? before : union(before, seen)));
  }, []);
  return { names, onSeen };
}

const union = (some: readonly string[], others: readonly string[]) =>
  [...new Set([...some, ...others])].sort();
