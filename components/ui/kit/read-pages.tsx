"use client";

import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { t } from "@/lib/shared/i18n/en/kit";
import type { Through } from "@/lib/shared/origins";
import { formatList } from "./format";
import { placeOf, siteOf } from "./site";

const MAX_PLACES = 3;

type ReadPagesProps = {
  origins: readonly string[];
  through?: readonly Through[];
};

/**
 * Explains why the agent needs an approval: the conversation has read web pages, which may contain instructions
 * for the agent.
 */
export function ReadPages({ origins, through = [] }: ReadPagesProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [newest, ...others] = origins.toReversed().map(siteOf);
  const places = [...new Set(through.map(placeOf))].toReversed().slice(0, MAX_PLACES);
  return (
    <div className="flex flex-col gap-1.5 px-3.5 pb-2.5 text-ink-2">
      <p className="max-w-prose">
        {t.rich("readPages", {
          newest: newest ?? "",
          more: others.length,
          site: (chunks) => <span className="text-ink wrap-anywhere">{chunks}</span>,
          button: (chunks) => (
            <Button
              variant="link"
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={() => setIsOpen(!isOpen)}
              className="h-auto px-0 font-normal"
            >
              {chunks}
            </Button>
          ),
          via: places.length,
          places: formatList(places),
          place: (chunks) => <span className="wrap-anywhere">{chunks}</span>,
        })}
      </p>
      {others.length > 0 && (
        <ul
          id={id}
          hidden={!isOpen}
          aria-label={t("alsoRead")}
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
