import { jsonBody, request } from "@/components/client/request";
import type { BrowserControl, BrowserEventSent } from "@/lib/shared/browser/bodies";
import { type BrowserState, browserAnswer } from "@/lib/shared/browser/contract";

const at = (conversationId: string): string => `/api/browser/${encodeURIComponent(conversationId)}`;

export const liveUrl = (conversationId: string): string => `${at(conversationId)}/live`;

/** Takes the browser, gives it back or closes it; what it is like afterwards. */
export async function control(conversationId: string, body: BrowserControl): Promise<BrowserState | null> {
  const response = await request(`${at(conversationId)}/control`, { method: "POST", ...jsonBody(body) });
  return browserAnswer.parse(await response.json()).browser;
}

export async function sendInput(conversationId: string, events: BrowserEventSent[]): Promise<void> {
  await request(`${at(conversationId)}/input`, { method: "POST", ...jsonBody({ events }) });
}

/** Whether the person sees the picture now; also while the page is being left. */
export async function tellSeen(conversationId: string, seen: boolean): Promise<void> {
  await request(`${at(conversationId)}/seen`, { method: "POST", keepalive: true, ...jsonBody({ seen }) });
}
