import { z } from "zod";
import { env } from "@/lib/ground/base/env";
import { askService, jsonOfService } from "@/lib/platform/services/ask";
import { Failed } from "@/lib/platform/services/failed";
import { AppError } from "@/lib/shared/errors";
import type { SentFile } from "../define";

const BASE = "https://api.telegram.org";
const TIMEOUT_MS = 20_000;
const FILE_MS = 120_000;
const MAX_ANSWER_BYTES = 20_000_000;

export type Bot = { agentId: string; token: string };

/** `https://core.telegram.org/bots/api#making-requests` */
const answer = z.object({
  ok: z.boolean(),
  result: z.unknown().optional(),
  error_code: z.number().optional(),
  description: z.string().optional(),
  parameters: z
    .object({ retry_after: z.number().optional(), migrate_to_chat_id: z.number().optional() })
    .optional(),
});

type Options = { file?: { field: string; file: SentFile }; timeoutMs?: number; signal?: AbortSignal };

export async function callTelegram(
  { agentId, token }: Bot,
  method: string,
  params: Record<string, unknown> = {},
  { file, signal, timeoutMs = file ? FILE_MS : TIMEOUT_MS }: Options = {},
): Promise<unknown> {
  const { body, type } = file
    ? await form(params, file)
    : { body: JSON.stringify(params), type: "application/json" };
  const response = await askService(`${base()}/bot${token}/${method}`, {
    caller: { agentId, tool: "telegram" },
    method: "POST",
    headers: { "content-type": type },
    maxBytes: MAX_ANSWER_BYTES,
    ...{ body, timeoutMs, signal },
  });
  const { data } = answer.safeParse(jsonOfService(response));
  if (data?.ok) return data.result;
  throw failureOf(method, data?.error_code ?? response.status, data);
}

export async function fetchFile(
  { agentId, token }: Bot,
  path: string,
  maxBytes: number,
): Promise<Uint8Array> {
  const response = await askService(`${base()}/file/bot${token}/${path}`, {
    caller: { agentId, tool: "telegram" },
    ...{ maxBytes, timeoutMs: FILE_MS },
  });
  if (response.status === 200) return response.bytes;
  throw new AppError("unavailable", "Telegram did not return this file. Send it again.");
}

const base = () => (env().EASEL_TELEGRAM_API ?? BASE).replace(/\/+$/, "");

async function form(params: Record<string, unknown>, { field, file }: { field: string; file: SentFile }) {
  const data = new FormData();
  for (const [name, value] of Object.entries(params))
    if (value !== undefined) data.set(name, typeof value === "string" ? value : JSON.stringify(value));
  data.set(field, new Blob([new Uint8Array(file.bytes)], { type: file.mediaType }), file.name);
  const response = new Response(data);
  return { body: await response.bytes(), type: response.headers.get("content-type") ?? "" };
}

type Refusal = z.infer<typeof answer>;

/** Converts an error response. The Bot API distinguishes kinds of status 400 only by the description. */
function failureOf(method: string, code: number, refusal: Refusal | undefined): Failed {
  const description = (refusal?.description ?? "").slice(0, 200);
  const { retry_after, migrate_to_chat_id } = refusal?.parameters ?? {};
  const isAboutToken = code === 401 || (code === 404 && (method === "getMe" || method === "getUpdates"));
  if (isAboutToken)
    return new Failed(
      "unauthorized",
      "Telegram rejected this token. Copy the whole token from @BotFather; if it was revoked, use the new one.",
    );
  if (code === 429)
    return new Failed("later", "Telegram limits the rate of messages. They are sent later.", {
      retryAfterMs: Math.max(1, retry_after ?? 1) * 1_000,
    });
  if (code === 409)
    return new Failed(
      "later",
      "Another program receives the messages of this bot. Stop it, or create a separate bot for Easel.",
    );
  if (code === 504) return new Failed("unknown", "Telegram did not respond in time.");
  if (code >= 500) return new Failed("later", `Telegram has a server error (${code}). Easel will retry.`);
  if (migrate_to_chat_id !== undefined)
    return new Failed("closed", "The group has a new id.", { movedTo: `${migrate_to_chat_id}` });
  if (
    code === 403 ||
    /chat not found|chat was deleted|user is deactivated|PEER_ID_INVALID/i.test(description)
  )
    return new Failed("closed", "The chat accepts no messages: the bot was blocked or removed.");
  if (code === 200 || code < 400) return new Failed("unknown", "Telegram returned an invalid response.");
  if (/not modified/i.test(description)) return new Failed("unchanged", description);
  if (/message to edit not found|can't be edited|MESSAGE_ID_INVALID/i.test(description))
    return new Failed("gone", description);
  if (/entit|parse/i.test(description)) return new Failed("markup", description);
  return new Failed("refused", `Telegram rejected the request: ${description || code}`);
}
