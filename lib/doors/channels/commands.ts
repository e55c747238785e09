import { createHash } from "node:crypto";
import { endChatSessionLater } from "@/lib/agent/loop/end-chat-session";
import { stop } from "@/lib/agent/loop/stop";
import { availableModels } from "@/lib/models/providers/available";
import { isAppError } from "@/lib/shared/errors";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { listExecutions, readExecutionStats } from "@/lib/store/agents/executions";
import { readSettings, timeZoneOf } from "@/lib/store/agents/settings";
import { readAsksBelow, readAsksIn } from "@/lib/store/channels/asks-in";
import {
  beginConversation,
  type Chat,
  type ChatKey,
  moveChat,
  setForm,
} from "@/lib/store/channels/channel-chats";
import { changeConversation, readConversationHead } from "@/lib/store/loop/conversations";
import { listConversations } from "@/lib/store/search/conversation-list";
import { COMMANDS, type CommandName, isCommand } from "./command-list";
import type { ChatContent, ContentButton } from "./content";
import { channelOf } from "./index";
import { linkTo } from "./render/link";
import { contentsOf, renderSubagentAsk } from "./render/message";
import { plainRich, RichBuilder } from "./render/rich";

/**
 * The chat in which the command was sent, and the update that contained it. Handling the same update again has
 * no further effect.
 */
type CommandRequest = { key: ChatKey; chat: Chat; updateId: string; args: string };

const DAYS = 7;
const TOP = 5;
const FAILURES = { default: 5, most: 10 };
const MAX_CODE = 500;
const MAX_ERROR = 300;
const SESSIONS = 10;
const MODELS = 30;
const MAX_NAME = 200;

const textMessage = (text: string, buttons: ContentButton[] = []): ChatContent => ({
  text: plainRich(text),
  buttons,
});

const RUN: Record<CommandName, (request: CommandRequest) => Promise<ChatContent[]>> = {
  newsession: newSession,
  sessions,
  stop: stopNow,
  asks,
  model,
  memory,
  codestats: codeStats,
  codefailures: codeFailures,
  help,
};

export function commandIn(text: string): { name: CommandName | "start"; args: string } | null {
  const [, name = "", args = ""] = /^\/([a-z]+)(?:\s+([\s\S]*))?$/i.exec(text.trim()) ?? [];
  const command = name.toLowerCase();
  return isCommand(command) || command === "start" ? { name: command, args: args.trim() } : null;
}

export async function runCommand(name: CommandName, request: CommandRequest): Promise<ChatContent[]> {
  try {
    return await RUN[name](request);
  } catch (error) {
    if (isAppError(error)) return [textMessage(error.message)];
    throw error;
  }
}

export async function help(): Promise<ChatContent[]> {
  const all = new RichBuilder();
  all.add(
    "Write to the agent as in Easel; it also reads images and files. You can answer its questions here or in Easel.\n",
  );
  for (const [name, { args, about }] of Object.entries<{ args?: string; about: string }>(COMMANDS))
    all.add(`\n/${name}${args ? ` ${args}` : ""}: ${about}`);
  return [{ text: all.done(), buttons: [] }];
}

