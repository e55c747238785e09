"use client";

import type { UIMessage } from "ai";
import { useRef, useState } from "react";
import type { Pane } from "@/components/client/shell/panes";
import type { Shell } from "@/components/client/shell/shell-context";
import { type Command, useCommands } from "@/components/ui/kit/commands";
import { notifyProblem } from "@/components/ui/kit/notify";
import { type Exportable, exportConversation, printConversation } from "@/components/workspace/export/index";
import { usePrintKey } from "@/components/workspace/export/use-print-key";
import { type Ask, isAwaited } from "@/lib/shared/chat/contract";
import { type Surface, surfaceId } from "@/lib/shared/chat/surfaces/surfaces";
import { t } from "@/lib/shared/i18n/en/chat";
import { t as common } from "@/lib/shared/i18n/en/common";
import { parsePermission } from "@/lib/shared/tools/permission";
import type { Conversation } from "./client/conversation";
import { type ConversationState, shownMessages } from "./client/state";
import type { Heading } from "./use-heading";

type ChatCommandsProps = {
  conversation: Conversation;
  state: ConversationState;
  heading: Heading;
  desk: { asks: Ask[]; surfaces: Surface[]; show: (surfaceId: string) => void };
  messages: UIMessage[];
  shell: Shell;
  reveal: (pane: Pane) => void;
  next: () => void;
  previous: () => void;
  /** Opens the dialog that shares the conversation. */
  share: () => void;
};

export type ChatCommands = {
  isRenaming: boolean;
  rename: () => void;
  renamed: (title: string | undefined) => void;
  pin: () => void;
  remove: () => void;
  /** Loads the whole conversation; undefined if that failed. */
  readAll: () => Promise<Exportable | undefined>;
  saveAs: (form: "file" | "print") => void;
  askModel: () => void;
  /** Summarises earlier messages; undefined while impossible. */
  compact: (() => void) | undefined;
  /** Ends the session; undefined while impossible. */
  endSession: (() => void) | undefined;
  share: (() => void) | undefined;
  allowed: readonly string[];
  askAgain: (toolName: string) => void;
  /** The bar whose model menu was requested last, and the number of requests. */
  modelAsked: { bar: "chat" | "phone"; times: number };
};

export function useChatCommands(props: ChatCommandsProps): ChatCommands {
  const { conversation, state, heading, desk, messages, shell, reveal, next, previous } = props;
  const { split, changeSplit, rename, pin, remove } = shell;
  const [isRenaming, setIsRenaming] = useState(false);
  const [modelAsked, setModelAsked] = useState<ChatCommands["modelAsked"]>({ bar: "chat", times: 0 });
  const { isStored, isReader, isPinned, title } = heading;
  const named = useRef({ id: heading.id, title });
  named.current = { id: heading.id, title };
  const ask = desk.asks.find(isAwaited);

  const askModel = () => {
    const bar = matchMedia(PHONE).matches ? "phone" : "chat";
    // The chat pane, which contains that bar, may be hidden.
    if (bar === "chat") reveal("chat");
    setModelAsked(({ times }) => ({ bar, times: times + 1 }));
  };
  const only = (pane: Pane) => changeSplit({ show: split.show === pane ? "both" : pane });
  const readAll = async () => {
    if (!(await conversation.loadAll())) return undefined;
    const { snapshot } = conversation.state;
    return {
      conversation: { ...snapshot.conversation, title },
      messages: shownMessages(conversation.state),
      asks: snapshot.asks,
    };
  };
  const saveAs = async (form: "file" | "print") => {
    const from = await readAll();
    if (!from) return notifyProblem(t("notExported"));
    await (form === "file" ? exportConversation(from) : printConversation(from));
  };
  usePrintKey(isStored ? () => void saveAs("print") : undefined);
  const toAsk = () => {
    if (!ask) return;
    const surface = desk.surfaces.find(({ id }) => id === surfaceId(ask.messageId, ask.toolCallId));
    if (surface) return desk.show(surface.id);
    reveal("chat");
    location.hash = `m-${ask.messageId}`;
    setTimeout(() => document.querySelector<HTMLElement>(FIRST_OF_ASK)?.focus());
  };

  const { endedAt, isEnding } = state.snapshot.conversation;
  const canCompact =
    isStored && !isReader && !endedAt && !state.running && desk.asks.length === 0 && messages.length > 2;
  const compact = canCompact ? () => void conversation.compact() : undefined;

  const canEndSession =
    isStored && !isReader && !endedAt && !isEnding && !state.isEndingSession && messages.length > 1;
  const endSession = canEndSession ? () => void conversation.endSession() : undefined;

  const commands: ChatCommands = {
    isRenaming,
    rename: () => setIsRenaming(true),
    renamed: (next) => {
      setIsRenaming(false);
      if (next) rename(named.current, next);
    },
    pin: () => pin(named.current, !isPinned),
    remove: () => remove(named.current),
    readAll,
    saveAs: (form) => void saveAs(form),
    askModel,
    compact,
    endSession,
    share: isStored && !isReader ? props.share : undefined,
    allowed: (state.snapshot.conversation.approvedTools ?? []).map((one) => parsePermission(one).name),
    askAgain: (toolName) => void conversation.askAgain(toolName),
    modelAsked,
  };
  useCommands([
    ...(isReader
      ? []
      : [here("composer", t("goToField"), () => focusComposer(reveal), { shortcut: "composer" })]),
    ...(ask ? [here("waiting", t("goToQuestion"), toAsk, { shortcut: "waiting" })] : []),
    ...(state.running && !isReader
      ? [here("stop", t("stopAnswer"), () => void conversation.stop(), { shortcut: "stop" })]
      : []),
    ...(isReader
      ? []
      : [
          here("model", t("chooseModel"), askModel, {
            keywords: ["llm", "provider", "gpt", "claude", "gemini"],
          }),
        ]),
    ...(isStored
      ? [...(isReader ? [] : authorCommands(commands, isPinned)), ...storedCommands(commands)]
      : []),
    ...layout(split.show, only),
    here("previousSheet", t("previousSheet"), previous, { shortcut: "previousSheet", isHidden: true }),
    here("nextSheet", t("nextSheet"), next, { shortcut: "nextSheet", isHidden: true }),
  ]);

  return commands;
}

