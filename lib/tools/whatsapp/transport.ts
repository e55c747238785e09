import { openCredentials } from "@/lib/platform/services/credentials";
import { AppError } from "@/lib/shared/errors";
import { readChannel } from "@/lib/store/channels/channels";
import { addMessages } from "@/lib/store/channels/whatsapp";
import * as cloud from "./cloud";
import { type Cloud, cloudCredentials } from "./cloud";

export type OutMedia = { name: string; mediaType: string; bytes: Uint8Array; as: "photo" | "document" };
export type OutChoice = { label: string; data: string };
export type WhatsAppMessage = { to: string; text: string; choices: readonly OutChoice[]; media?: OutMedia };

/**
 * The interface to WhatsApp's network, implemented by the Business Cloud API. Tools and the channel use only
 * this interface. Methods throw `Failed`.
 */
type Transport = {
  identify(): Promise<{ id: string; name: string; url: string | null }>;
  send(message: WhatsAppMessage): Promise<string>;
  download(mediaId: string, maxBytes: number): Promise<Uint8Array>;
};

export const transportOf = (account: Cloud): Transport => ({
  identify: () => cloud.identify(account),
  send: (message) => cloud.sendByCloud(account, message),
  download: (mediaId, maxBytes) => cloud.downloadFromCloud(account, mediaId, maxBytes),
});

export const WHATSAPP_TITLE = "WhatsApp";

export async function connectedTransport(agentId: string): Promise<Transport> {
  const row = await readChannel({ agentId, id: "whatsapp" });
  if (row?.status !== "connected")
    throw new AppError(
      "unavailable",
      row
        ? "WhatsApp cannot be reached now. Try again later, or tell the user: Settings → Channels shows why."
        : "WhatsApp is not connected. The user can connect it in Settings → Channels.",
    );
  const credentials = openCredentials({ title: WHATSAPP_TITLE, credentials: cloudCredentials }, row);
  return transportOf({ agentId, ...credentials });
}

type Sent = {
  id: string;
  phone: string;
  text: string;
  cause: "contact" | "tool";
  conversationId: string | null;
};

export const noteSent = (agentId: string, { id, ...sent }: Sent): Promise<void> =>
  addMessages(agentId, [{ ...sent, id, name: "", fromMe: true, at: new Date() }]);
