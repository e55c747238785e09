import { Failed } from "@/lib/platform/services/failed";
import { readChat } from "@/lib/store/channels/channel-chats";
import { isPaired } from "@/lib/store/channels/channel-people";
import { noteUndelivered, readPermission } from "@/lib/store/channels/whatsapp";
import { MAX_CHOICES, MAX_TEXT_ABOVE } from "@/lib/tools/whatsapp/choices";
import { type CloudCredentials, cloudCredentials, toAppError } from "@/lib/tools/whatsapp/cloud";
import { noteSent, transportOf, WHATSAPP_TITLE } from "@/lib/tools/whatsapp/transport";
import { type ChannelSession, defineChannel } from "../define";
import { sleep } from "../pace";
import type { Rich, RichSpan } from "../render/rich";
import { readWhatsAppUpdate } from "./read";

/** Interval at which the account is checked, because no updates may arrive for days. */
const ASK_MS = 60_000;
const MAX_TEXT = 4_096;

type WhatsAppSession = ChannelSession<CloudCredentials>;
const transport = ({ agentId, credentials }: Pick<WhatsAppSession, "agentId" | "credentials">) =>
  transportOf({ agentId, ...credentials });

/** WhatsApp Business Cloud API. It sends updates to `/api/webhooks/whatsapp`. */
export const whatsapp = defineChannel<CloudCredentials>({
  id: "whatsapp",
  title: WHATSAPP_TITLE,
  lacks: [
    {
      code: "answersComplete",
      text: "Answers are sent when they are complete, because WhatsApp messages cannot be edited.",
    },
    {
      code: "contactsFirst",
      text: "Contacts who have not written for 24 hours get messages only after they write again.",
    },
    { code: "manyChoices", text: "More than ten choices are answered by number." },
    { code: "componentsAsImage", text: "Components are shown as an image. Use them in Easel." },
    { code: "noGroups", text: "Groups are not supported." },
  ],
  capabilities: {
    buttons: MAX_CHOICES,
    edit: false,
    files: true,
    links: false,
    maxText: 3_800,
    maxAbove: 960,
  },
  pace: { perSecond: 40, privateMs: 300, groupMs: 6_000 },
  credentials: cloudCredentials,
  webhook: "/api/webhooks/whatsapp",
  pairingUrl: (accountUrl, code) => `${accountUrl}?text=${encodeURIComponent(`/start ${code}`)}`,

  identify: (agentId, credentials) => transport({ agentId, credentials }).identify().catch(toAppError),

  async start(session, receiver) {
    while (!session.signal.aborted) {
      await transport(session).identify();
      await receiver.connected();
      await sleep(ASK_MS, session.signal);
    }
  },

  read: readWhatsAppUpdate,

  async admit(agentId, { from, chat }) {
    if (await isPaired({ agentId, id: "whatsapp" }, from.id)) return { as: "owner" };
    const permission = chat.kind === "private" ? await readPermission(agentId, from.id) : null;
    return permission?.can_reply ? { as: "contact" } : { as: "stranger" };
  },

  undelivered: noteUndelivered,

  async send(session, { chatId: to, text, buttons: choices, file: media }) {
    const { agentId } = session;
    const isOwner = await isPaired({ agentId, id: "whatsapp" }, to);
    // The permission may have been revoked since the answer was written.
    if (!isOwner && !(await readPermission(agentId, to))?.can_reply)
      throw new Failed("refused", `${to} no longer has permission to be answered.`);
    // The text was split to fit without formatting characters. If it is too long with them, send it plain.
    const whole = marked(text);
    const body = whole.length > (choices.length > 0 || media ? MAX_TEXT_ABOVE : MAX_TEXT) ? text.text : whole;
    const id = await transport(session).send({ to, text: body, choices, media });
    if (!isOwner) {
      const { conversationId = null } = (await readChat({ agentId, id: "whatsapp", chatId: to })) ?? {};
      await noteSent(agentId, { id, phone: to, text: body, cause: "contact", conversationId });
    }
    return id;
  },

  download: (session, { id }, maxBytes) => transport(session).download(id, maxBytes),
});

const MARKS: Partial<Record<RichSpan["type"], string>> = {
  bold: "*",
  italic: "_",
  strike: "~",
  code: "`",
  pre: "```",
};

/**
 * Writes formatting as WhatsApp's characters, which cannot be escaped. Omits formatting if the characters
 * around it or inside it would keep WhatsApp from recognising it.
 */
function marked({ text, spans }: Rich): string {
  const opens = new Map<number, string[]>();
  const closes = new Map<number, string[]>();
  const put = (at: Map<number, string[]>, index: number, sign: string) =>
    at.set(index, [...(at.get(index) ?? []), sign]);
  const verbatim = spans.filter(({ type }) => type === "pre" || type === "code");
  const isInside = (one: RichSpan) =>
    verbatim.some((other) => other !== one && other.offset <= one.offset && endOf(other) >= endOf(one));
  const quoted = new Set<number>();
  for (const span of spans) {
    if (isInside(span)) continue;
    const part = text.slice(span.offset, endOf(span));
    if (span.type === "link") {
      if (span.url && span.url !== part) put(closes, endOf(span), ` (${span.url})`);
    } else if (span.type === "quote") {
      for (const at of lineStarts(text, span)) quoted.add(at);
    } else {
      const sign = MARKS[span.type] ?? "";
      if (!fits(span.type, part, sign, text[span.offset - 1], text[endOf(span)])) continue;
      put(opens, span.offset, sign);
      closes.set(endOf(span), [sign, ...(closes.get(endOf(span)) ?? [])]);
    }
  }
  let whole = "";
  for (let at = 0; at <= text.length; at++) {
    whole += (closes.get(at) ?? []).join("");
    if (quoted.has(at)) whole += "> ";
    whole += (opens.get(at) ?? []).join("") + (text[at] ?? "");
  }
  return whole;
}

const endOf = ({ offset, length }: RichSpan) => offset + length;

function fits(type: RichSpan["type"], part: string, sign: string, before = " ", after = " "): boolean {
  if (part.includes(sign)) return false;
  if (type === "pre") return true;
  const isOneLine = !part.includes("\n");
  return isOneLine && part.trim() === part && !/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after);
}

function lineStarts(text: string, { offset, length }: RichSpan): number[] {
  const starts = [offset];
  for (let at = offset; at < offset + length - 1; at++) if (text[at] === "\n") starts.push(at + 1);
  return starts;
}
