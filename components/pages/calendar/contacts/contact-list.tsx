"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { documentOf, idText } from "@/components/pages/data/documents/fields";
import type { RowPages } from "@/components/pages/data/row-pages";
import { Avatar, AvatarFallback } from "@/components/ui/avatar";
import { cn } from "@/components/ui/cn";
import { usePageHref } from "@/components/ui/kit/agent-base";
import { Skeleton } from "@/components/ui/skeleton";
import { t as common } from "@/lib/shared/i18n/en/common";
import { hrefOf, type Place } from "../calendar-url";
import { initialsOf, nameOf, rowHintOf } from "./contact-fields";

const ROW = 56;
const WAITING = 8;

type ContactListProps = {
  pages: RowPages;
  shown: string | undefined;
  empty: string;
  onGo: (place: Place, isReplacing?: boolean) => void;
};

/** Virtualized list of contacts that reads only the rows in view. The arrow keys move between links. */
export function ContactList({ pages, shown, empty, onGo }: ContactListProps) {
  const pageHref = usePageHref();
  const scroller = useRef<HTMLDivElement>(null);
  const count = pages.head ? pages.count : WAITING;
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 8,
    initialRect: { width: 320, height: 640 },
  });
  const items = virtual.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  const { want } = pages;
  useEffect(() => want(first, last), [want, first, last]);

  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const link = event.target instanceof HTMLElement ? event.target.closest("a") : null;
    if (!step || !link) return;
    event.preventDefault();
    const to = Number(link.dataset.at) + step;
    virtual.scrollToIndex(Math.min(Math.max(to, 0), count - 1));
    // The target row is already rendered beyond the viewport, or will be in the next frame after scrolling.
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`a[data-at="${to}"]`)?.focus());
  };
  if (pages.head && count === 0) return <p className="flex-1 px-4 py-10 text-center text-ink-2">{empty}</p>;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the links inside
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-contain" onKeyDown={move}>
      <ul aria-label={common("contacts")} className="relative" style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const row = pages.row(index);
          const contact = row && documentOf(row);
          const id = contact && idText(contact._id);
          const to: Place = { at: "contacts", contact: id };
          return (
            <li
              key={index}
              aria-setsize={pages.head ? count : -1}
              aria-posinset={index + 1}
              className="absolute inset-x-0 px-2"
              style={{ height: ROW, transform: `translateY(${start}px)` }}
            >
              {contact ? (
                <a
                  data-at={index}
                  href={pageHref(hrefOf(to))}
                  aria-current={id === shown ? "true" : undefined}
                  onClick={(event) => {
                    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
                    event.preventDefault();
                    onGo(to, shown !== undefined);
                  }}
                  className={cn(
                    "flex h-13 items-center gap-3 rounded-in px-2 -outline-offset-2 transition-colors hover:bg-fill-hover",
                    id === shown && "bg-fill-press hover:bg-fill-press",
                  )}
                >
                  <Avatar aria-hidden>
                    <AvatarFallback>{initialsOf(contact)}</AvatarFallback>
                  </Avatar>
                  <span className="flex min-w-0 flex-1 flex-col">
                    <span className="truncate font-medium">{nameOf(contact)}</span>
                    <span className="truncate text-meta text-ink-3">{rowHintOf(contact)}</span>
                  </span>
                </a>
              ) : (
                <span className="flex h-13 items-center gap-3 px-2">
                  <Skeleton className="size-8 rounded-full" />
                  <Skeleton className="h-4 w-2/5" />
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
