import { ChevronDown, ChevronUp } from "lucide-react";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { t } from "@/lib/shared/i18n/en/blocks";
import { t as common } from "@/lib/shared/i18n/en/common";
import type { Hits } from "../use-hits";
import { MAX_HITS } from "./json-search";

type JsonFindProps = {
  query: string;
  hits: Hits | undefined;
  at: number;
  onQuery: (query: string) => void;
  onGo: (by: 1 | -1) => void;
};

export function JsonFind({ query, hits, at, onQuery, onGo }: JsonFindProps) {
  const none = !hits || hits.ids.length === 0;
  return (
    <search className="flex items-center gap-1 px-2 pb-2 font-sans">
      <Input
        type="search"
        aria-label={t("findInDocument")}
        placeholder={t("find")}
        value={query}
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") {
            event.preventDefault();
            onGo(event.shiftKey ? -1 : 1);
          }
          // The first Escape only clears the field; the next one has the browser's or page's usual effect.
          if (event.key === "Escape" && query) {
            event.preventDefault();
            onQuery("");
          }
        }}
        className="max-w-60"
      />
      <span role="status" className="min-w-20 px-2 text-meta text-ink-3 tabular-nums">
        {query && counted(hits, at)}
      </span>
      {query && (
        <span className="ml-auto flex">
          <IconButton label={t("previous")} size="icon-sm" disabled={none} onClick={() => onGo(-1)}>
            <ChevronUp aria-hidden />
          </IconButton>
          <IconButton label={common("next")} size="icon-sm" disabled={none} onClick={() => onGo(1)}>
            <ChevronDown aria-hidden />
          </IconButton>
        </span>
      )}
    </search>
  );
}

function counted(hits: Hits | undefined, at: number): string {
  if (!hits) return t("looking");
  const count = hits.ids.length;
  if (count === 0) return hits.isDone ? t("notFound") : t("looking");
  const more = count >= MAX_HITS || !hits.isDone ? "+" : "";
  return t("hitOf", { at: at + 1, count, more });
}
