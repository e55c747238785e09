import { z } from "zod";
import { env } from "@/lib/ground/base/env";
import { askService, jsonOfService } from "@/lib/platform/services/ask";
import { Failed } from "@/lib/platform/services/failed";
import { AppError } from "@/lib/shared/errors";
import { interactiveOf } from "./choices";
import type { OutMedia, WhatsAppMessage } from "./transport";

/* `https://developers.facebook.com/docs/whatsapp/cloud-api` */

const BASE = "https://graph.facebook.com";
const VERSION = "v25.0";
const TIMEOUT_MS = 20_000;
const FILE_MS = 120_000;
const MAX_RESPONSE_BYTES = 1_000_000;
/** The image types that WhatsApp displays in the chat. Images of other types are sent as documents. */
const IMAGES: ReadonlySet<string> = new Set(["image/jpeg", "image/png"]);
const MAX_IMAGE_BYTES = 5_000_000;

const secret = (what: string) =>
  z.string().trim().min(1, `Give the ${what}.`).max(2_000).regex(/^\S+$/, `The ${what} has no spaces.`);
export const cloudCredentials = z.strictObject({
  accessToken: secret("access token"),
  appSecret: secret("app secret"),
  verifyToken: secret("verify token"),
  phoneNumberId: z
    .string()
    .trim()
    .regex(/^\d{3,30}$/, "The phone number ID is a number, and not the phone number itself."),
});
export type CloudCredentials = z.infer<typeof cloudCredentials>;
export type Cloud = CloudCredentials & { agentId: string };

const account = z.object({
  id: z.string().optional(),
  display_phone_number: z.string().optional(),
  verified_name: z.string().optional(),
});

export async function identify(cloud: Cloud): Promise<{ id: string; name: string; url: string | null }> {
  const profile = await call(cloud, `${cloud.phoneNumberId}?fields=display_phone_number,verified_name`);
  const { display_phone_number: number = "", verified_name: name } = account.catch({}).parse(profile);
  const digits = number.replace(/\D/g, "");
  return {
    id: cloud.phoneNumberId,
    name: [name, number].filter(Boolean).join(", ") || cloud.phoneNumberId,
    url: digits ? `https://wa.me/${digits}` : null,
  };
}

const sent = z.object({ messages: z.array(z.object({ id: z.string().min(1) })).min(1) });

export async function sendByCloud(
  cloud: Cloud,
  { to, text, choices, media }: WhatsAppMessage,
): Promise<string> {
  const body = media
    ? await mediaOf(cloud, media, text)
    : choices.length > 0
      ? interactiveOf(text, choices)
      : textOf(text);
  const result = await call(cloud, `${cloud.phoneNumberId}/messages`, {
    messaging_product: "whatsapp",
    recipient_type: "individual",
    to: to.replace(/^\+/, ""),
    ...body,
  });
  const { data } = sent.safeParse(result);
  if (!data) throw new Failed("unknown", "WhatsApp did not confirm that it accepted the message.");
  return data.messages[0]?.id ?? "";
}

const textOf = (text: string) => ({ type: "text", text: { body: text || "…", preview_url: false } });

/** Uploads the file, so that the message can refer to it. Repeating the upload does no harm. */
async function mediaOf(cloud: Cloud, media: OutMedia, caption: string) {
  const isImage =
    media.as === "photo" && IMAGES.has(media.mediaType) && media.bytes.byteLength <= MAX_IMAGE_BYTES;
  const type = isImage ? "image" : "document";
  const id = await upload(cloud, media).catch((error) => {
    if (error instanceof Failed && error.kind === "unknown")
      throw new Failed("later", error.message, { cause: error });
    throw error;
  });
  return { type, [type]: { id, ...(caption && { caption }), ...(!isImage && { filename: media.name }) } };
}

async function upload(cloud: Cloud, { name, mediaType, bytes }: OutMedia): Promise<string> {
  const data = new FormData();
  data.set("messaging_product", "whatsapp");
  data.set("type", mediaType);
  data.set("file", new Blob([new Uint8Array(bytes)], { type: mediaType }), name);
  const response = new Response(data);
  const result = await request(cloud, `${root()}/${cloud.phoneNumberId}/media`, {
    body: await response.bytes(),
    type: response.headers.get("content-type") ?? "",
    timeoutMs: FILE_MS,
  });
  const { data: found } = z.object({ id: z.string() }).safeParse(result);
  if (!found) throw new Failed("later", "WhatsApp did not accept the file. Easel will retry.");
  return found.id;
}

