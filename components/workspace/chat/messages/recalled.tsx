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
import { formatCount } from "@/components/ui/kit/format";
import { describeMatch } from "@/components/ui/kit/found-by";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import {
  Popover,
  PopoverContent,
  PopoverDescription,
  PopoverHeader,
  PopoverTitle,
  PopoverTrigger,
} from "@/components/ui/popover";
import { Skeleton } from "@/components/ui/skeleton";
import type { RecalledFact } from "@/lib/shared/chat/metadata";
import { type FromMemory, fromMemory } from "@/lib/shared/chat/recalled";
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
          aria-label={`From memory: ${formatCount(count, "thing")}`}
          className="-ml-1.5 w-fit gap-1.5 px-1.5 font-normal text-ink-3"
        >
          <Brain aria-hidden />
          From memory
        </Button>
      </PopoverTrigger>
      <PopoverContent align="start" aria-label="From memory" className="w-90 max-w-[calc(100vw-16px)]">
        <PopoverHeader>
          <PopoverTitle>From memory</PopoverTitle>
          <PopoverDescription>What the agent remembered for this answer.</PopoverDescription>
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
        Could not load.
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
          <Link
            href={`/memory/archive/${encodeURIComponent(label)}`}
            className="rounded-in font-mono hover:underline"
          >
            {label}
          </Link>
          <span className="text-meta text-ink-3">, in the archive</span>
        </li>
      ))}
    </ul>
  );
}

type OneFactProps = { recalled: RecalledFact; fact: FactView | undefined };

function OneFact({ recalled: { foundBy }, fact }: OneFactProps) {
  if (!fact) return <span className="text-ink-3">A fact that has been forgotten</span>;
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
            Last used <When at={lastRecalledAt} now={new Date().toISOString()} />.
          </>
        )}
        {why && ` ${why}.`}
      </span>
    </>
  );
}
