"use client";

import { MessageCircle } from "lucide-react";
import { CommandGroup, CommandItem } from "@/components/ui/command";
import { type Summary, titleOf } from "@/lib/shared/chat/contract";
import { ConversationMark } from "./conversation-mark";
import { Marked } from "./marked";
import { useList } from "./shell-context";
import type { useSearch } from "./use-search";

type PaletteConversationsProps = {
  text: string;
  search: ReturnType<typeof useSearch>;
  onGo: (place: string) => void;
};

const RECENT = 6;

/** Without a text the last conversations; with one those whose titles hold it, of which some are known here already. */
export function PaletteConversations({ text, search, onGo }: PaletteConversationsProps) {
  const { conversations, current } = useList();
  const wanted = text.trim();
  const isFresh = search.state === "found" && search.query === wanted;
  const items =
    wanted === ""
      ? conversations.filter(({ id }) => id !== current)
      : (isFresh ? search.results : conversations).filter((item) => isCalled(item, wanted));
  if (items.length === 0) return null;
  return (
    <CommandGroup heading="Conversations">
      {items.slice(0, RECENT).map((item) => (
        <Row key={item.id} item={item} query={wanted} onGo={onGo} />
      ))}
    </CommandGroup>
  );
}

const isCalled = (item: Summary, wanted: string): boolean => {
  const title = titleOf(item).toLocaleLowerCase();
  return wanted
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => title.includes(word));
};

function Row({ item, query, onGo }: { item: Summary; query: string; onGo: (place: string) => void }) {
  return (
    <CommandItem
      value={`conversation ${item.id}`}
      onSelect={() => onGo(`/chat/${item.id}`)}
      className="items-start"
    >
      <MessageCircle aria-hidden className="mt-0.5 text-ink-2" />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate">
          <Marked text={titleOf(item)} query={query} />
        </span>
      </span>
      <ConversationMark item={item} />
    </CommandItem>
  );
}
