import { z } from "zod";
import { problemOfSchema } from "@/lib/code/json-schema/schema";
import type { ServerAsk } from "@/lib/shared/mcp/server-ask";

const MAX_MESSAGE = 2_000;
const MAX_SCHEMA = 20_000;
const MAX_ADDRESSES = 10;
export const SUBJECT = { schema: "requestedSchema", value: "answer" };
const NOTHING = { type: "object", properties: {} };

export const elicited = z.looseObject({
  mode: z.string().optional(),
  message: z.string(),
  requestedSchema: z.record(z.string(), z.unknown()).optional(),
  url: z.string().max(2_000).optional(),
});

/** The error with which a server asks that the user opens an address before the call is repeated. */
const wantsAddress = z.looseObject({
  code: z.literal(-32_042),
  data: z.looseObject({ elicitations: z.array(elicited).min(1).max(MAX_ADDRESSES) }),
});

/** Converts a server's question to an ask for the user. Returns null if it cannot be shown. */
export function toAsk({
  mode,
  message: rawMessage,
  requestedSchema = NOTHING,
  url,
}: z.infer<typeof elicited>) {
  const message = rawMessage.slice(0, MAX_MESSAGE).toWellFormed().replaceAll("\0", "");
  if (mode === "url") {
    const { protocol, href } = URL.parse(url ?? "") ?? {};
    if (!href || (protocol !== "https:" && protocol !== "http:")) return null;
    return { kind: "address", message, url: href } satisfies ServerAsk;
  }
  const text = JSON.stringify(requestedSchema);
  if (text.length > MAX_SCHEMA || text.includes("\\u0000")) return null;
  const schema: Record<string, unknown> = JSON.parse(text.toWellFormed());
  return problemOfSchema(schema, SUBJECT) ? null : ({ kind: "form", message, schema } satisfies ServerAsk);
}

export function addressesWanted(error: unknown) {
  const wanted = wantsAddress.safeParse(error).data?.data.elicitations ?? [];
  return wanted.map(toAsk).filter((ask) => ask !== null);
}
