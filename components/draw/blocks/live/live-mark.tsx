import { WebMark } from "@/components/client/origins/web-mark";
import type { LiveState } from "@/components/draw/live-queries/live-query";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { CodeBox } from "@/components/ui/kit/code-box";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { isSql, type Query, queryText } from "@/lib/shared/blocks/live";
import { cell, cellText } from "@/lib/shared/data/cell";
import { t } from "@/lib/shared/i18n/en/blocks";
import { formatTag } from "@/lib/shared/i18n/locale";

type LiveMarkProps = { query: Query; state: LiveState; onRetry: () => void };

const formatTime = (at: Date): string =>
  new Intl.DateTimeFormat(formatTag(), { timeStyle: "medium" }).format(at);

export function LiveMark({ query, state, onRetry }: LiveMarkProps) {
  const { at, isLost, error, result } = state;
  const isWell = !isLost && error === undefined;
  return (
    <>
      <Popover>
        <PopoverTrigger asChild>
          <Button variant="ghost" size="sm" className="-ml-2 shrink-0 gap-1.5 px-2 text-meta text-ink-3">
            <span aria-hidden className={cn("size-1.5 rounded-full", isWell ? "bg-success" : "bg-ink")} />
            {isLost ? t("reconnecting") : isWell ? t("live") : t("notLive")}
          </Button>
        </PopoverTrigger>
        <PopoverContent align="start" className="flex w-[min(420px,calc(100vw-24px))] flex-col gap-2 p-3">
          <p>{isWell ? t("liveHint") : t("lastHint")}</p>
          <CodeBox {...queryText(query)} wrapped />
          {isSql(query) && query.params && query.params.length > 0 && (
            <p className="text-meta text-ink-2 wrap-anywhere">
              {t("params", { params: query.params.map(paramText).join(", ") })}
            </p>
          )}
          <p className="flex items-center justify-between gap-2 text-meta text-ink-3">
            <span>{at ? readAt(formatTime(at), result?.reads ?? []) : t("notRead")}</span>
            <Button variant="outline" size="sm" onClick={onRetry}>
              {t("readAgain")}
            </Button>
          </p>
        </PopoverContent>
      </Popover>
      <WebMark origins={result?.webOrigins} />
    </>
  );
}

const readAt = (at: string, tables: readonly string[]): string =>
  tables.length > 0 ? t("readAtFrom", { at, tables: tables.join(", ") }) : t("readAt", { at });

function paramText(param: unknown): string {
  const parsed = cell.safeParse(param).data;
  return parsed === undefined ? JSON.stringify(param) : cellText(parsed);
}
