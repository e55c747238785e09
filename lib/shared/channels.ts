import * as z from "zod/mini";

/** Services by which the agent is reached, with their names for people; also who begins the turns of their conversations. */
export const CHANNEL_TITLES = { telegram: "Telegram", whatsapp: "WhatsApp" } as const;
export const CHANNELS = Object.keys(CHANNEL_TITLES) as (keyof typeof CHANNEL_TITLES)[];
/** For a sentence: "Telegram and WhatsApp". */
export const channelWords = new Intl.ListFormat("en").format(Object.values(CHANNEL_TITLES));
export const channelId = z.enum(CHANNELS);
export type ChannelId = z.infer<typeof channelId>;

/** `off`: no account is linked. `lost`: it cannot be reached now; what is to be sent waits. */
export const channelStatus = z.enum(["off", "connecting", "connected", "lost"]);
export type ChannelStatus = z.infer<typeof channelStatus>;

export const channelPerson = z.object({ id: z.string(), name: z.string(), pairedAt: z.string() });
export type ChannelPerson = z.infer<typeof channelPerson>;

export const channelView = z.object({
  id: channelId,
  title: z.string(),
  status: channelStatus,
  /** Why it is lost, or what went wrong last. */
  error: z.optional(z.string()),
  /** What a person does without there. */
  lacks: z.array(z.string()),
  /** The address to which the service sends what comes in, where it does not give it when it is asked. */
  webhook: z.optional(z.string()),
  /** As whom the agent is known there. */
  account: z.optional(z.object({ name: z.string(), url: z.nullable(z.string()) })),
  connectedAt: z.optional(z.string()),
  /** Who is answered as the owner of the workspace. */
  people: z.array(channelPerson),
  /** Messages that are still to be sent, and those of which nobody knows whether they arrived. */
  waiting: z.number(),
  uncertain: z.number(),
  /** A code is good until then. */
  pairingUntil: z.optional(z.string()),
});
export type ChannelView = z.infer<typeof channelView>;
export const channelsView = z.object({ channels: z.array(channelView) });

export const pairing = z.object({
  code: z.string(),
  expiresAt: z.string(),
  /** Opens the chat with the code filled in, where the service knows such links. */
  url: z.nullable(z.string()),
});
export type Pairing = z.infer<typeof pairing>;

/** What a test of a channel says. */
export const channelTest = z.object({ ok: z.boolean(), message: z.string() });
export type ChannelTest = z.infer<typeof channelTest>;
