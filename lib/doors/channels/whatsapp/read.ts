import { z } from "zod";
import { WHATSAPP } from "@/lib/shared/origins";
import { cloudFailureOf } from "@/lib/tools/whatsapp/cloud";
import type { ChannelUpdate } from "../define";
import type { Inbound, RemoteFile } from "../inbound";
import { sendableText } from "../render/rich";

/*
 * Schemas for the relevant parts of `https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks`. Each
 * message and each status becomes a separate update.
 */

const MAX_NAME = 100;

const maybe = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined);
const media = z.object({
  id: z.string(),
  mime_type: z.string().optional(),
  caption: z.string().optional(),
  filename: z.string().optional(),
});
const reply = maybe(z.object({ id: z.string(), title: z.string().default("") }));

const message = z.object({
  id: z.string().min(1),
  from: z.string().regex(/^\d{5,20}$/),
  timestamp: z.coerce.number(),
  type: z.string(),
  group_id: z.string().optional(),
  text: maybe(z.object({ body: z.string() })),
  image: maybe(media),
  video: maybe(media),
  audio: maybe(media),
  document: maybe(media),
  sticker: maybe(media),
  location: maybe(
    z.object({
      latitude: z.number(),
      longitude: z.number(),
      name: z.string().optional(),
      address: z.string().optional(),
    }),
  ),
  contacts: maybe(
    z.array(
      z.object({
        name: z.object({ formatted_name: z.string() }),
        phones: z.array(z.object({ phone: z.string().optional() })).default([]),
      }),
    ),
  ),
  button: maybe(z.object({ text: z.string() })),
  interactive: maybe(z.object({ button_reply: reply, list_reply: reply })),
  context: maybe(
    z.object({ forwarded: z.boolean().optional(), frequently_forwarded: z.boolean().optional() }),
  ),
});
type Message = z.infer<typeof message>;

const status = z.object({
  id: z.string().min(1),
  status: z.string(),
  recipient_id: z.string().regex(/^\d{5,20}$/),
  errors: maybe(
    z.array(
      z.object({
        code: z.number(),
        title: z.string().optional(),
        message: z.string().optional(),
        error_data: maybe(z.object({ details: z.string().optional() })),
      }),
    ),
  ),
});

const value = z.object({
  metadata: z.object({ phone_number_id: z.string() }),
  contacts: maybe(
    z.array(
      z.object({
        wa_id: z.string(),
        profile: z.object({ name: z.string().default("") }).default({ name: "" }),
      }),
    ),
  ),
  messages: z.array(z.unknown()).optional(),
  statuses: z.array(z.unknown()).optional(),
});
const hook = z.object({
  entry: z.array(z.object({ changes: z.array(z.object({ value: z.unknown() })) })),
});

/** The stored part of a webhook: one message with the sender's profile name, or one status. */
const payload = z.union([z.object({ message, name: z.string().default("") }), z.object({ status })]);

export function updatesIn(body: unknown, phoneNumberId: string): ChannelUpdate[] {
  const { data } = hook.safeParse(body);
  const values = (data?.entry ?? []).flatMap(({ changes }) =>
    changes.flatMap((one) => value.safeParse(one.value).data ?? []),
  );
  return values
    .filter(({ metadata }) => metadata.phone_number_id === phoneNumberId)
    .flatMap(({ messages = [], statuses = [], contacts = [] }) => [
      ...messages.flatMap((one): ChannelUpdate[] => {
        const { data: found } = message.safeParse(one);
        if (!found) return [];
        const name = contacts.find(({ wa_id }) => wa_id === found.from)?.profile.name ?? "";
        return [{ id: found.id, payload: { message: one, name } }];
      }),
      ...statuses.flatMap((one): ChannelUpdate[] => {
        const { data: found } = status.safeParse(one);
        // Only failures matter. The statuses sent, delivered and read are ignored.
        return found?.status === "failed" ? [{ id: `${found.id}:failed`, payload: { status: one } }] : [];
      }),
    ]);
}

export function readWhatsAppUpdate(raw: unknown): Inbound | null {
  const { data } = payload.safeParse(raw);
  if (!data) return null;
  if ("status" in data) {
    const { id: externalId, recipient_id, errors: [error] = [] } = data.status;
    const failure = cloudFailureOf(400, { ...error, message: error?.message ?? error?.title });
    const { message: why, isForNow } = failure;
    return { ...whereOf(recipient_id, ""), ...{ type: "undelivered", externalId, why, isForNow } };
  }
  const { message, name } = data;
  const where = whereOf(message.from, name, message.group_id);
  const pressed = message.interactive?.button_reply ?? message.interactive?.list_reply;
  if (pressed) return { ...where, type: "press", pressId: message.id, data: pressed.id };
  const files = filesIn(message);
  const text = sendableText(textOfMessage(message));
  if (text === "" && files.length === 0) return null;
  const isForwarded = message.context?.forwarded || message.context?.frequently_forwarded;
  return {
    ...where,
    ...{ type: "message", externalId: message.id, text, files, at: message.timestamp * 1_000 },
    isAddressed: message.group_id === undefined,
    origins: isForwarded ? [WHATSAPP] : [],
  };
}

function whereOf(from: string, name: string, group?: string) {
  const id = `+${from}`;
  const title = sendableText(name).trim().slice(0, MAX_NAME).toWellFormed() || id;
  return {
    chat:
      group === undefined
        ? { id, kind: "private" as const, title }
        : { id: group, kind: "group" as const, title: "Group" },
    from: { id, name: title },
  };
}

const FILES = {
  image: ["photo.jpg", "image/jpeg"],
  video: ["video.mp4", "video/mp4"],
  audio: ["voice.ogg", "audio/ogg"],
  document: ["file", "application/octet-stream"],
  sticker: ["sticker.webp", "image/webp"],
} as const;

const filesIn = (incoming: Message): RemoteFile[] =>
  Object.entries(FILES).flatMap(([kind, [name, type]]) => {
    const found = incoming[kind as keyof typeof FILES];
    if (!found) return [];
    // The type can have parameters, as in `audio/ogg; codecs=opus`.
    const mediaType = found.mime_type?.split(";")[0]?.trim() || type;
    return [{ id: found.id, name: sendableText(found.filename || name), mediaType }];
  });

function textOfMessage({ text, button, location, contacts, ...media }: Message): string {
  const caption = media.image?.caption ?? media.video?.caption ?? media.document?.caption ?? "";
  const place = location
    ? [
        [location.name, location.address].filter(Boolean).join(", "),
        `📍 ${location.latitude}, ${location.longitude}`,
      ]
    : [];
  const people = (contacts ?? []).map(
    ({ name, phones }) =>
      `👤 ${[name.formatted_name, ...phones.map(({ phone }) => phone)].filter(Boolean).join(", ")}`,
  );
  return [text?.body ?? button?.text ?? caption, ...place, ...people].filter(Boolean).join("\n").trim();
}
