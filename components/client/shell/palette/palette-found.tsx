"use client";

import { Archive, BookMarked, CircleAlert, FileText, Lightbulb, MessageCircle } from "lucide-react";
import type { useMemorySearch } from "@/components/client/memory-search";
import { CommandGroup, CommandItem } from "@/components/ui/command";
import { describeMatch } from "@/components/ui/kit/found-by";
import { hrefOf } from "@/components/ui/kit/link";
import { Ring } from "@/components/ui/kit/ring";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/shellPalette";
import type { MemoryHit } from "@/lib/shared/memory/memory-search";
import { Marked } from "../marked";

type PaletteFoundProps = {
  text: string;
  search: ReturnType<typeof useMemorySearch>;
  onGo: (place: string) => void;
};

/** Lists matches in messages, memory, facts and files, ranked by the agent's own search, with the reasons. */
export function PaletteFound({ text, search, onGo }: PaletteFoundProps) {
  const { results = [], isSearching, error, again } = search;
  if (text.trim() === "" || (results.length === 0 && !isSearching && !error)) return null;
  return (
    <CommandGroup heading={t("messagesAndMemory")}>
      {results.map((hit) => (
        <Hit key={keyOf(hit)} hit={hit} query={text.trim()} onGo={onGo} />
      ))}
      {isSearching && results.length === 0 && (
        <div role="status" className="flex min-h-8 animate-late items-center gap-2 px-2 text-ink-3">
          <Ring className="mx-0.5" />
          {common("loading")}
        </div>
      )}
      {error && !isSearching && (
        <CommandItem value="search memory again" onSelect={again}>
          <CircleAlert aria-hidden className="text-danger" />
          <span className="flex-1">{t("searchFailed")}</span>
          <span className="font-medium">{common("tryAgain")}</span>
        </CommandItem>
      )}
    </CommandGroup>
  );
}

type HitProps = { hit: MemoryHit; query: string; onGo: (place: string) => void };

function Hit({ hit, query, onGo }: HitProps) {
  const { icon: Icon, title, place } = lookOf(hit);
  const why = describeMatch(hit.found_by);
  return (
    <CommandItem value={keyOf(hit)} onSelect={() => onGo(place)} className="items-start">
      <Icon aria-hidden className="mt-0.5 text-ink-2" />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="flex items-baseline gap-3">
          <span className="min-w-0 flex-1 truncate">
            <Marked text={title} query={query} />
          </span>
          <span className="shrink-0 text-meta text-ink-3 max-md:hidden">{why}</span>
        </span>
        <span className="line-clamp-2 text-meta text-ink-3 wrap-anywhere">
          <Marked text={hit.excerpt} query={query} />
        </span>
        {/* On a phone there is no space next to the title. */}
        <span className="truncate text-meta text-ink-3 md:hidden">{why}</span>
      </span>
    </CommandItem>
  );
}

const keyOf = ({ domain, memory_id, label, link, conversation_id, message_id }: MemoryHit): string =>
  [domain, memory_id ?? label ?? link ?? `${conversation_id} ${message_id}`].join(" ");

function lookOf({
  domain,
  memory_id,
  label = "",
  kind,
  conversation_id = "",
  message_id = "",
  title,
  ...file
}: MemoryHit) {
  if (domain === "files")
    return { icon: FileText, title: [file.name, file.place].join(", "), place: file.link ?? "/files" };
  if (domain === "conversations")
    return {
      ...{ icon: MessageCircle, title: title || common("newConversation") },
      place: hrefOf(conversation_id, message_id),
    };
  if (domain === "facts")
    return { icon: Lightbulb, title: common("fact"), place: `/memory/facts/${memory_id}` };
  return kind
    ? { icon: BookMarked, title: label, place: `/memory/blocks/${label}` }
    : { icon: Archive, title: label, place: `/memory/archive/${label}` };
}