/** Derives an id from the update, so that a repeated update creates nothing new. */
function idOf(...parts: readonly string[]): string {
  const hex = createHash("sha256").update(JSON.stringify(parts)).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

async function newSession({ key, chat, updateId, args }: CommandRequest): Promise<ChatContent[]> {
  const { agentId, id } = key;
  const name = args.replace(/\s+/g, " ").slice(0, MAX_NAME).toWellFormed();
  const conversationId = idOf(agentId, id, updateId);
  const before = chat.conversationId;
  if (before === conversationId) return [textMessage(startedMessage(name))];
  const model = before ? ((await readConversationHead(agentId, before))?.model ?? null) : null;
  await beginConversation(key, { conversationId, title: name || "New session", origins: [], model });
  if (name) await changeConversation(agentId, conversationId, { title: name });
  if (before) endChatSessionLater({ agentId, conversationId: before });
  return [textMessage(startedMessage(name))];
}

const startedMessage = (name: string) => (name ? `Started new session: ${name}` : "Started new session.");

async function sessions({ key, chat }: CommandRequest): Promise<ChatContent[]> {
  const { conversations } = await listConversations(key.agentId, { limit: SESSIONS });
  if (conversations.length === 0)
    return [textMessage("There are no sessions yet. Write something to start one.")];
  const buttons = conversations.map(
    ({ id, title }): ContentButton => ({
      label: `${id === chat.conversationId ? "● " : ""}${title || "Untitled"}`,
      action: { do: "session", conversationId: id },
    }),
  );
  return [textMessage("Which session do you want to continue? A dot marks the current one.", buttons)];
}

export async function chooseSession(key: ChatKey, conversationId: string): Promise<ChatContent> {
  const head = await readConversationHead(key.agentId, conversationId);
  if (!head || !(await moveChat(key, conversationId)))
    return textMessage("That session no longer exists. /sessions lists the existing ones.");
  const about = head.endedAt ? " It has ended; your next message continues from its summary." : "";
  return textMessage(
    `This chat now continues in “${head.title || "Untitled"}”.${about}\n${linkTo(conversationId)}`,
  );
}

async function stopNow({ key, chat }: CommandRequest): Promise<ChatContent[]> {
  await setForm(key, null);
  const { conversationId } = chat;
  const before = conversationId ? await readConversationHead(key.agentId, conversationId) : null;
  if (!conversationId || !before?.live) return [textMessage("Nothing is running here.")];
  await stop(key.agentId, conversationId);
  return [textMessage("Stopped. The answer so far is saved.")];
}

async function asks({ key, chat }: CommandRequest): Promise<ChatContent[]> {
  const { conversationId: own } = chat;
  const open = await readAsksIn(key.agentId);
  const below = own ? (await readAsksBelow(key, own)).filter(({ status }) => status === "open") : [];
  const here = open.filter(({ conversationId }) => conversationId === own);
  const isBelow = (id: string) => below.some(({ conversationId }) => conversationId === id);
  const elsewhere = open.filter((one) => !here.includes(one) && !isBelow(one.conversationId));
  if (here.length + below.length + elsewhere.length === 0)
    return [textMessage("Nothing is waiting for you.")];
  const where = { agentId: key.agentId, conversationId: own ?? "", limits: channelOf(key.id).capabilities };
  const shown = [
    ...(await Promise.all(here.map((ask) => contentsOf(where, ask)))),
    ...(await Promise.all(below.map((ask) => renderSubagentAsk(where, ask)))),
  ].flat();
  if (elsewhere.length === 0) return shown;
  const titles = [...new Map(elsewhere.map((one) => [one.conversationId, one.title || "Untitled"]))];
  const buttons = titles.slice(0, SESSIONS).map(
    ([conversationId, label]): ContentButton => ({
      label,
      action: { do: "session", conversationId },
    }),
  );
  const count = elsewhere.length === 1 ? "One question is" : `${elsewhere.length} questions are`;
  return [
    ...shown,
    textMessage(`${count} waiting for you in other sessions. Continue one to answer here:`, buttons),
  ];
}

async function model({ key, chat, args }: CommandRequest): Promise<ChatContent[]> {
  const settings = await readSettings(key.agentId);
  const { models, default: byDefault } = await availableModels(settings);
  const head = chat.conversationId ? await readConversationHead(key.agentId, chat.conversationId) : null;
  const now = head?.model ?? byDefault;
  const nameOf = (id: string) => models.find((one) => one.id === id)?.name ?? id;
  if (!args) {
    const buttons = models.slice(0, MODELS).map(
      ({ id, name }): ContentButton => ({
        label: `${id === now ? "● " : ""}${name}`,
        action: { do: "model", model: id },
      }),
    );
    return [textMessage(`${nameOf(now)} answers here. Choose another model?`, buttons)];
  }
  const wanted = args.toLowerCase();
  const exact = models.filter(({ id, name }) => id.toLowerCase() === wanted || name.toLowerCase() === wanted);
  const near = models.filter(({ id, name }) => `${id} ${name}`.toLowerCase().includes(wanted));
  const [found, another] = exact.length > 0 ? exact.slice(0, 1) : near;
  if (!found)
    return [
      textMessage(
        `There is no model “${args.slice(0, 80).toWellFormed()}”. /model lists the available ones.`,
      ),
    ];
  if (another)
    return [
      textMessage(
        "Which model?",
        near
          .slice(0, MODELS)
          .map(({ id, name }): ContentButton => ({ label: name, action: { do: "model", model: id } })),
      ),
    ];
  return [await chooseModelByCommand(key, chat, found.id)];
}

export async function chooseModelByCommand(
  key: ChatKey,
  chat: Chat,
  id: string | null,
): Promise<ChatContent> {
  const conversationId = chat.conversationId ?? idOf(key.agentId, key.id, key.chatId, "first");
  if (!chat.conversationId)
    await beginConversation(key, { conversationId, title: chat.title, origins: [], model: id });
  else await changeConversation(key.agentId, conversationId, { model: id });
  return textMessage(id === null ? "The default model answers from now on." : `${id} answers from now on.`);
}

async function memory({ key, args }: CommandRequest): Promise<ChatContent[]> {
  const wanted = args.toLowerCase();
  const { toolsets } = await readSettings(key.agentId);
  const isOff = toolsets.memory?.mode === "off";
  if (wanted !== "on" && wanted !== "off")
    return [
      textMessage(`Memory is ${isOff ? "off" : "on"}. Write /memory ${isOff ? "on" : "off"} to change that.`),
    ];
  if ((wanted === "off") !== isOff) await changeSetting(key.agentId, "toolset:memory", { mode: wanted });
  return [
    textMessage(
      wanted === "on"
        ? "Memory is on."
        : "Memory is off: nothing is stored or recalled. Existing memory stays.",
    ),
  ];
}

async function codeStats({ key }: CommandRequest): Promise<ChatContent[]> {
  const settings = await readSettings(key.agentId);
  const stats = await readExecutionStats(key.agentId, DAYS, timeZoneOf(settings));
  const { total, successful, failed, avgDurationMs, errors } = stats;
  const all = new RichBuilder();
  all.mark({ type: "bold" }, () => all.add(`📊 Code Execution Stats (${DAYS} days)`));
  all.add(
    `\n\nTotal: ${total}\n✅ Success: ${successful}\n❌ Failed: ${failed}\n⏱ Avg duration: ${avgDurationMs}ms`,
  );
  if (errors.length > 0) {
    all.add("\n\nTop error categories:");
    for (const { category, count } of errors.slice(0, TOP)) all.add(`\n  • ${category}: ${count}`);
  }
  return [{ text: all.done(), buttons: [] }];
}

async function codeFailures({ key, args }: CommandRequest): Promise<ChatContent[]> {
  const asked = Number.parseInt(args, 10);
  const limit = asked > 0 ? Math.min(asked, FAILURES.most) : FAILURES.default;
  const { executions } = await listExecutions(key.agentId, { status: "failed", limit });
  if (executions.length === 0) return [textMessage("No recent failures! 🎉")];
  return executions.map(({ id, errorCategory, createdAt, code, stderr }) => {
    const all = new RichBuilder();
    all.add("❌ ").mark({ type: "code" }, () => all.add(id.slice(0, 8)));
    all.add(`\nCategory: ${errorCategory ?? "unknown"}\nTime: ${createdAt}\n\nCode:\n`);
    all.mark({ type: "pre", language: "javascript" }, () =>
      all.add(`${cut(code, MAX_CODE)}${code.length > MAX_CODE ? "..." : ""}` || " "),
    );
    all.add("\n\nError:\n").mark({ type: "pre" }, () => all.add(cut(stderr, MAX_ERROR) || " "));
    return { text: all.done(), buttons: [] };
  });
}

const cut = (text: string, maxChars: number) => text.slice(0, maxChars).toWellFormed();
