import { jsonBody, request } from "@/components/client/request";
import type { BrowserControl, BrowserEventSent } from "@/lib/shared/browser/bodies";
import { type BrowserState, browserAnswer } from "@/lib/shared/browser/contract";

const at = (conversationId: string): string => `/api/browser/${encodeURIComponent(conversationId)}`;

export const liveUrl = (conversationId: string): string => `${at(conversationId)}/live`;

/** Takes over, hands back or closes the browser. Resolves to its new state. */
export async function control(conversationId: string, body: BrowserControl): Promise<BrowserState | null> {
  const response = await request(`${at(conversationId)}/control`, { method: "POST", ...jsonBody(body) });
  return browserAnswer.parse(await response.json()).browser;
}

export async function sendInput(conversationId: string, events: BrowserEventSent[]): Promise<void> {
  await request(`${at(conversationId)}/input`, { method: "POST", ...jsonBody({ events }) });
}

/** Reports whether the user sees the browser. Uses `keepalive`, so that it works while the page unloads. */
export async function tellSeen(conversationId: string, seen: boolean): Promise<void> {
  await request(`${at(conversationId)}/seen`, { method: "POST", keepalive: true, ...jsonBody({ seen }) });
}
