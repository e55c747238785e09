"use client";

import type { ReactNode } from "react";
import { useMemo } from "react";
import { useTimeZone } from "@/components/chat/clock";
import { dayHeading } from "@/components/history/days";

type DayListProps<T> = { items: readonly T[]; now: string; children: (item: T) => ReactNode };

/** Rows in their order, a sheet a day. */
export function DayList<T extends { createdAt: string }>({ items, now, children }: DayListProps<T>) {
  const zone = useTimeZone();
  const days = useMemo(() => byDay(items, now, zone), [items, now, zone]);
  return days.map(({ heading, at, items }) => (
    <section key={`${heading} ${at}`} aria-label={heading} className="flex flex-col gap-2">
      <h2 className="px-5 text-meta text-ink-3 max-md:px-1">{heading}</h2>
      <ol className="overflow-clip rounded-sheet bg-sheet shadow-sheet">{items.map(children)}</ol>
    </section>
  ));
}

function byDay<T extends { createdAt: string }>(items: readonly T[], now: string, timeZone: string) {
  const days: { heading: string /** Of two of one name, which. */; at: number; items: T[] }[] = [];
  for (const item of items) {
    const heading = dayHeading(item.createdAt, now, timeZone);
    const last = days.at(-1);
    if (last?.heading === heading) last.items.push(item);
    else days.push({ heading, at: days.filter((day) => day.heading === heading).length, items: [item] });
  }
  return days;
}
