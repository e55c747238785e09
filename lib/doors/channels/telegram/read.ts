import { z } from "zod";
import { TELEGRAM } from "@/lib/shared/origins";
import type { ChannelAccount } from "../define";
import type { Inbound, RemoteFile } from "../inbound";
import { filesIn, media } from "./media";

/*
 * Schemas for the relevant parts of `https://core.telegram.org/bots/api#update`. Other kinds and fields are
 * ignored.
 */

const user = z.object({
  id: z.number(),
  is_bot: z.boolean().default(false),
  first_name: z.string().default(""),
  last_name: z.string().optional(),
  username: z.string().optional(),
});
const chat = z.object({
  id: z.number(),
  type: z.string(),
  title: z.string().optional(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  username: z.string().optional(),
});
const entity = z.object({
  type: z.string(),
  offset: z.number(),
  length: z.number(),
  url: z.string().optional(),
  user: user.optional(),
});
const entities = z.array(entity).catch([]).default([]);

/** The message that is replied to. Only its text is used. */
const replied = z.object({
  from: user.optional(),
  text: z.string().optional(),
  caption: z.string().optional(),
});

const message = z.object({
  message_id: z.number(),
  date: z.number().default(0),
  chat,
  from: user.optional(),
  text: z.string().optional(),
  caption: z.string().optional(),
  entities,
  caption_entities: entities,
  reply_to_message: replied.optional().catch(undefined),
  quote: z.object({ text: z.string() }).optional().catch(undefined),
  forward_origin: z
    .object({ type: z.string(), sender_user: user.optional(), sender_user_name: z.string().optional() })
    .optional()
    .catch(undefined),
  via_bot: user.optional().catch(undefined),
  migrate_to_chat_id: z.number().optional(),
  ...media,
});
type Message = z.infer<typeof message>;

const update = z.object({
  update_id: z.number(),
  message: message.optional(),
  edited_message: message.optional(),
  callback_query: z
    .object({
      id: z.string(),
      from: user,
      message: z.object({ message_id: z.number(), chat }).optional().catch(undefined),
      data: z.string().optional(),
    })
    .optional(),
  my_chat_member: z
    .object({ chat, from: user, new_chat_member: z.object({ status: z.string() }) })
    .optional(),
});

export const WANTED = ["message", "edited_message", "callback_query", "my_chat_member"];

const MAX_QUOTE = 1_000;

export function readUpdate(payload: unknown, account: ChannelAccount): Inbound | null {
  const { data } = update.safeParse(payload);
  if (!data) return null;
  const { callback_query: pressed, my_chat_member: member } = data;
  if (data.message) return fromMessage(data.message, account, "message");
  if (data.edited_message) return fromMessage(data.edited_message, account, "edited");
  if (pressed?.message && pressed.data !== undefined)
    return {
      ...whereOf(pressed.message.chat, pressed.from),
      ...{ type: "press", pressId: pressed.id, data: pressed.data },
    };
  if (member) {
    const isOpen = !["kicked", "left"].includes(member.new_chat_member.status);
    return { ...whereOf(member.chat, member.from), type: "member", isOpen };
  }
  return null;
}

function fromMessage(incoming: Message, account: ChannelAccount, type: "message" | "edited"): Inbound | null {
  const { from, chat: place, migrate_to_chat_id: movedTo, message_id, date } = incoming;
  if (movedTo !== undefined)
    return { ...whereOf(place, from ?? unknownUser), type: "moved", to: `${movedTo}` };
  if (!from || from.is_bot || place.type === "channel") return null;
  const { text, isAddressed } = textOfMessage(incoming, account);
  const files: RemoteFile[] = type === "message" ? filesIn(incoming) : [];
  if (text === "" && files.length === 0) return null;
  const common = {
    ...whereOf(place, from),
    ...{
      externalId: `${message_id}`,
      text,
      at: date * 1_000,
      isAddressed,
      origins: originsOf(incoming, account),
    },
  };
  return type === "message" ? { ...common, type, files } : { ...common, type };
}

const unknownUser: z.infer<typeof user> = { id: 0, is_bot: false, first_name: "" };

function whereOf(place: z.infer<typeof chat>, from: z.infer<typeof user>) {
  const kind = place.type === "private" ? ("private" as const) : ("group" as const);
  const name = nameOf(from);
  return {
    chat: { id: `${place.id}`, kind, title: place.title ?? (kind === "private" ? name : "Group") },
    from: { id: `${from.id}`, name },
  };
}

const nameOf = ({ first_name, last_name, username, id }: z.infer<typeof user>): string =>
  [first_name, last_name].filter(Boolean).join(" ").trim() || username || `${id}`;

/** Returns the text of a message with the quoted text, and whether it is meant for the agent. */
function textOfMessage(incoming: Message, account: ChannelAccount): { text: string; isAddressed: boolean } {
  const own = incoming.text !== undefined ? incoming.text : (incoming.caption ?? "");
  const marks = incoming.text !== undefined ? incoming.entities : incoming.caption_entities;
  const unfolded = unfold(own, marks, account);
  const { reply_to_message: before, quote } = incoming;
  const isReply = before?.from !== undefined && `${before.from.id}` === account.id;
  const isAddressed = incoming.chat.type === "private" || (unfolded.isFor ?? (unfolded.isNamed || isReply));
  const quoted = quote?.text ?? before?.text ?? before?.caption ?? "";
  const text = [unfolded.text.trim(), ...extrasOf(incoming)].filter(Boolean).join("\n");
  if (quoted === "" || /^\/[a-z]/i.test(text)) return { text, isAddressed };
  const short = quoted.length > MAX_QUOTE ? `${quoted.slice(0, MAX_QUOTE).toWellFormed()}…` : quoted;
  const context = short
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");
  return { text: text === "" ? text : `${context}\n\n${text}`, isAddressed };
}

/**
 * Converts text links to Markdown, and removes mentions of this bot, also after a command. `isNamed`: the
 * text mentions this bot. `isFor`: whether a command is for this bot; undefined without a command.
 */
function unfold(text: string, marks: z.infer<typeof entities>, { name }: ChannelAccount) {
  const us = name.toLowerCase();
  let isFor: boolean | undefined;
  let isNamed = false;
  let whole = text;
  for (const { type, offset, length, url } of marks.toSorted((a, b) => b.offset - a.offset)) {
    const part = text.slice(offset, offset + length);
    const put = (into: string) => {
      whole = whole.slice(0, offset) + into + whole.slice(offset + length);
    };
    if (type === "text_link" && url && url !== part) put(`[${part}](${url})`);
    if (type === "mention" && part.toLowerCase() === us) {
      isNamed = true;
      put("");
    }
    if (type === "bot_command" && offset === 0) {
      const [command = "", whose] = part.split("@");
      isFor = whose === undefined || `@${whose}`.toLowerCase() === us;
      if (isFor) put(command);
    }
  }
  return { text: whole, isFor, isNamed };
}

function extrasOf({ location, venue, contact, poll, dice, sticker }: Message): string[] {
  const place = venue ? `${venue.title}, ${venue.address}` : "";
  const at = location ? `📍 ${location.latitude}, ${location.longitude}` : "";
  return [
    [place, at].filter(Boolean).join("\n"),
    contact
      ? `👤 ${[contact.first_name, contact.last_name].filter(Boolean).join(" ")}, ${contact.phone_number}`
      : "",
    poll ? `📊 ${poll.question}\n${poll.options.map(({ text }) => `- ${text}`).join("\n")}` : "",
    dice ? `${dice.emoji} ${dice.value}` : "",
    sticker ? (sticker.emoji ?? "(a sticker)") : "",
  ];
}

/** Returns an origin if the message contains text that others wrote: forwarded, quoted or by a bot. */
function originsOf(
  { forward_origin, from, via_bot, reply_to_message: before, quote }: Message,
  account: ChannelAccount,
) {
  const isOfOther = (id: number | undefined) => id !== from?.id && `${id}` !== account.id;
  const isForwarded = forward_origin !== undefined && isOfOther(forward_origin.sender_user?.id);
  const isQuoted = before !== undefined ? isOfOther(before.from?.id) : quote !== undefined;
  return isForwarded || isQuoted || via_bot !== undefined ? [TELEGRAM] : [];
}
