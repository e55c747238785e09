import { createHash } from "node:crypto";
import type { RecordedAnswer } from "@/lib/shared/executions";
import type { Fetch } from "./fetch";

const MAX_ANSWERS = 10;
/** Larger answers are not recorded. */
const MAX_BYTES = 20_000;
/** Headers that identify no one. */
const HEADERS = ["content-type", "content-language", "etag", "last-modified", "link"];

type Options = Pick<Parameters<Fetch>[1], "method" | "body">;

/** Identifies a request by method, address and body, without revealing them. */
export function requestKey(url: string | URL, { method = "GET", body }: Options): string {
  const sent =
    typeof body === "string" || !body ? ["text", body] : ["bytes", Buffer.from(body).toString("base64")];
  return createHash("sha256")
    .update(JSON.stringify([method, String(url), sent]))
    .digest("base64url");
}

/** Returns a fetch that adds its first small answers of text to `answers`. */
export function recordingFetch(fetch: Fetch, answers: RecordedAnswer[]): Fetch {
  return async (url, options) => {
    const answer = await fetch(url, options);
    const { status, url: from, headers, bytes, isCut } = answer;
    if (answers.length >= MAX_ANSWERS || bytes.length > MAX_BYTES || isCut) return answer;
    const text = textOf(bytes);
    if (text !== null)
      answers.push({
        ...{ request: requestKey(url, options), status, url: from, text },
        headers: HEADERS.flatMap((name) => {
          const value = headers.get(name);
          return value === null ? [] : [[name, value] as [string, string]];
        }),
      });
    return answer;
  };
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

export const answerOf = ({ status, url, headers, text }: RecordedAnswer): Awaited<ReturnType<Fetch>> => ({
  ...{ status, url, headers: new Headers(headers), bytes: new TextEncoder().encode(text), isCut: false },
});
