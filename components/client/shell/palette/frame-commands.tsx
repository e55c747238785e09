"use client";

import { useRouter } from "@/components/ui/kit/agent-base";
import { type Command, useCommands } from "@/components/ui/kit/commands";
import { SHORTCUTS } from "@/components/ui/kit/shortcuts";
import { newId } from "@/lib/shared/chat/id";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/shellPalette";
import { placeOf } from "../agents/agent-place";
import { neighbour } from "../conversations/groups";
import { useAgentChoice, useLayout } from "../layout-context";
import { useList } from "../shell-context";

/**
 * Media query for screens that are wide enough for the list as a column beside chat and canvas. On narrower
 * screens the list is a drawer.
 */
const WIDE = "(width >= 1128px)";

type FrameCommandsProps = { undoable: { title: string; undo: () => void } | undefined };

/**
 * Registers the commands with shortcuts that work on every page. `useOwnCommands` registers commands that only
 * the palette offers.
 */
export function FrameCommands({ undoable }: FrameCommandsProps) {
  const router = useRouter();
  const { conversations, current } = useList();
  const { isRail, fold, isListOpen, setIsListOpen } = useLayout();
  const waiting = conversations.find(({ id, openAsks }) => openAsks > 0 && id !== current);
  const { agents, current: agentId, first } = useAgentChoice();
  const others = agents.filter(({ id, archivedAt }) => id !== agentId && archivedAt === null);
  const open = (conversation: { id: string } | undefined) =>
    conversation && router.push(`/chat/${conversation.id}`);

  const list: Command = {
    id: "list",
    label: SHORTCUTS.list.label,
    group: "Layout",
    shortcut: "list",
    keywords: ["sidebar", "column", "rail"],
    run: () => (matchMedia(WIDE).matches ? fold(!isRail) : setIsListOpen(!isListOpen)),
  };

  useCommands(
    [
      {
        id: "create",
        label: common("newConversation"),
        group: "Go to",
        shortcut: "create",
        keywords: ["chat", "create", "begin"],
        run: () => open({ id: newId() }),
      },
      {
        id: "waiting",
        label: SHORTCUTS.waiting.label,
        group: "Go to",
        shortcut: "waiting",
        isHidden: !waiting,
        run: () => open(waiting),
      },
      {
        id: "inbox",
        label: common("inbox"),
        group: "Go to",
        shortcut: "inbox",
        keywords: ["waiting", "asks", "questions", "approvals", "permissions", "notifications"],
        run: () => router.push("/inbox"),
      },
      {
        id: "previous",
        label: SHORTCUTS.previousConversation.label,
        group: "Go to",
        shortcut: "previousConversation",
        isHidden: true,
        run: () => open(neighbour(conversations, current, -1)),
      },
      {
        id: "next",
        label: SHORTCUTS.nextConversation.label,
        group: "Go to",
        shortcut: "nextConversation",
        isHidden: true,
        run: () => open(neighbour(conversations, current, 1)),
      },
      ...others.map(
        (agent): Command => ({
          id: `agent ${agent.id}`,
          label: t("agent", { name: agent.name }),
          group: "Go to",
          keywords: ["switch", "agent", agent.description],
          run: () => location.assign(placeOf(agent.id, first)),
        }),
      ),
      ...(current === undefined ? [] : [list]),
      ...(undoable
        ? [
            {
              id: "undo",
              label: t("restore", { title: undoable.title }),
              group: "Go to",
              shortcut: "undo",
              keywords: ["undo", "delete", "restore"],
              run: undoable.undo,
            } satisfies Command,
          ]
        : []),
    ],
    "frame",
  );
  return null;
}