const PHONE = "(width < 768px)";

const here = (id: string, label: string, run: () => void, more: Partial<Command> = {}): Command => ({
  id,
  label,
  group: "Here",
  run,
  ...more,
});

const storedCommands = ({ saveAs }: ChatCommands): Command[] => [
  here("export", common("exportAsHtml"), () => saveAs("file"), {
    keywords: ["download", "save", "take along"],
  }),
  here("print", t("printConversation"), () => saveAs("print"), { keywords: ["pdf", "paper"] }),
];

/** Commands that change the conversation. */
const authorCommands = (
  { rename, pin, compact, endSession, share, remove }: ChatCommands,
  isPinned: boolean,
): Command[] => [
  here("rename", t("rename"), rename, { keywords: ["title"] }),
  here(isPinned ? "unpin" : "pin", isPinned ? t("unpin") : t("pin"), pin),
  ...(compact
    ? [
        here("compact", t("summarise"), compact, {
          keywords: ["compact", "context", "shorten", "memory"],
        }),
      ]
    : []),
  ...(endSession
    ? [
        here("divide", t("newSession"), endSession, {
          keywords: ["end", "divide", "fresh", "begin", "memory"],
        }),
      ]
    : []),
  ...(share
    ? [here("share", t("share"), share, { keywords: ["people", "read", "link", "public", "publish"] })]
    : []),
  here("remove", t("delete"), remove, { keywords: ["remove"] }),
];

const layout = (show: string, only: (pane: Pane) => void): Command[] => [
  {
    id: "chat",
    label: show === "chat" ? t("chatAndCanvas") : t("onlyChat"),
    group: "Layout",
    shortcut: "chat",
    keywords: ["full", "wide", "hide", "canvas", "panel"],
    run: () => only("chat"),
  },
  {
    id: "canvas",
    label: show === "canvas" ? t("chatAndCanvas") : t("onlyCanvas"),
    group: "Layout",
    shortcut: "canvas",
    keywords: ["full", "wide", "hide", "chat", "panel"],
    run: () => only("canvas"),
  },
];

const FIRST_OF_ASK = "section[data-ask] :is(input, textarea, button)";

/**
 * Shows the chat and focuses the message field. The timer waits for the render in which the chat becomes
 * visible.
 */
function focusComposer(reveal: (pane: Pane) => void) {
  reveal("chat");
  setTimeout(() => document.querySelector<HTMLElement>("textarea[data-composer]")?.focus());
}
