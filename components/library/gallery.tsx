"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { CONTENT, ground } from "@/components/settings/settings-page";
import { fitting } from "@/components/shell/fits";
import { SearchField } from "@/components/shell/search-field";
import type { DeletedComponent } from "@/lib/shared/components/contract";
import { DeletedList } from "./deleted-list";
import type { LibraryCard } from "./entry";
import { GalleryCard } from "./gallery-card";
import { ImportButton } from "./import-button";
import { LibraryBar } from "./library-bar";
import { NoComponents } from "./no-components";
import { useLibraryChanges } from "./use-library-changes";

type GalleryProps = { cards: readonly LibraryCard[]; deleted: readonly DeletedComponent[]; now: string };

/** Every component at work, as the agent and the person have made them. */
export function Gallery({ cards, deleted, now }: GalleryProps) {
  const router = useRouter();
  const [text, setText] = useState("");
  useLibraryChanges();
  const fits = fitting(text);
  const found = cards.filter(({ name, description }) => fits(name, description));
  const gone = deleted.filter(({ name, description }) => fits(name, description));
  const count = found.length + gone.length;
  return (
    <main id={CONTENT} tabIndex={-1} className={`${ground} flex flex-col`}>
      <LibraryBar />
      <div className="flex flex-1 flex-col gap-6 px-7 pt-2 pb-16 max-md:px-3 max-md:pt-5">
        <header className="flex flex-wrap items-end gap-x-6 gap-y-4 max-md:px-1">
          <div className="flex min-w-60 flex-1 flex-col gap-1">
            <h1 className="text-title font-strong">Components</h1>
            <p className="text-ui text-balance text-ink-2">
              What the agent has built to show and to ask, each at work with made-up values.
            </p>
          </div>
          <div className="flex gap-2 max-md:w-full">
            {cards.length + deleted.length > 0 && (
              <SearchField label="Search components" text={text} onText={setText} />
            )}
            <ImportButton onImported={(name) => router.push(`/components/${name}`)} />
          </div>
        </header>
        {cards.length === 0 && <NoComponents />}
        <div className="flex flex-col gap-6 max-md:gap-4">
          <p role="status" className={count > 0 ? "sr-only" : "text-ink-2 max-md:px-1"}>
            {text.trim() !== "" && (count > 0 ? `${count} found` : `Nothing fits “${text.trim()}”.`)}
          </p>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,280px),1fr))] gap-6 max-md:gap-4">
            {found.map((card) => (
              <GalleryCard key={card.name} card={card} now={now} />
            ))}
          </ul>
        </div>
        {gone.length > 0 && <DeletedList components={gone} now={now} />}
      </div>
    </main>
  );
}
