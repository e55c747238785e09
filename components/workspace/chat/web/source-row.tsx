"use client";

import type { UIMessage } from "ai";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { sourcesOf } from "@/lib/shared/chat/sources";
import { t } from "@/lib/shared/i18n/en/chatWeb";
import { WebLink } from "./web-link";

const FIRST = 6;

export function SourceRow({ message }: { message: UIMessage }) {
  const [isAll, setAll] = useState(false);
  const sources = sourcesOf(message);
  if (sources.length === 0) return null;
  const more = sources.length - FIRST;
  return (
    <section aria-label={t("sources", { count: 2 })} className="flex items-baseline gap-x-3 text-meta">
      <h3 className="shrink-0 text-ink-3">{t("sources", { count: sources.length })}</h3>
      <ul className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-1">
        {sources.slice(0, isAll ? undefined : FIRST).map(({ url, title }) => (
          <li key={url} className="flex min-w-0 max-w-56 max-md:min-h-8 max-md:items-center">
            <WebLink url={url} className="truncate text-ink-2 hover:text-ink">
              {title}
            </WebLink>
          </li>
        ))}
        {more > 0 && (
          <li>
            {/* The button stays mounted, so that it keeps the focus. */}
            <Button
              variant="ghost"
              size="xs"
              aria-label={isAll ? t("showFewer") : t("showMore", { count: more })}
              onClick={() => setAll(!isAll)}
            >
              {isAll ? t("fewer") : `+${more}`}
            </Button>
          </li>
        )}
      </ul>
    </section>
  );
}
