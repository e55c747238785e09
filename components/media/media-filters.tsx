"use client";

import { Search } from "lucide-react";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import type { Filter } from "./api";
import { ORIGINS } from "./titles";

type MediaFiltersProps = { filter: Filter; onFilter: (filter: Filter) => void };

const ALL = [undefined, "generated", "edited", "upload"] as const;

/** All images, or those that came about in one way; and those that some words are about. */
export function MediaFilters({ filter, onFilter }: MediaFiltersProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-md:w-full">
      <fieldset className="-mx-2 flex gap-0.5">
        <legend className="sr-only">How they came about</legend>
        {ALL.map((origin) => {
          const isChosen = filter.origin === origin;
          return (
            <button
              key={origin ?? "all"}
              type="button"
              aria-pressed={isChosen}
              onClick={() => onFilter({ ...filter, origin })}
              className={cn(
                "flex h-7 shrink-0 items-center rounded-in px-2 text-ink-2 transition-colors hover:bg-fill-hover hover:text-ink max-md:h-10",
                isChosen && "bg-fill-press font-medium text-ink hover:bg-fill-press",
              )}
            >
              {origin ? ORIGINS[origin] : "All"}
            </button>
          );
        })}
      </fieldset>
      <search className="relative min-w-0 max-md:w-full md:w-56">
        <Search aria-hidden className="absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-3" />
        <Input
          type="search"
          aria-label="Search images"
          placeholder="Search"
          value={filter.q ?? ""}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onFilter({ ...filter, q: event.target.value })}
          onKeyDown={({ key }) => key === "Escape" && onFilter({ ...filter, q: "" })}
          className="pl-8"
        />
      </search>
    </div>
  );
}
