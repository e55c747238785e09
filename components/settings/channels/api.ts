import { CHANNELS as CHANGED } from "@/components/client/events";
import { jsonBody, request } from "@/components/client/request";
import {
  type ChannelTest,
  type ChannelView,
  channelsView,
  channelTest,
  type Pairing,
  pairing,
} from "@/lib/shared/channels";
import {
  mayTell,
  type PermissionView,
  permissionList,
  type WhatsAppMessage,
  whatsappMessages,
} from "@/lib/shared/whatsapp";

export const channelsQuery = {
  queryKey: ["channels"] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => readChannels(signal),
  meta: { outdatedBy: (change: string) => change === CHANGED },
  staleTime: 0,
};

/** The server asks the service to check the token, which may be slow. */
const ASK_MS = 40_000;

const at = (id: string) => `/api/channels/${encodeURIComponent(id)}`;

async function readChannels(signal?: AbortSignal): Promise<ChannelView[]> {
  return channelsView.parse(await (await request("/api/channels", { signal })).json()).channels;
}

export async function linkChannel(id: string, credentials: object): Promise<void> {
  await request(at(id), { method: "PUT", ...jsonBody(credentials), patienceMs: ASK_MS });
}

export async function unlinkChannel(id: string): Promise<void> {
  await request(at(id), { method: "DELETE", patienceMs: ASK_MS });
}

export async function pairWith(id: string): Promise<Pairing> {
  return pairing.parse(await (await request(`${at(id)}/pair`, { method: "POST" })).json());
}

export async function unpairUser(id: string, user: string): Promise<void> {
  await request(`${at(id)}/people/${encodeURIComponent(user)}`, { method: "DELETE" });
}

export async function testChannel(id: string): Promise<ChannelTest> {
  const init = { method: "POST", patienceMs: ASK_MS };
  return channelTest.parse(await (await request(`${at(id)}/test`, init)).json());
}

const outdatedBy = (change: string) => change === CHANGED;

export const permissionsQuery = {
  queryKey: ["channels", "permissions"] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<PermissionView[]> =>
    permissionList.parse(await (await request("/api/whatsapp/permissions", { signal })).json()).permissions,
  meta: { outdatedBy },
  staleTime: 0,
};

const ofContact = (phone: string) => `/api/whatsapp/permissions/${encodeURIComponent(phone)}`;

export async function setPermission(
  phone: string,
  change: { display_name?: string; can_read?: boolean; can_reply?: boolean },
): Promise<void> {
  await request(ofContact(phone), { method: "PUT", ...jsonBody(change) });
}

export async function removePermission(phone: string): Promise<void> {
  await request(ofContact(phone), { method: "DELETE" });
}

/** The text that the agent may tell contacts on its own. */
export const mayTellQuery = {
  queryKey: ["channels", "may-tell"] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<string> =>
    mayTell.parse(await (await request("/api/whatsapp/may-tell", { signal })).json()).text,
};

export async function setMayTell(text: string): Promise<void> {
  await request("/api/whatsapp/may-tell", { method: "PUT", ...jsonBody({ text }) });
}

export async function readMessages(
  cursor?: string,
  signal?: AbortSignal,
): Promise<{ items: WhatsAppMessage[]; nextCursor?: string }> {
  const query = cursor ? `?cursor=${encodeURIComponent(cursor)}` : "";
  const response = await request(`/api/whatsapp/messages${query}`, { signal });
  const { messages: items, next_cursor: nextCursor } = whatsappMessages.parse(await response.json());
  return { items, ...(nextCursor && { nextCursor }) };
}
