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

/** The services by which the agent is reached. */
export const channelsQuery = {
  queryKey: ["channels"] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => readChannels(signal),
  meta: { outdatedBy: (change: string) => change === CHANGED },
  staleTime: 0,
};

/** To ask the service whose a token is may take long. */
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

export async function unpairPerson(id: string, person: string): Promise<void> {
  await request(`${at(id)}/people/${encodeURIComponent(person)}`, { method: "DELETE" });
}

export async function testChannel(id: string): Promise<ChannelTest> {
  const init = { method: "POST", patienceMs: ASK_MS };
  return channelTest.parse(await (await request(`${at(id)}/test`, init)).json());
}
