"use client";

import { CommandGroup, CommandItem } from "@/components/ui/command";
import { agentHref } from "@/components/ui/kit/agent-base";
import { AgentMark } from "@/components/ui/kit/agent-mark";
import { describeMatch } from "@/components/ui/kit/found-by";
import { type Summary, titleOf } from "@/lib/shared/chat/contract";
import { t } from "@/lib/shared/i18n/en/shellPalette";
import { useAgentChoice } from "../layout-context";
import { Marked } from "../marked";
import { placeOf } from "./search-results";
import { useSearch } from "./use-search";

const MAX_RESULTS = 8;

export function PaletteElsewhere({ text, onGo }: { text: string; onGo: (place: string) => void }) {
  const { agents, current } = useAgentChoice();
  const { results, query } = useSearch(agents.length > 1 ? text : "", true);
  const items = results.filter(({ agent }) => agent && agent.id !== current).slice(0, MAX_RESULTS);
  if (text.trim() === "" || items.length === 0) return null;
  return (
    <CommandGroup heading={t("otherAgents")}>
      {items.map((item) => (
        <Row key={item.id} item={item} query={query} onGo={onGo} />
      ))}
    </CommandGroup>
  );
}

function Row({ item, query, onGo }: { item: Summary; query: string; onGo: (place: string) => void }) {
  const { agent, found } = item;
  if (!agent) return null;
  const why = found ? describeMatch(["words"]) : t("matchedTitle");
  return (
    <CommandItem
      value={`elsewhere ${item.id}`}
      onSelect={() => onGo(agentHref(agent.id, placeOf(item)))}
      className="items-start"
    >
      <AgentMark agent={agent} />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="flex items-baseline gap-3">
          <span className="min-w-0 flex-1 truncate">
            <Marked text={titleOf(item)} query={query} />
          </span>
          <span className="max-w-1/2 shrink-0 truncate text-meta text-ink-3">{agent.name}</span>
        </span>
        {found && (
          <span className="line-clamp-2 text-meta text-ink-3 wrap-anywhere">
            <Marked text={found.excerpt} query={query} />
          </span>
        )}
        <span className="truncate text-meta text-ink-3">{why}</span>
      </span>
    </CommandItem>
  );
}
