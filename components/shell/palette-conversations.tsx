"use client";

import { CircleAlert, MessageCircle } from "lucide-react";
import { Ring } from "@/components/kit/ring";
import { CommandGroup, CommandItem } from "@/components/ui/command";
import { type Summary, titleOf } from "@/lib/shared/chat/contract";
import { ConversationMark } from "./conversation-mark";
import { Marked } from "./marked";
import { placeOf } from "./search-results";
import { useList } from "./shell-context";
import type { useSearch } from "./use-search";

type PaletteConversationsProps = {
  text: string;
  search: ReturnType<typeof useSearch>;
  onGo: (place: string) => void;
};

const RECENT = 6;

/** Without a text the last conversations; with one what the server finds, and until then the titles that are known here. */
export function PaletteConversations({ text, search, onGo }: PaletteConversationsProps) {
  const { conversations, current } = useList();
  const wanted = text.trim();
  const isFresh = search.state === "found" && search.query === wanted;
  const items = isFresh
    ? search.results
    : conversations
        .filter((item) =>
          wanted === ""
            ? item.id !== current
            : titleOf(item).toLocaleLowerCase().includes(wanted.toLocaleLowerCase()),
        )
        .slice(0, RECENT);
  if (items.length === 0 && search.state !== "searching" && search.state !== "failed") return null;
  return (
    <CommandGroup heading="Conversations">
      {items.map((item) => (
        <Row key={item.id} item={item} query={wanted} onGo={onGo} />
      ))}
      {search.state === "searching" && (
        <div role="status" className="flex min-h-8 animate-late items-center gap-2 px-2 text-ink-3">
          <Ring className="mx-0.5" />
          Searching inside messages
        </div>
      )}
      {search.state === "failed" && (
        <CommandItem value="search again" onSelect={search.again}>
          <CircleAlert aria-hidden className="text-danger" />
          <span className="flex-1">Messages were not searched: Easel cannot be reached.</span>
          <span className="font-medium">Try again</span>
        </CommandItem>
      )}
    </CommandGroup>
  );
}

function Row({ item, query, onGo }: { item: Summary; query: string; onGo: (place: string) => void }) {
  return (
    <CommandItem
      value={`conversation ${item.id}`}
      onSelect={() => onGo(placeOf(item))}
      className="items-start"
    >
      <MessageCircle aria-hidden className="mt-0.5 text-ink-2" />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate">
          <Marked text={titleOf(item)} query={query} />
        </span>
        {item.found && query !== "" && (
          <span className="line-clamp-2 text-meta text-ink-3 wrap-anywhere">
            <Marked text={item.found.excerpt} query={query} />
          </span>
        )}
      </span>
      <ConversationMark item={item} />
    </CommandItem>
  );
}
