"use client";

import Link, { agentHref } from "@/components/ui/kit/agent-base";
import { AgentMark } from "@/components/ui/kit/agent-mark";
import { hrefOf } from "@/components/ui/kit/link";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { Skeleton } from "@/components/ui/skeleton";
import { type Summary, titleOf } from "@/lib/shared/chat/contract";
import { t } from "@/lib/shared/i18n/en/shellPalette";
import { ConversationMark } from "../conversations/conversation-mark";
import { useAgentChoice } from "../layout-context";
import { Marked } from "../marked";
import { OriginMark } from "../origins/origin-later";
import type { Search } from "./use-search";

type SearchResultsProps = { search: Search; onAgain: () => void; onGo: (() => void) | undefined };

export function SearchResults({ search, onAgain, onGo }: SearchResultsProps) {
  const { query, results, state } = search;
  const isFirst = state === "searching" && results.length === 0;
  return (
    <>
      <p role="status" className="px-2 py-1.5 text-meta text-ink-3 empty:hidden">
        {state === "found" && countOf(search)}
      </p>
      {state === "failed" && (
        <LoadFailure size="sm" className="px-2 py-1.5" onRetry={onAgain}>
          {t("searchFailed")}
        </LoadFailure>
      )}
      {isFirst && (
        <div className="flex flex-col gap-2 px-2 pt-2">
          <Skeleton className="h-4 w-3/4" />
          <Skeleton className="h-4 w-1/2" />
        </div>
      )}
      <ul className="flex flex-col gap-px">
        {results.map((item) => (
          <Result key={item.id} item={item} query={query} onGo={onGo} />
        ))}
      </ul>
    </>
  );
}

type ResultProps = { item: Summary; query: string; onGo: (() => void) | undefined };

function Result({ item, query, onGo }: ResultProps) {
  const { current } = useAgentChoice();
  const { agent } = item;
  return (
    <li>
      <Link
        href={agent && agent.id !== current ? agentHref(agent.id, placeOf(item)) : placeOf(item)}
        onClick={onGo}
        className="flex flex-col justify-center rounded-in px-2 py-1.5 transition-colors hover:bg-fill-hover max-md:min-h-11"
      >
        <span className="flex items-center gap-2">
          {agent && (
            <>
              <AgentMark agent={agent} />
              <span className="sr-only">{agent.name}:</span>
            </>
          )}
          <OriginMark origin={item.origin} />
          <span className="min-w-0 flex-1 truncate">
            <Marked text={titleOf(item)} query={query} />
          </span>
          <ConversationMark item={item} />
        </span>
        {item.found && (
          <span className="line-clamp-2 text-meta text-ink-3 wrap-anywhere">
            <Marked text={item.found.excerpt} query={query} />
          </span>
        )}
      </Link>
    </li>
  );
}

export const placeOf = ({ id, found }: Summary): string =>
  found ? hrefOf(id, found.messageId) : `/chat/${id}`;

function countOf({ results: { length }, hasMore, query }: Search): string {
  if (length === 0) return t("noResults", { text: query });
  if (hasMore) return t("firstMatches", { count: length });
  return t("matches", { count: length });
}
