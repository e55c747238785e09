import { WebMark } from "@/components/client/origins/web-mark";
import type { LiveState } from "@/components/draw/live-queries/live-query";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { CodeBox } from "@/components/ui/kit/code-box";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { isSql, type Query, queryText } from "@/lib/shared/blocks/live";
import { cell, cellText } from "@/lib/shared/data/cell";

type LiveMarkProps = { query: Query; state: LiveState; onRetry: () => void };

const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });

export function LiveMark({ query, state, onRetry }: LiveMarkProps) {
  const { at, isLost, error, result } = state;
  const isWell = !isLost && error === undefined;
  return (
    <>
      <Popover>
        <PopoverTrigger asChild>
          <Button variant="ghost" size="sm" className="-ml-2 shrink-0 gap-1.5 px-2 text-meta text-ink-3">
            <span aria-hidden className={cn("size-1.5 rounded-full", isWell ? "bg-success" : "bg-ink")} />
            {isLost ? "Reconnecting" : isWell ? "Live" : "Not live"}
          </Button>
        </PopoverTrigger>
        <PopoverContent align="start" className="flex w-[min(420px,calc(100vw-24px))] flex-col gap-2 p-3">
          <p>
            {isWell
              ? "The current result of this query. Updates after every change."
              : "The last result of this query."}
          </p>
          <CodeBox {...queryText(query)} wrapped />
          {isSql(query) && query.params && query.params.length > 0 && (
            <p className="text-meta text-ink-2 wrap-anywhere">
              With {query.params.map(paramText).join(", ")}
            </p>
          )}
          <p className="flex items-center justify-between gap-2 text-meta text-ink-3">
            <span>
              {at ? `Read at ${clock.format(at)}` : "Not read yet"}
              {result && result.reads.length > 0 && ` from ${result.reads.join(", ")}`}
            </span>
            <Button variant="outline" size="sm" onClick={onRetry}>
              Read again
            </Button>
          </p>
        </PopoverContent>
      </Popover>
      <WebMark origins={result?.webOrigins} />
    </>
  );
}

function paramText(param: unknown): string {
  const parsed = cell.safeParse(param).data;
  return parsed === undefined ? JSON.stringify(param) : cellText(parsed);
}
