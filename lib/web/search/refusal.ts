import { redact } from "@/lib/ground/base/redact";
import type { GuardedAnswer } from "@/lib/platform/egress/guarded-fetch";
import { hostnameOf, isHostNotPublic } from "@/lib/platform/egress/target";
import { AppError } from "@/lib/shared/errors";
import type { SearchProvider, SearchRefusal } from "./provider";

const PLACE = "Settings → Web";
const MAX_MESSAGE_CHARS = 200;

/** The meaning of an error status if the provider gives none. */
const STATUS: Record<number, SearchRefusal> = {
  401: "key",
  402: "quota",
  403: "key",
  404: "address",
  429: "rate",
};

export function searchRefusalOf(
  provider: SearchProvider,
  status: number,
  body: unknown,
): SearchRefusal | undefined {
  if (status < 300) return undefined;
  return provider.refusal(status, body) ?? STATUS[status] ?? (status >= 500 ? "down" : "address");
}

/** `again` says when to retry. */
type RefusalMessage = (title: string, status: number, detail: string, again: string) => string;

const MESSAGES: Record<SearchRefusal, RefusalMessage> = {
  key: (title, status) => `${title} refused the key (${status}). Check it in ${PLACE}.`,
  plan: (title, status, detail) =>
    `The plan of this key at ${title} does not include such a search (${status})${detail}.`,
  quota: (title, status) =>
    `${title} reports that the quota of this key is used up (${status}). Raise it there, or choose another search engine in ${PLACE}.`,
  rate: (title, status, _, again) =>
    `${title} accepts no more requests for now (${status}). Try again in ${again}, with fewer searches at once.`,
  format: (title, status) =>
    `${title} does not return results as JSON (${status}). Its operator must add json under search: formats: in its settings.yml and restart it.`,
  limiter: (title, status) =>
    `${title} blocks Easel as a bot (${status}). Its operator must set limiter: false under server: in its settings.yml, or allow this machine's address in limiter.toml.`,
  question: (title, status, detail) =>
    `${title} did not accept the search (${status})${detail}. Try other or fewer words.`,
  address: (title, status) => `${title} is not at this address (${status}). Check the address in ${PLACE}.`,
  down: (title, status, _, again) => `${title} has a server error (${status}). Try again in ${again}.`,
};

const CODES = { key: "unauthorized", rate: "too_many_requests", question: "invalid" } as const;

/**
 * Returns the error for a search that the provider refused. `waitMs` is the wait that the response asks for.
 */
export function searchRefused(
  provider: SearchProvider,
  { status }: GuardedAnswer,
  body: unknown,
  waitMs: number | undefined,
): AppError {
  const refusal = searchRefusalOf(provider, status, body) ?? "down";
  const message = provider.errorMessage(body);
  const quoted = message ? `: “${redact(oneLine(message))}”` : "";
  const code = refusal in CODES ? CODES[refusal as keyof typeof CODES] : "unavailable";
  return new AppError(code, MESSAGES[refusal](provider.title, status, quoted, spanOf(waitMs)));
}

export const noAnswer = ({ title }: SearchProvider, url: string) =>
  new AppError(
    "unavailable",
    `The server at ${new URL(url).origin} is not ${title}, or has an unsupported version. Check the address in ${PLACE}.`,
  );

/**
 * Returns the error for a request that got no response. If the egress rules block the provider's own host, the
 * message says how to allow it.
 */
export function unreachable({ title }: SearchProvider, url: string, cause: AppError): AppError {
  const hostname = hostnameOf(new URL(url));
  const closed =
    isHostNotPublic(cause.cause) && cause.cause.hostname === hostname ? cause.cause.message : null;
  const remedy = `. Start Easel with EASEL_EGRESS_ALLOW=${hostname} to allow it.`;
  const reason = closed === null ? cause.message : closed + remedy;
  return new AppError(cause.code, `${title} cannot be reached: ${reason}`, { cause });
}

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim().slice(0, MAX_MESSAGE_CHARS).toWellFormed();

function spanOf(ms = 0): string {
  const seconds = Math.ceil(ms / 1_000);
  if (seconds < 1) return "a minute";
  if (seconds <= 90) return `${seconds} s`;
  return seconds <= 5_400 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3_600)} h`;
}
