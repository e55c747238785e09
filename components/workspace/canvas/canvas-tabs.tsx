"use client";

import { List, Pin } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { t } from "@/lib/shared/i18n/en/canvas";

type CanvasTabsProps = {
  surfaces: Surface[];
  front: string | undefined;
  pinned: readonly string[];
  onBring: (surfaceId: string) => void;
  count: number;
  onAll: () => void;
  bar?: ReactNode;
};

/** From this number of surfaces on, the bar offers a list, because it is quicker to use than tabs. */
const MANY = 4;

export function CanvasTabs({ surfaces, front, pinned, count, onBring, onAll, bar }: CanvasTabsProps) {
  const tabs = useRef<HTMLDivElement>(null);
  const inFront = surfaces.find(({ id }) => id === front);
  // Scroll to the tab also when the state of its surface changes, because that changes the tab's width.
  const look = inFront && `${inFront.id} ${inFront.state}`;
  useEffect(() => {
    if (look === undefined) return;
    // Do not use `scrollIntoView`: after it, Tab would start from this tab and skip the elements before it.
    const tab = tabs.current?.querySelector<HTMLElement>("[aria-current]");
    if (tab)
      tabs.current?.scrollTo({ left: tab.offsetLeft - (tabs.current.clientWidth - tab.clientWidth) / 2 });
  }, [look]);
  const tabbed = withoutOlder(surfaces, (one) => one.id === front || pinned.includes(one.id));
  const ordered = tabbed.toSorted((a, b) => Number(pinned.includes(b.id)) - Number(pinned.includes(a.id)));
  return (
    <div
      className={cn("flex h-bar shrink-0 items-center gap-1 px-5 max-md:px-2", count < 2 && "max-md:hidden")}
    >
      <nav aria-label={t("sheets")} className="min-w-0 flex-1">
        <div
          ref={tabs}
          className="relative flex items-center gap-1 overflow-x-auto p-1 -m-1 [scrollbar-width:none]"
        >
          {ordered.map(({ id, title, state: itsState }) => (
            <button
              key={id}
              type="button"
              aria-current={id === front ? "true" : undefined}
              onClick={() => onBring(id)}
              className={cn(
                "flex h-8 max-w-48 shrink-0 items-center gap-2 rounded-in px-2.5 transition-colors max-md:h-11",
                id === front ? "bg-fill-press font-medium" : "text-ink-2 hover:bg-fill-hover hover:text-ink",
              )}
            >
              {itsState === "waiting" && (
                <span aria-hidden className="size-1.5 shrink-0 rounded-full bg-accent" />
              )}
              {pinned.includes(id) && <Pin aria-hidden className="size-3.5 shrink-0" />}
              <span className="truncate">{title}</span>
              {pinned.includes(id) && <span className="sr-only">{t("pinnedTab")}</span>}
              {itsState === "waiting" && <span className="sr-only">{t("waitingTab")}</span>}
            </button>
          ))}
        </div>
      </nav>
      {(count >= MANY || count > tabbed.length) && (
        <IconButton label={t("allSheetsCount", { count })} onClick={onAll}>
          <List aria-hidden />
        </IconButton>
      )}
      {bar && <div className="flex shrink-0 items-center max-md:hidden">{bar}</div>}
    </div>
  );
}

/**
 * Of surfaces with the same kind and title, keeps only the newest, because repeated renders would fill the
 * bar. Also keeps surfaces that wait for the user or that `stays` accepts.
 */
function withoutOlder(surfaces: readonly Surface[], stays: (surface: Surface) => boolean): Surface[] {
  const newest = new Map(surfaces.map((one) => [`${one.kind} ${one.title}`, one.id]));
  return surfaces.filter(
    (one) => one.state === "waiting" || stays(one) || newest.get(`${one.kind} ${one.title}`) === one.id,
  );
}
