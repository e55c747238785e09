import { runAgent } from "@/lib/agent/loop/run";
import { log } from "@/lib/ground/base/log";
import { isAppError } from "@/lib/shared/errors";
import { WHATSAPP } from "@/lib/shared/origins";
import { readSettings, timeZoneOf } from "@/lib/store/agents/settings";
import { type ChatKey, conversationOf, openChat } from "@/lib/store/channels/channel-chats";
import { admitReply, noteConversation } from "@/lib/store/channels/whatsapp";
import { hear } from "./hear";
import type { Inbound } from "./inbound";
import { acknowledge, type ChannelWork } from "./say";

/** Older messages arrived while no server was running. They are not answered. */
export const MAX_AGE_MS = 10 * 60_000;

/**
 * Answers a contact in a separate conversation. Contacts have no commands, buttons or forms, their files are
 * not downloaded, and they receive no error messages.
 */
export async function answerContact(work: ChannelWork, key: ChatKey, inbound: Inbound): Promise<void> {
  if (inbound.type === "press") return acknowledge(work, inbound.pressId);
  if (inbound.type !== "message" || inbound.chat.kind !== "private") return;
  if (Date.now() - inbound.at > MAX_AGE_MS) return;
  const { agentId } = key;
  const { externalId: id, from } = inbound;
  const settings = await readSettings(agentId);
  if (!(await admitReply(agentId, { id, phone: from.id }, timeZoneOf(settings)))) return;
  const chat = await openChat(key, inbound.chat);
  const { inbound: heard } = await hear(work, key, inbound);
  const text = [heard.text, ...heard.files.map(({ name }) => `(sent a file that you cannot see: ${name})`)];
  const beginning = { title: `${chat.title} on WhatsApp`, contact: from.id, origins: [WHATSAPP] };
  const conversationId = await conversationOf(key, beginning);
  await noteConversation(agentId, id, conversationId);
  const message = {
    id: `${key.id}:${work.updateId}`,
    parts: [{ type: "text" as const, text: text.filter(Boolean).join("\n") }],
  };
  try {
    await runAgent({ agentId, conversationId, contact: from.id, input: { message } });
  } catch (error) {
    if (!isAppError(error) || error.code === "unavailable" || error.code === "internal") throw error;
    log.info("A contact was not answered", error, { channel: key.id });
  }
}
