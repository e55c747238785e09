"use client";

import { Globe } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { useChanges } from "@/components/client/changes";
import { jsonBody, request } from "@/components/client/request";
import { fromSites, placeOf, siteOf } from "@/components/kit/site";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import {
  Popover,
  PopoverContent,
  PopoverDescription,
  PopoverHeader,
  PopoverTitle,
  PopoverTrigger,
} from "@/components/ui/popover";
import { When } from "@/components/versions/when";
import { type Holder, type Mark, markList } from "@/lib/shared/origins";

/** Changes come in numbers: the mark is asked for once they have settled. */
const SETTLE_MS = 300;

type FromWebProps = {
  kind: Holder;
  name: string;
  /** On a phone there is room for its icon alone. */
  isTight?: boolean;
};

/** That what is looked at may hold words of a site, what that means, and the way to take the mark away. */
export function FromWeb({ kind, name, isTight }: FromWebProps) {
  const { mark, trust } = useMark(kind, name);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState("");
  if (!mark) return null;
  const sites = mark.origins.map(siteOf);
  const isOne = sites.length === 1;
  const onTrust = async () => {
    setIsBusy(true);
    setProblem("");
    await trust().catch((error: unknown) =>
      setProblem(error instanceof Error ? error.message : "Try again."),
    );
    setIsBusy(false);
  };
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button
          variant="ghost"
          size="sm"
          className={cn(
            "max-w-60 min-w-0 shrink gap-1.5 px-2 font-normal text-ink-2",
            isTight && "max-md:size-11 max-md:shrink-0 max-md:px-0",
          )}
        >
          <Globe aria-hidden />
          <span className={cn("min-w-0 truncate", isTight && "max-md:sr-only")}>
            {fromSites(mark.origins)}
          </span>
        </Button>
      </PopoverTrigger>
      <PopoverContent align="start" aria-label="Written after reading the web" className="w-80">
        <PopoverHeader>
          <PopoverTitle>Written after reading the web</PopoverTitle>
          <PopoverDescription>
            Since <When at={mark.since} now={new Date().toISOString()} />, words of{" "}
            {isOne ? "this site" : "these sites"} may stand in {placeOf(mark)}. Sites can hold instructions
            meant to trick the agent, so a conversation that reads it asks you before it changes anything.
          </PopoverDescription>
        </PopoverHeader>
        {!isOne && (
          <ul
            aria-label="Sites"
            className="mb-2 max-h-40 overflow-y-auto rounded-in bg-sheet px-2.5 py-1.5 text-meta"
          >
            {sites.map((site) => (
              <li key={site} className="py-0.5 wrap-anywhere">
                {site}
              </li>
            ))}
          </ul>
        )}
        <Button size="sm" disabled={isBusy} onClick={() => void onTrust()}>
          Trust this
        </Button>
        <p role="alert" className="text-danger empty:hidden">
          {problem}
        </p>
      </PopoverContent>
    </Popover>
  );
}

/** The mark of one thing, as it is now; null where it has none or nobody knows yet. */
function useMark(kind: Holder, name: string) {
  const [found, setFound] = useState<{ of: string; mark: Mark | null }>();
  const listen = useChanges();
  const load = useCallback(
    async (signal: AbortSignal) => {
      const response = await request(`/api/origins?${new URLSearchParams({ kind, name })}`, { signal });
      const [mark = null] = markList.parse(await response.json()).marks;
      setFound({ of: `${kind} ${name}`, mark });
    },
    [kind, name],
  );
  useEffect(() => {
    const leave = new AbortController();
    // Without an answer there is no mark to show; the next change asks again.
    const look = () => void load(leave.signal).catch(() => {});
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = listen(() => {
      clearTimeout(timer);
      timer = setTimeout(look, SETTLE_MS);
    });
    look();
    return () => {
      clearTimeout(timer);
      leave.abort();
      stop();
    };
  }, [load, listen]);
  const trust = async () => {
    await request("/api/origins", { method: "DELETE", ...jsonBody({ kind, name }) });
    setFound({ of: `${kind} ${name}`, mark: null });
  };
  return { mark: found?.of === `${kind} ${name}` ? found.mark : null, trust };
}
