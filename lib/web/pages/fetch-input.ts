import { z } from "zod";
import { writtenHeaders } from "@/lib/platform/egress/request-headers";
import { AppError } from "@/lib/shared/errors";
import type { Guard } from "@/lib/shared/tools/external-effects";

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"] as const;

/** Converts a value to text, because some models pass JSON values or numbers instead of strings. */
const asText = (value: unknown) =>
  typeof value === "object" && value !== null
    ? JSON.stringify(value)
    : typeof value === "number"
      ? `${value}`
      : value;

const inUpperCase = (value: unknown) => (typeof value === "string" ? value.trim().toUpperCase() : value);

const text = z.preprocess(asText, z.string().max(1_000_000));

export const fetchInput = z.object({
  url: z.string().trim().min(1, "Give the address to fetch"),
  method: z.preprocess(inUpperCase, z.enum(METHODS)).optional(),
  headers: z.record(z.string(), text).optional(),
  body: text.optional(),
  raw: z.boolean().optional(),
  offset: z.int().min(0).optional().describe("next_offset, to continue"),
});
export type FetchInput = z.output<typeof fetchInput>;

type Request = {
  url: string;
  method?: string;
  headers?: Iterable<readonly [string, string]>;
  body?: unknown;
};

/** Returns true if a request may change something at its target, or carries data outside its address. */
export const mayChange = ({ method = "GET", headers = [], body }: Omit<Request, "url">): boolean =>
  (method !== "GET" && method !== "HEAD") ||
  (body !== undefined && body !== "") ||
  ![...headers].every(([name, value]) => name.toLowerCase() === "accept" && ACCEPTED.has(value));

/** Returns true if a request may change something at its target, or would reveal more than the guard allows. */
export const needsApproval = async (request: Request, guard: Guard): Promise<boolean> =>
  mayChange(request) || !(await guard.mayRequest(request.url, waysToSend(request)));

/** The method and the accepted type can carry data, too. */
const waysToSend = ({ method = "GET", headers = [] }: Request): number =>
  method === "GET" && [...headers].length === 0 ? 1 : 2 * (ACCEPTED.size + 1);

/** Accepted values of the header `accept`. Any other header or value could carry data. */
const ACCEPTED = new Set([
  "*/*",
  "text/html",
  "text/plain",
  "text/csv",
  "application/json",
  "application/xml",
]);

const OURS = {
  "user-agent": "Mozilla/5.0 (compatible; Easel)",
  accept: "text/html,application/xhtml+xml,application/json;q=0.9,text/*;q=0.9,*/*;q=0.8",
  "accept-language": "en,*;q=0.5",
};

/** Returns the request with Easel's default headers, which the given headers override. */
export function requestOf({ method = "GET", headers = {}, body }: FetchInput) {
  if (body && (method === "GET" || method === "HEAD"))
    throw new AppError("invalid", `A ${method} has no body. Put it into the address, or use POST.`);
  const sent = writtenHeaders(Object.entries(headers), OURS);
  if (body && !sent.has("content-type")) sent.set("content-type", isJson(body) ? JSON_TYPE : TEXT_TYPE);
  return { method, headers: sent, body };
}

const JSON_TYPE = "application/json";
const TEXT_TYPE = "text/plain; charset=utf-8";

function isJson(body: string): boolean {
  try {
    return typeof JSON.parse(body) === "object";
  } catch {
    return false;
  }
}
