import { VERDICTS, type Verdict } from "@/lib/shared/audit/contract";

export type Place = {
  view: "calls" | "requests";
  verdict?: Verdict;
  tool?: string;
  conversation?: string;
  network?: "only";
  host?: string;
};

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const MAX_CHARS = 200;

export function hrefOf(place: Place): string {
  const query = queryOf(place);
  if (place.view === "requests") query.set("view", "requests");
  return query.size > 0 ? `/agent/activity?${query}` : "/agent/activity";
}

export function placeOf(_path: string, query: Pick<URLSearchParams, "get">): Place {
  const text = (name: string) =>
    query.get(name)?.replaceAll("\0", "").slice(0, MAX_CHARS).trim() || undefined;
  const view = query.get("view") === "requests" ? "requests" : "calls";
  const conversation = query.get("conversation") ?? "";
  return {
    view,
    verdict: VERDICTS.find((one) => one === query.get("verdict")),
    tool: text("tool"),
    conversation: UUID.test(conversation) ? conversation.toLowerCase() : undefined,
    ...(view === "calls"
      ? { network: query.get("network") === "only" ? ("only" as const) : undefined }
      : { host: text("host") }),
  };
}

export const queryOf = ({ view, verdict, tool, conversation, network, host }: Place): URLSearchParams =>
  new URLSearchParams({
    ...(verdict && { verdict }),
    ...(tool && { tool }),
    ...(conversation && { conversation }),
    ...(view === "calls" && network && { network }),
    ...(view === "requests" && host && { host }),
  });

export const isNarrowed = (place: Place): boolean => queryOf(place).size > 0;
