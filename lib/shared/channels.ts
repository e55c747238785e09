import * as z from "zod/mini";

/** Messengers that reach the agent, with their display names. The ids are also origins of conversations. */
export const CHANNEL_TITLES = { telegram: "Telegram", whatsapp: "WhatsApp", mail: "Mail" } as const;
export const CHANNELS = Object.keys(CHANNEL_TITLES) as (keyof typeof CHANNEL_TITLES)[];
export const channelNames = new Intl.ListFormat("en").format(Object.values(CHANNEL_TITLES));
export const channelId = z.enum(CHANNELS);
export type ChannelId = z.infer<typeof channelId>;

/** `off`: no account is linked. `lost`: the connection failed, so outgoing messages wait. */
export const channelStatus = z.enum(["off", "connecting", "connected", "lost"]);
export type ChannelStatus = z.infer<typeof channelStatus>;

export const channelUser = z.object({ id: z.string(), name: z.string(), pairedAt: z.string() });
export type ChannelUser = z.infer<typeof channelUser>;

/** Features that a messenger lacks. */
export const CHANNEL_LACKS = [
  "answersComplete",
  "componentsAsImage",
  "contactsFirst",
  "filesTooLarge",
  "manyChoices",
  "noGroups",
  "tablesAsFile",
] as const;
export type ChannelLack = { code: (typeof CHANNEL_LACKS)[number]; text: string };

export const channelView = z.object({
  id: channelId,
  title: z.string(),
  status: channelStatus,
  error: z.optional(z.string()),
  /** In English. */
  lacks: z.array(z.string()),
  /** A code for each of `lacks`, by which the interface translates it. */
  lacksCodes: z.array(z.enum(CHANNEL_LACKS)),
  /** URL for incoming messages, if it must be entered at the service by hand. */
  webhook: z.optional(z.string()),
  account: z.optional(z.object({ name: z.string(), url: z.nullable(z.string()) })),
  connectedAt: z.optional(z.string()),
  /** Paired users, who are treated as the owner of the workspace. */
  people: z.array(channelUser),
  /** Number of messages not sent yet, and of messages whose delivery is unknown. */
  waiting: z.number(),
  uncertain: z.number(),
  pairingUntil: z.optional(z.string()),
});
export type ChannelView = z.infer<typeof channelView>;
export const channelsView = z.object({ channels: z.array(channelView) });

export const pairing = z.object({
  code: z.string(),
  expiresAt: z.string(),
  /** Link that opens the messenger with the code filled in; null if the messenger has no such links. */
  url: z.nullable(z.string()),
});
export type Pairing = z.infer<typeof pairing>;

/** `name` and `recipients`: the account that works, and the people who get a message. */
export const channelTest = z.object({
  ok: z.boolean(),
  message: z.string(),
  name: z.optional(z.string()),
  recipients: z.optional(z.array(z.string())),
});
export type ChannelTest = z.infer<typeof channelTest>;