export async function downloadFromCloud(
  cloud: Cloud,
  mediaId: string,
  maxBytes: number,
): Promise<Uint8Array> {
  const mediaInfo = await call(cloud, mediaId).catch(toAppError);
  const { data } = z.object({ url: z.url() }).safeParse(mediaInfo);
  if (!data) throw new AppError("unavailable", "WhatsApp did not return this file. Send it again.");
  // Send the token only to WhatsApp's own servers.
  if (!isOfService(new URL(data.url)))
    throw new AppError("unavailable", "WhatsApp returned a file address outside its own servers.");
  const answer = await askService(data.url, {
    caller: { agentId: cloud.agentId, tool: "whatsapp" },
    headers: { authorization: `Bearer ${cloud.accessToken}` },
    ...{ maxBytes, timeoutMs: FILE_MS },
  }).catch(toAppError);
  if (answer.status !== 200)
    throw new AppError("unavailable", "WhatsApp did not return this file. Send it again.");
  return answer.bytes;
}

const root = () => `${(env().EASEL_WHATSAPP_API ?? BASE).replace(/\/+$/, "")}/${VERSION}`;

function isOfService(url: URL): boolean {
  if (url.host === new URL(root()).host) return true;
  return (
    url.protocol === "https:" &&
    /(^|\.)(facebook\.com|fbsbx\.com|fbcdn\.net|whatsapp\.net)$/.test(url.hostname)
  );
}

const call = (cloud: Cloud, path: string, body?: object): Promise<unknown> =>
  request(cloud, `${root()}/${path}`, {
    ...(body && { body: JSON.stringify(body), type: "application/json" }),
    timeoutMs: TIMEOUT_MS,
  });

type Request = { body?: string | Uint8Array; type?: string; timeoutMs: number };

async function request({ agentId, accessToken }: Cloud, url: string, { body, type, timeoutMs }: Request) {
  const response = await askService(url, {
    caller: { agentId, tool: "whatsapp" },
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${accessToken}`, ...(type && { "content-type": type }) },
    maxBytes: MAX_RESPONSE_BYTES,
    ...{ body, timeoutMs },
  });
  const value = jsonOfService(response);
  const { data } = refusal.safeParse(value);
  if (data) throw cloudFailureOf(response.status, data.error);
  if (response.status < 300) return value;
  // A 404 without a Graph error comes from a server in between, and says nothing about the account.
  if (response.status === 404 && body === undefined) return {};
  throw cloudFailureOf(response.status, {});
}

const refusal = z.object({
  error: z.object({
    code: z.number().optional(),
    message: z.string().optional(),
    error_data: z.object({ details: z.string().optional() }).optional().catch(undefined),
  }),
});
type GraphError = z.infer<typeof refusal>["error"];

const SLOWER: ReadonlySet<number> = new Set([4, 80007, 130429, 131048, 131056]);
const TROUBLE: ReadonlySet<number> = new Set([1, 2, 131000, 131016, 133004]);
/**
 * Codes of the error for a contact who has not written for 24 hours. Only templates may be sent to such a contact.
 */
const WINDOW: ReadonlySet<number> = new Set([470, 131047]);
export const WINDOW_MESSAGE =
  "WhatsApp allows messages only to contacts who wrote within 24 hours. The message is sent when they write again.";

/** Classifies an error: `https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes` */
export function cloudFailureOf(status: number, { code = 0, message = "", error_data }: GraphError): Failed {
  const reason = (error_data?.details || message).slice(0, 200);
  if (code === 190 || status === 401)
    return new Failed(
      "unauthorized",
      "WhatsApp rejected this access token, or it has expired. Create one that does not expire, for a system user, and link the account again.",
    );
  if (status === 429 || SLOWER.has(code))
    return new Failed("later", "WhatsApp limits the rate of messages. They are sent later.");
  if (WINDOW.has(code)) return new Failed("closed", WINDOW_MESSAGE, { isForNow: true });
  if (status === 504) return new Failed("unknown", "WhatsApp did not respond in time.");
  if (status >= 500 || TROUBLE.has(code))
    return new Failed("later", `WhatsApp has a server error (${code || status}). Easel will retry.`);
  if (code === 10 || code === 3 || (code >= 200 && code < 300) || status === 403)
    return new Failed(
      "unauthorized",
      `This access token lacks a permission: ${reason || code}. Give it whatsapp_business_messaging.`,
    );
  if (code === 131030)
    return new Failed(
      "refused",
      "A test number can message only the numbers listed for it at Meta. Add this number there.",
    );
  if (code === 131026)
    return new Failed("refused", "WhatsApp cannot deliver to this number: it may not use WhatsApp.");
  if (status < 400) return new Failed("unknown", "WhatsApp returned an invalid response.");
  return new Failed("refused", `WhatsApp rejected the message: ${reason || code || status}`);
}

export function toAppError(error: unknown): never {
  if (!(error instanceof Failed)) throw error;
  const code = error.kind === "unauthorized" || error.kind === "refused" ? "invalid" : "unavailable";
  throw new AppError(code, error.message, { cause: error });
}
