import { hashOfToken } from "@/lib/ground/base/token";
import { AppError } from "@/lib/shared/errors";
import { countCall } from "@/lib/store/agents/conditions";
import { noteEvent } from "@/lib/store/agents/firings";
import { APART } from "./watch";

const MAX_CALLS_PER_MINUTE = 60;

export type HookCall = { contentType?: string; query?: string; bytes: Uint8Array };

export async function receiveWebhook(token: string, call: HookCall): Promise<void> {
  const hook = await countCall(hashOfToken(token), MAX_CALLS_PER_MINUTE);
  if (!hook) throw new AppError("not_found", "There is no webhook at this address, or it is disabled.");
  if (!hook.isAllowed) throw tooMany(`A webhook accepts ${MAX_CALLS_PER_MINUTE} calls a minute.`);
  const event = { receivedAt: new Date().toISOString(), ...contentOf(call) };
  if (!(await noteEvent(hook, event, APART))) throw tooMany("Too many calls of this webhook are waiting.");
}

const tooMany = (message: string) =>
  new AppError("too_many_requests", `${message} Try again in a minute.`, { details: { retryAfter: 60 } });

function contentOf({ contentType, query, bytes }: HookCall) {
  const text = new TextDecoder().decode(bytes).replaceAll("\0", "\uFFFD").toWellFormed();
  if (!contentType?.includes("json")) return { contentType, query, body: text };
  try {
    return { contentType, query, body: JSON.parse(text) as unknown };
  } catch {
    return { contentType, query, body: text };
  }
}
