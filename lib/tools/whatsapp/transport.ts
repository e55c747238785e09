import { openCredentials } from "@/lib/platform/services/credentials";
import { AppError } from "@/lib/shared/errors";
import { readChannel } from "@/lib/store/channels/channels";
import { addMessages } from "@/lib/store/channels/whatsapp";
import * as cloud from "./cloud";
import { type Cloud, cloudCredentials } from "./cloud";

/** A file as it goes out: what phones show in the chat, or a document. */
export type OutMedia = { name: string; mediaType: string; bytes: Uint8Array; as: "photo" | "document" };
/** What a person can choose below a message. */
export type OutChoice = { label: string; data: string };
export type WhatsAppMessage = { to: string; text: string; choices: readonly OutChoice[]; media?: OutMedia };

/**
 * The way to WhatsApp's network: the Business Cloud API. Another one, such as a linked device, speaks the same, and tools and
 * channel are none the wiser. Throws `Failed`.
 */
type Transport = {
  /** As whom the account is known. */
  identify(): Promise<{ id: string; name: string; url: string | null }>;
  /** Sends one message, once; gives by what WhatsApp names it. */
  send(message: WhatsAppMessage): Promise<string>;
  /** The bytes of what somebody sent. */
  download(mediaId: string, maxBytes: number): Promise<Uint8Array>;
};

export const transportOf = (account: Cloud): Transport => ({
  identify: () => cloud.identify(account),
  send: (message) => cloud.sendByCloud(account, message),
  download: (mediaId, maxBytes) => cloud.downloadFromCloud(account, mediaId, maxBytes),
});

export const WHATSAPP_TITLE = "WhatsApp";

/** The transport of the account that an agent is linked with. Throws in words where it is not connected. */
export async function connectedTransport(agentId: string): Promise<Transport> {
  const row = await readChannel({ agentId, id: "whatsapp" });
  if (row?.status !== "connected")
    throw new AppError(
      "unavailable",
      row
        ? "WhatsApp cannot be reached now. Try again later, or tell the person: Settings, Channels says why."
        : "WhatsApp is not connected. The person connects it in Settings, Channels.",
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

/** Notes what was sent, for the person to read. */
export const noteSent = (agentId: string, { id, ...sent }: Sent): Promise<void> =>
  addMessages(agentId, [{ ...sent, id, name: "", fromMe: true, at: new Date() }]);
