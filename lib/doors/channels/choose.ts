import { runAgent } from "@/lib/agent/loop/run";
import { isAppError } from "@/lib/shared/errors";
import { type Chat, type ChatKey, readChat } from "@/lib/store/channels/channel-chats";
import { latestChoices, messageById } from "@/lib/store/channels/channel-outbox";
import { chooseModelByCommand, chooseSession } from "./commands";
import { type Action, content as contentSchema, isNumbered } from "./content";
import { pressForm } from "./form";
import type { Inbound } from "./inbound";
import { acknowledge, type ChannelWork, refuseUpdate, replyOnce, sayStep } from "./say";

/**
 * For services without enough buttons: returns the action that a number in the text selects from the latest
 * numbered choices.
 */
export async function numbered({ channel }: ChannelWork, key: ChatKey, text: string): Promise<Action | null> {
  const number = /^\s*(\d{1,2})[.)]?\s*$/.exec(text)?.[1];
  if (number === undefined) return null;
  const latest = await latestChoices(key);
  const { data } = contentSchema.safeParse(latest?.content);
  if (!latest || !data || !isNumbered(data.buttons, channel)) return null;
  const { action } = data.buttons[Number(number) - 1] ?? {};
  // An ask waits until it is answered. A list of sessions or models is valid only until the next message.
  const isMeant = action?.do === "answer" || (latest.isLast && action?.do !== "form");
  return (isMeant && action) || null;
}

export async function press(
  work: ChannelWork,
  key: ChatKey,
  chat: Chat,
  { pressId, data }: Extract<Inbound, { type: "press" }>,
): Promise<void> {
  const [, id = "", index = ""] = /^(\d{1,15}):(\d{1,3})$/.exec(data) ?? [];
  const message = id ? await messageById(key, Number(id)) : null;
  const { data: shown } = contentSchema.safeParse(message?.content);
  const chosen = shown?.buttons[Number(index)];
  if (!message || !chosen) return refuseUpdate(work, key, "This was already answered.", pressId);
  await actOnChoice(work, key, chat, chosen.action, pressId);
}

export async function actOnChoice(
  work: ChannelWork,
  key: ChatKey,
  chat: Chat,
  action: Action,
  pressId?: string,
): Promise<void> {
  const { agentId } = key;
  const done = () => (pressId ? acknowledge(work, pressId) : Promise.resolve());
  if (action.do === "session") {
    const reply = await chooseSession(key, action.conversationId);
    await done();
    return replyOnce(work, key, [reply]);
  }
  if (action.do === "model") {
    const reply = await chooseModelByCommand(key, (await readChat(key)) ?? chat, action.model);
    await done();
    return replyOnce(work, key, [reply]);
  }
  if (action.do === "form") {
    return sayStep(work, key, await pressForm(agentId, key, chat, action), pressId);
  }
  const { conversationId, messageId, toolCallId, output } = action;
  try {
    await runAgent({ agentId, conversationId, input: { answer: { toolCallId, messageId, output } } });
    await done();
  } catch (error) {
    if (!isAppError(error) || error.code === "unavailable" || error.code === "internal") throw error;
    await refuseUpdate(work, key, error.message, pressId);
  }
}
