"use client";

import { type ReactNode, useCallback, useEffect, useMemo, useState } from "react";
import { useAgents } from "@/components/client/agents";
import { useAskCount } from "@/components/client/asks";
import { ChangesProvider } from "@/components/client/changes";
import { failureText } from "@/components/client/failure";
import { useNotifications } from "@/components/client/notifications/use-notifications";
import { useLiveQueries } from "@/components/client/queries";
import { useBase, usePathname } from "@/components/ui/kit/agent-base";
import { CommandsProvider } from "@/components/ui/kit/commands";
import { keepCookie, NAV_COOKIE, SPLIT_COOKIE } from "@/components/ui/kit/cookies";
import { useStable } from "@/components/ui/kit/hooks/use-stable";
import { notifyProblem } from "@/components/ui/kit/notify";
import { type Rights, RightsContext } from "@/components/ui/kit/rights";
import { baseOf } from "@/lib/shared/agents/agent-address";
import type { AgentsView, AgentView } from "@/lib/shared/agents/agent-view";
import type { Summaries } from "@/lib/shared/chat/contract";
import type { AskCount } from "@/lib/shared/chat/open-asks";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/shellConversations";
import { OWNER_ID } from "@/lib/shared/members/roles";
import { notePlace } from "./agents/agent-place";
import { NoAgent } from "./agents/no-agent";
import { useConversations } from "./conversations/use-conversations";
import { useDeletion } from "./conversations/use-deletion";
import { useWaiting } from "./conversations/use-waiting";
import { AgentsContext, LayoutContext } from "./layout-context";
import { Overlays } from "./overlays";
import { FrameCommands } from "./palette/frame-commands";
import { ListContext, type Named, ShellContext } from "./shell-context";
import { formatSplit, type Split } from "./split";
import { useShortcuts } from "./use-shortcuts";

export type ShellData = {
  conversations: Summaries;
  asks: AskCount;
  now: string;
  isRail: boolean;
  split: Split;
  canSignOut: boolean;
  agents: AgentsView["agents"];
  member?: AgentsView["member"];
  agentId: string;
};

/** Provides the shell of every signed-in page: the conversations, commands with shortcuts, and overlays. */
export function ShellProvider(props: ShellData & { children: ReactNode }) {
  return (
    <ChangesProvider>
      <CommandsProvider>
        <Provider {...props} />
      </CommandsProvider>
    </ChangesProvider>
  );
}

function Provider({
  conversations: initialConversations,
  asks,
  now,
  isRail: wasRail,
  split: before,
  canSignOut,
  agents: initialAgents,
  member: initialMember,
  agentId,
  children,
}: ShellData & { children: ReactNode }) {
  useLiveQueries();
  useWaiting(useAskCount(asks));
  useNotifications();
  const {
    conversations,
    edits,
    isLost,
    edit,
    remove: onRemove,
    restore: onRestore,
    older,
  } = useConversations(initialConversations);
  const { agents, member } = useAgents({ agents: initialAgents, member: initialMember });
  const first = firstOf(agents)?.id;
  const choice = useMemo(() => ({ agents, current: agentId, first }), [agents, agentId, first]);
  const rights = useStable(rightsOf(agents, member, agentId));
  useNamedAgent(member && rights && first !== agentId ? agentId : undefined);
  useNotedPlace(agentId);
  const path = usePathname().split("/");
  const current = path[1] === "chat" ? path[2] : undefined;
  const { leaving, undoable, remove } = useDeletion({ current, onRemove, onRestore });
  const [isRail, setIsRail] = useState(wasRail);
  const [isListOpen, setIsListOpen] = useState(false);
  const [split, setSplit] = useState(before);
  useShortcuts();

  const openList = useCallback(() => setIsListOpen(true), []);
  const fold = useCallback((rail: boolean) => {
    setIsRail(rail);
    keepCookie(NAV_COOKIE, rail ? "rail" : "column");
  }, []);
  const changeSplit = useCallback((change: Partial<Split>) => {
    setSplit((before) => {
      const next = { ...before, ...change };
      keepCookie(SPLIT_COOKIE, formatSplit(next));
      return next;
    });
  }, []);
  const change = useCallback(
    (conversation: Named, what: "rename" | "pin" | "unpin", wanted: { title?: string; pinned?: boolean }) => {
      edit(conversation.id, wanted).catch((error) => {
        const again = () => change(conversation, what, wanted);
        const values = { change: what, title: conversation.title, error: failureText(error) };
        void notifyProblem(t("notChanged", values), {
          action: { label: common("tryAgain"), onClick: again },
        });
      });
    },
    [edit],
  );

  const ids = useStable(conversations.map(({ id }) => id));
  const listed = useMemo(() => new Set(ids), [ids]);
  const shell = useMemo(
    () => ({
      openList,
      listed,
      leaving,
      edits,
      rename: (conversation: Named, title: string) => change(conversation, "rename", { title }),
      pin: (conversation: Named, pinned: boolean) =>
        change(conversation, pinned ? "pin" : "unpin", { pinned }),
      remove,
      split,
      changeSplit,
      isLost,
    }),
    [openList, listed, leaving, edits, change, remove, split, changeSplit, isLost],
  );
  const list = useMemo(() => ({ conversations, current, now, older }), [conversations, current, now, older]);
  const layout = useMemo(
    () => ({ isRail, fold, isListOpen, setIsListOpen, canSignOut }),
    [isRail, fold, isListOpen, canSignOut],
  );
  return (
    <ShellContext value={shell}>
      <ListContext value={list}>
        <LayoutContext value={layout}>
          <AgentsContext value={choice}>
            <RightsContext value={rights ?? NO_RIGHTS}>
              {rights ? children : <NoAgent />}
              <FrameCommands undoable={undoable} />
              <Overlays />
            </RightsContext>
          </AgentsContext>
        </LayoutContext>
      </ListContext>
    </ShellContext>
  );
}

/** Addresses of this agent have no prefix: the first that belongs to the member. */
const firstOf = (agents: readonly AgentView[]) => agents.find(({ right = "own" }) => right === "own");

/**
 * Adds the prefix of the agent to an address without one. Without it the server uses the member's first agent, which can
 * become another one, for example once a member without agents makes one.
 */
function useNamedAgent(agentId: string | undefined): void {
  const base = useBase();
  useEffect(() => {
    if (agentId === undefined || base !== "") return;
    const { pathname, search, hash } = location;
    location.replace(baseOf(agentId) + pathname + search + hash);
  }, [agentId, base]);
}

/** Returns the rights on the page's agent, or null if it is no longer shared with the member. */
function rightsOf(
  agents: readonly AgentView[],
  member: AgentsView["member"],
  agentId: string,
): Rights | null {
  if (!member) return { me: OWNER_ID, role: "owner", right: "own", isAlone: true };
  const right = agents.find(({ id }) => id === agentId)?.right;
  return right ? { me: member.id, role: member.role, right, isAlone: false } : null;
}

/** While the page says that the agent is gone, commands offer only what every member may do. */
const NO_RIGHTS: Rights = { me: "", role: "guest", right: "use", isAlone: false };

function useNotedPlace(agentId: string): void {
  useEffect(() => {
    const note = () => notePlace(agentId);
    // Client-side navigation needs no listener: the address is read when the document unloads.
    addEventListener("pagehide", note);
    return () => removeEventListener("pagehide", note);
  }, [agentId]);
}
