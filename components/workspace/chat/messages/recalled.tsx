"use client";

import { useQuery } from "@tanstack/react-query";
import type { UIMessage } from "ai";
import { Brain } from "lucide-react";
import { historyOf } from "@/components/client/events";
import { request } from "@/components/client/request";
import { When } from "@/components/client/versions/when";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/kit/agent-base";
import { FactSource } from "@/components/ui/kit/fact-source";
import { describeMatch } from "@/components/ui/kit/found-by";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import {
  Popover,
  PopoverContent,
  PopoverHeader,
  PopoverTitle,
  PopoverTrigger,
} from "@/components/ui/popover";
import { Skeleton } from "@/components/ui/skeleton";
import type { RecalledFact } from "@/lib/shared/chat/metadata";
import { type FromMemory, fromMemory } from "@/lib/shared/chat/recalled";
import { t } from "@/lib/shared/i18n/en/chatMessages";
import { type FactView, factList } from "@/lib/shared/memory/memory-view";

const MAX_ASKED = 50;

export function Recalled({ message }: { message: UIMessage }) {
  const { facts, blocks } = fromMemory(message);
  const count = facts.length + blocks.length;
  if (count === 0) return null;
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button
          variant="ghost"
          size="xs"
          aria-label={t("fromMemoryCount", { count })}
          className="-ml-1.5 w-fit gap-1.5 px-1.5 font-normal text-ink-3"
        >
          <Brain aria-hidden />
          {t("fromMemory")}
        </Button>
      </PopoverTrigger>
      <PopoverContent align="start" aria-label={t("fromMemory")} className="w-90 max-w-[calc(100vw-16px)]">
        <PopoverHeader>
          <PopoverTitle>{t("fromMemory")}</PopoverTitle>
        </PopoverHeader>
        <Items facts={facts} blocks={blocks} />
      </PopoverContent>
    </Popover>
  );
}

function Items({ facts, blocks }: FromMemory) {
  const ids = facts.slice(0, MAX_ASKED).map(({ id }) => id);
  const { data, error, refetch } = useQuery({
    queryKey: ["memory", "facts", "of an answer", ...ids],
    queryFn: async ({ signal }) => {
      if (ids.length === 0) return [];
      const response = await request(`/api/memory/memories?ids=${ids.join(",")}`, { signal });
      return factList.parse(await response.json()).memories;
    },
    meta: { outdatedBy: (change) => historyOf(change)?.kind === "memory" },
  });
  if (error && !data)
    return (
      <LoadFailure size="sm" onRetry={() => void refetch()}>
        {t("couldNotLoad")}
      </LoadFailure>
    );
  if (!data) return <Skeleton className="h-16" />;
  const byId = new Map(data.map((fact) => [fact.id, fact]));
  return (
    <ul className="flex flex-col divide-y divide-line">
      {facts.slice(0, MAX_ASKED).map((one) => (
        <li key={one.id} className="flex flex-col gap-1 py-2 first:pt-0 last:pb-0">
          <OneFact recalled={one} fact={byId.get(one.id)} />
        </li>
      ))}
      {blocks.map((label) => (
        <li key={label} className="py-2 first:pt-0 last:pb-0">
          {t.rich("archived", {
            label,
            link: (text) => (
              <Link
                href={`/memory/archive/${encodeURIComponent(label)}`}
                className="rounded-in font-mono hover:underline"
              >
                {text}
              </Link>
            ),
            quiet: (text) => <span className="text-meta text-ink-3">{text}</span>,
          })}
        </li>
      ))}
    </ul>
  );
}

type OneFactProps = { recalled: RecalledFact; fact: FactView | undefined };

function OneFact({ recalled: { foundBy }, fact }: OneFactProps) {
  if (!fact) return <span className="text-ink-3">{t("forgotten")}</span>;
  const { id, content, source, lastRecalledAt } = fact;
  const why = describeMatch(foundBy);
  return (
    <>
      <Link href={`/memory/facts/${id}`} className="line-clamp-4 rounded-in wrap-anywhere hover:underline">
        {content}
      </Link>
      <span className="text-meta text-ink-3 wrap-anywhere">
        <FactSource source={source} />
        {lastRecalledAt && (
          <>
            {" "}
            {t.rich("lastUsed", {
              time: () => <When at={lastRecalledAt} now={new Date().toISOString()} />,
            })}
          </>
        )}
        {why && ` ${why}.`}
      </span>
    </>
  );
}
