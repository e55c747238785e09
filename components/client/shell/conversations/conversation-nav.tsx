"use client";

import { Inbox, Search, SquarePen, X } from "lucide-react";
import { useId, useRef, useState } from "react";
import { showIntent } from "@/components/client/intent";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import Link, { usePathname } from "@/components/ui/kit/agent-base";
import { ToggleGroup, ToggleGroupItem } from "@/components/ui/toggle-group";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/shellConversations";
import { KeyHint } from "../key-hint";
import { useAgentChoice } from "../layout-context";
import { SearchResults } from "../palette/search-results";
import { useSearch } from "../palette/use-search";
import { GALLERY, isAt, PROJECTS_PLACE } from "../places";
import { ConversationList } from "./conversation-list";
import { WaitingCount } from "./waiting-count";

const row =
  "flex h-8 items-center gap-2.5 rounded-in px-2 text-ink-2 transition-colors hover:bg-fill-hover hover:text-ink max-md:h-11";

/**
 * Navigation of the conversations: new, search, inbox and list. Calls `onGo` when the user follows one of its
 * links.
 */
export function ConversationNav({ onGo }: { onGo?: () => void }) {
  const [text, setText] = useState("");
  const [isAll, setIsAll] = useState(false);
  const { agents, current } = useAgentChoice();
  const search = useSearch(text, isAll);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const path = usePathname();
  const isInbox = path === "/inbox";
  const clear = () => {
    setText("");
    field.current?.focus();
  };
  return (
    <nav aria-label={common("conversations")} className="flex min-h-0 flex-1 flex-col">
      <div className="flex shrink-0 flex-col gap-px px-2 pb-2">
        <Link href="/" onClick={onGo} className={row}>
          <SquarePen aria-hidden className="size-4" />
          <span className="flex-1">{common("newConversation")}</span>
          <KeyHint of="create" />
        </Link>
        <Link
          href="/inbox"
          onClick={onGo}
          aria-current={isInbox ? "page" : undefined}
          className={cn(row, isInbox && "bg-fill-press font-medium text-ink hover:bg-fill-press")}
        >
          <Inbox aria-hidden className="size-4" />
          <span className="flex-1">{common("inbox")}</span>
          <WaitingCount fallback={<KeyHint of="inbox" />} />
        </Link>
        {[PROJECTS_PLACE, GALLERY].map(({ href, title, icon: Icon }) => (
          <Link
            key={href}
            href={href}
            onClick={onGo}
            aria-current={isAt(path, href) ? "page" : undefined}
            className={cn(row, isAt(path, href) && "bg-fill-press font-medium text-ink hover:bg-fill-press")}
          >
            <Icon aria-hidden className="size-4" />
            {title}
          </Link>
        ))}
        <search className={cn(row, "relative focus-within:bg-fill-press hover:focus-within:bg-fill-press")}>
          <Search aria-hidden className="size-4 shrink-0" />
          <input
            ref={field}
            type="search"
            aria-label={t("search")}
            aria-controls={id}
            placeholder={common("search")}
            value={text}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
            onFocus={showIntent}
            onChange={(event) => setText(event.target.value)}
            data-escape={text === "" ? undefined : true}
            onKeyDown={({ key }) => key === "Escape" && clear()}
            className="h-full min-w-0 flex-1 bg-transparent text-field text-ink outline-none placeholder:text-ink-2 [&::-webkit-search-cancel-button]:hidden"
          />
          {text === "" ? (
            <KeyHint of="palette" />
          ) : (
            <IconButton
              label={t("clearSearch")}
              size="icon-sm"
              side="right"
              className="-mr-1"
              onClick={clear}
            >
              <X aria-hidden />
            </IconButton>
          )}
        </search>
      </div>
      <div id={id} data-scroll="list" className="min-h-0 flex-1 overflow-y-auto px-2 pb-4">
        {search.state === "idle" ? (
          <ConversationList onGo={onGo} />
        ) : (
          <>
            {agents.length > 1 && (
              <ToggleGroup
                type="single"
                aria-label={t("searchIn")}
                value={isAll ? "all" : "own"}
                onValueChange={(value) => value && setIsAll(value === "all")}
                className="mx-2 mt-1 max-w-[calc(100%-16px)]"
              >
                <ToggleGroupItem value="own" className="min-w-0">
                  <span className="truncate">{agents.find(({ id }) => id === current)?.name}</span>
                </ToggleGroupItem>
                <ToggleGroupItem value="all">{common("allAgents")}</ToggleGroupItem>
              </ToggleGroup>
            )}
            <SearchResults search={search} onAgain={search.again} onGo={onGo} />
          </>
        )}
      </div>
    </nav>
  );
}
