"use client";

import { useMutation } from "@tanstack/react-query";
import { CopyPlus } from "lucide-react";
import { failureText } from "@/components/client/failure";
import { remixItem } from "@/components/client/gallery";
import { useAgentChoice } from "@/components/client/shell/layout-context";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { agentHref, useRouter } from "@/components/ui/kit/agent-base";
import { AgentMark } from "@/components/ui/kit/agent-mark";
import { keepDraft } from "@/components/ui/kit/hooks/use-draft";
import { notify, notifyProblem } from "@/components/ui/kit/notify";
import type { AgentView } from "@/lib/shared/agents/agent-view";
import { newId } from "@/lib/shared/chat/id";
import type { GalleryItem, Remixed } from "@/lib/shared/gallery/items";
import { t } from "@/lib/shared/i18n/en/gallery";

/** Copies an item to an agent that the member may edit, which the member chooses if there are several. */
export function RemixButton({ item }: { item: GalleryItem }) {
  const targets = useTargets(item.agent);
  const { copy, isBusy } = useRemix(item);
  const [only, ...others] = targets;
  if (!only) return null;
  const look = (
    <Button
      variant="ghost"
      size="sm"
      aria-label={t("remixItem", { title: item.title })}
      aria-disabled={isBusy}
      className="relative -mr-2 shrink-0 max-md:h-11"
      {...(others.length === 0 && { onClick: () => copy(only.id) })}
    >
      <CopyPlus aria-hidden />
      {t(isBusy ? "copying" : "remix")}
    </Button>
  );
  if (others.length === 0) return look;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>{look}</DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuLabel>{t("remixFor")}</DropdownMenuLabel>
        {targets.map((agent) => (
          <DropdownMenuItem key={agent.id} onSelect={() => copy(agent.id)}>
            <AgentMark agent={agent} className="size-4" />
            <span className="truncate">{agent.name}</span>
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

/** Returns the agents that can get a copy: the item's own first, then the page's. */
function useTargets(own: string): AgentView[] {
  const { agents, current } = useAgentChoice();
  const rank = ({ id }: AgentView) => (id === own ? 0 : id === current ? 1 : 2);
  return agents
    .filter(({ right = "own", archivedAt }) => right !== "use" && archivedAt === null)
    .toSorted((one, other) => rank(one) - rank(other));
}

function useRemix(item: GalleryItem) {
  const router = useRouter();
  const { current } = useAgentChoice();
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: (to: string) => remixItem({ agent: item.agent, id: item.id, kind: item.content.kind }, to),
    onSuccess: (copy, to) => {
      const path = open(copy);
      router.push(to === current ? path : agentHref(to, path));
      if (copy.kind === "board" && copy.left > 0) void notify(t("tilesLeft", { count: copy.left }));
    },
    onError: (error) => void notifyProblem(t("notCopied", { title: item.title, error: failureText(error) })),
  });
  const isBusy = isPending || isSuccess;
  return { copy: (to: string) => !isBusy && mutate(to), isBusy };
}

/** Returns the address of a copy. A component is shown beside a message that asks for the change. */
function open(copy: Remixed): string {
  if (copy.kind === "board") return `/board/${copy.id}`;
  const conversation = newId();
  keepDraft(conversation, t("changeDraft", { name: copy.name }));
  return `/chat/${conversation}?${new URLSearchParams({ component: copy.name })}`;
}
