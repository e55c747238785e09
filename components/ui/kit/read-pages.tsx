"use client";

import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import type { Through } from "@/lib/shared/origins";
import { placeOf, siteOf } from "./site";

const MAX_PLACES = 3;

type ReadPagesProps = {
  origins: readonly string[];
  through?: readonly Through[];
  /** The pending action, which completes the sentence "Easel asks before …". */
  before: string;
};

/**
 * Explains why the agent needs an approval: the conversation has read web pages, which may contain instructions
 * for the agent.
 */
export function ReadPages({ origins, through = [], before }: ReadPagesProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [newest, ...others] = origins.toReversed().map(siteOf);
  const places = [...new Set(through.map(placeOf))].toReversed().slice(0, MAX_PLACES);
  return (
    <div className="flex flex-col gap-1.5 px-3.5 pb-2.5 text-ink-2">
      <p className="max-w-prose">
        This conversation has read <span className="text-ink wrap-anywhere">{newest}</span>
        {others.length > 0 && (
          <>
            {" and "}
            <Button
              variant="link"
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={() => setIsOpen(!isOpen)}
              className="h-auto px-0 font-normal"
            >
              {others.length} more
            </Button>
          </>
        )}
        {places.length > 0 && <span className="wrap-anywhere">, via {places.join(" and ")}</span>}. Pages can
        contain instructions meant to trick the agent, so Easel asks before {before}.
      </p>
      {others.length > 0 && (
        <ul
          id={id}
          hidden={!isOpen}
          aria-label="Also read"
          className="max-h-40 overflow-y-auto rounded-in bg-sheet px-2.5 py-1.5 text-meta"
        >
          {others.map((site) => (
            <li key={site} className="py-0.5 wrap-anywhere">
              {site}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
