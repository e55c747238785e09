"use client";

import { MessageCircle } from "lucide-react";
import { useRef, useState } from "react";
import { useMemorySearch } from "@/components/client/memory-search";
import {
  CommandDialog,
  CommandEmpty,
  CommandGroup,
  CommandInput,
  CommandItem,
  CommandList,
} from "@/components/ui/command";
import { useRouter } from "@/components/ui/kit/agent-base";
import { useRegistry } from "@/components/ui/kit/commands";
import { SHORTCUTS } from "@/components/ui/kit/shortcuts";
import { type Summary, titleOf } from "@/lib/shared/chat/contract";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/shellPalette";
import { ConversationMark } from "../conversations/conversation-mark";
import { Marked } from "../marked";
import { useList } from "../shell-context";
import { PaletteCommands } from "./palette-commands";
import { PaletteElsewhere } from "./palette-elsewhere";
import { PaletteFound } from "./palette-found";
import { PromptForm } from "./prompt-form";
import { useOwnCommands } from "./use-own-commands";
import { useSearch } from "./use-search";
import { usePromptCommands } from "./use-server-prompts";

const MAX_FOUND = 12;

type PaletteProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

export function Palette({ isOpen, onOpenChange }: PaletteProps) {
  const [text, setText] = useState("");
  const search = useSearch(isOpen ? text : "");
  const found = useMemorySearch(isOpen ? text : "", { domain: "all", limit: MAX_FOUND });
  const registry = useRegistry();
  const router = useRouter();
  const { current } = useList();
  const after = useRef<() => void>(undefined);
  useOwnCommands();
  const { chosen, leave, fill } = usePromptCommands(isOpen);

  const close = (then?: () => void) => {
    after.current = then;
    onOpenChange(false);
  };
  const isAsking = text.trim() !== "";
  const commands = <PaletteCommands text={text} onRun={(id) => close(() => registry.run(id))} />;
  const go = (place: string) => close(() => goTo(place, current, router.push));
  return (
    <>
      <CommandDialog
        title={SHORTCUTS.palette.label}
        shouldFilter={false}
        open={isOpen}
        onOpenChange={(open) => (open ? onOpenChange(true) : close())}
        onCloseAutoFocus={() => {
          setText("");
          // Run the command after the focus has been restored, because it may move the focus.
          const run = after.current;
          after.current = undefined;
          if (run) setTimeout(run);
        }}
      >
        <CommandInput placeholder={t("placeholder")} value={text} onValueChange={setText} maxLength={200} />
        <CommandList className="max-h-[min(440px,60dvh)]">
          {search.state !== "searching" && search.state !== "failed" && !found.isSearching && (
            <CommandEmpty>{t("noResults", { text: text.trim() })}</CommandEmpty>
          )}
          {isAsking && commands}
          <PaletteConversations text={text} search={search} onGo={go} />
          <PaletteFound text={text} search={found} onGo={go} />
          <PaletteElsewhere text={isOpen ? text : ""} onGo={go} />
          {!isAsking && commands}
        </CommandList>
      </CommandDialog>
      {chosen && <PromptForm chosen={chosen} onFill={(values) => fill(chosen, values)} onClose={leave} />}
    </>
  );
}

/**
 * Opens a message of the current conversation by its hash alone, because the router would not emit a
 * `hashchange` event.
 */
function goTo(place: string, current: string | undefined, push: (place: string) => void) {
  const [path = "", hash] = place.split("#");
  if (hash && path === `/chat/${current}`) location.hash = hash;
  else push(place);
}

type PaletteConversationsProps = {
  text: string;
  search: ReturnType<typeof useSearch>;
  onGo: (place: string) => void;
};

const RECENT = 6;

/**
 * Lists the latest conversations, or those with a matching title. Searches the loaded conversations until the
 * server's results arrive.
 */
function PaletteConversations({ text, search, onGo }: PaletteConversationsProps) {
  const { conversations, current } = useList();
  const wanted = text.trim();
  const isFresh = search.state === "found" && search.query === wanted;
  const items =
    wanted === ""
      ? conversations.filter(({ id }) => id !== current)
      : (isFresh ? search.results : conversations).filter((item) => isCalled(item, wanted));
  if (items.length === 0) return null;
  return (
    <CommandGroup heading={common("conversations")}>
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
    .every((term) => title.includes(term));
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
