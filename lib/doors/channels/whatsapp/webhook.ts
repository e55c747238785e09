import { createHmac } from "node:crypto";
import { AppError } from "@/lib/shared/errors";
import { isPaired } from "@/lib/store/channels/channel-people";
import { addMessages, type NewMessage } from "@/lib/store/channels/whatsapp";
import type { ChannelUpdate } from "../define";
import { storeUpdates } from "../inbox";
import { accountOf, isSameSecret, linkedTo } from "../linked";
import { readWhatsAppUpdate, updatesIn } from "./read";
import { whatsapp } from "./whatsapp";

export async function isVerified(token: string): Promise<boolean> {
  const all = await linkedTo(whatsapp);
  return all.map(({ credentials }) => isSameSecret(credentials.verifyToken, token)).some(Boolean);
}

/**
 * Stores the updates of a webhook; the server with the lease processes them. The signature is an HMAC of the
 * body with the app's secret. Throws `unauthorized` if it matches no linked app.
 */
export async function takeWhatsAppWebhook(bytes: Uint8Array, signature: string | null): Promise<void> {
  const all = await linkedTo(whatsapp);
  const signers = all.filter(({ credentials }) =>
    isSameSecret(signatureOf(bytes, credentials.appSecret), signature ?? ""),
  );
  if (signers.length === 0)
    throw new AppError("unauthorized", "The webhook signature does not match an app linked here.");
  const body = parsed(bytes);
  for (const { row, credentials } of signers) {
    const updates = updatesIn(body, credentials.phoneNumberId);
    const { agentId } = row;
    await addMessages(agentId, await messagesIn(agentId, updates));
    await storeUpdates({ agentId, account: accountOf(row), channel: whatsapp }, updates);
  }
}

const signatureOf = (bytes: Uint8Array, secret: string): string =>
  `sha256=${createHmac("sha256", secret).update(bytes).digest("hex")}`;

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new AppError("bad_request", "The webhook body is not JSON.");
  }
}

/**
 * Returns the messages of contacts and strangers, to store them where whatsapp_read_messages finds them. Omits
 * the owner's messages, which are already in conversations.
 */
async function messagesIn(agentId: string, updates: readonly ChannelUpdate[]): Promise<NewMessage[]> {
  const messages: NewMessage[] = [];
  for (const { payload } of updates) {
    const inbound = readWhatsAppUpdate(payload);
    if (inbound?.type !== "message" || inbound.chat.kind !== "private") continue;
    const { externalId: id, from, files, at } = inbound;
    if (await isPaired({ agentId, id: "whatsapp" }, from.id)) continue;
    const text = [inbound.text, ...files.map(({ name }) => `📎 ${name}`)].filter(Boolean).join("\n");
    const name = from.name === from.id ? "" : from.name;
    messages.push({
      ...{ id, phone: from.id, name, text },
      fromMe: false,
      at: new Date(at),
      cause: null,
      conversationId: null,
    });
  }
  return messages;
}
