import { log } from "@/lib/ground/base/log";
import { type ChatKey, isOfContact, readChat } from "@/lib/store/channels/channel-chats";
import { type OutMessage, tell } from "@/lib/store/channels/channel-outbox";
import type { ChannelKey } from "@/lib/store/channels/channels";
import type { ChatContent } from "./content";
import type { ChannelDefinition, ChannelSession } from "./define";
import type { FormStep } from "./form";
import { linkTo } from "./render/link";
import { pieces } from "./render/pieces";
import { plainRich } from "./render/rich";

/** An update that is being processed. It may be processed again, so processing must be idempotent. */
export type ChannelWork = { channel: ChannelDefinition; session: ChannelSession; updateId: string };

export const asContent = (text: string): ChatContent => ({ text: plainRich(text), buttons: [] });

export async function sayStep(
  work: ChannelWork,
  key: ChatKey,
  step: FormStep,
  pressId?: string,
): Promise<void> {
  if ("refusal" in step) return refuseUpdate(work, key, step.refusal, pressId);
  if (pressId) await acknowledge(work, pressId, "done" in step ? step.done : undefined);
  if ("say" in step) await replyOnce(work, key, [step.say]);
}

export function refuseUpdate(work: ChannelWork, key: ChatKey, why: string, pressId?: string): Promise<void> {
  return pressId && work.channel.acknowledge
    ? acknowledge(work, pressId, why)
    : replyOnce(work, key, [asContent(why)]);
}

/**
 * Acknowledges the press of a button. The service rejects a late acknowledgement; only log that, so that the
 * press is not processed again.
 */
export async function acknowledge(
  { channel, session }: ChannelWork,
  pressId: string,
  text?: string,
): Promise<void> {
  await channel.acknowledge?.(session, pressId, text).catch((error) => {
    log.info("A press was not acknowledged", error, { channel: channel.id });
  });
}

export const replyOnce = (
  work: ChannelWork,
  key: ChatKey,
  contents: readonly ChatContent[],
  part = "reply",
): Promise<void> => tellIn(work, key, `${part}:${work.updateId}`, contents);

export async function tellIn(
  work: ChannelWork,
  key: ChatKey,
  part: string,
  contents: readonly ChatContent[],
): Promise<void> {
  const { capabilities } = work.channel;
  await tell(key, pieces(part, contents, capabilities), { canEdit: capabilities.edit });
}

const LOST = "uncertain:";

/** Tells the owner once that a message may not have arrived. If this message fails too, it is not reported. */
export async function sayLost(
  channel: ChannelKey,
  { id, chatId, key }: OutMessage,
  what: string,
): Promise<void> {
  const chat = { ...channel, chatId };
  if (key.startsWith(LOST) || (await isOfContact(chat))) return;
  const { conversationId } = (await readChat(chat)) ?? {};
  const where = conversationId ? ` See it in Easel: ${linkTo(conversationId)}` : "";
  await tell(chat, [{ key: `${LOST}${id}`, content: asContent(what + where) }], { canEdit: false });
}
