import { field } from "./parts";
import { hostOf, lineOf } from "./web-address";

/** A description of a call for each of its states. `name` follows the words in a monospace font. */
export type Wording = { did: string; does: string; failed: string; name?: string };
/** Describes a call by its input and output. Both may be incomplete. */
export type Say = (input: unknown, output: unknown, toolName: string) => Wording;

export const say = (did: string, does: string, to: string, what = ""): Wording => {
  const about = what && ` ${what}`;
  return { did: did + about, does: does + about, failed: `Could not ${to}${about}` };
};

/**
 * Builds the description of a call from verb forms such as "Looked up", "Looking up", "look up". `argument` is
 * the input field whose value is shown as `name`.
 */
export const wording =
  (did: string, does: string, to: string, what = "", argument?: string): Say =>
  (input, _, toolName) => ({
    ...say(did, does, to, what),
    ...(argument && { name: field(input, argument) ?? toolName }),
  });

export const searched: Say = (input) => {
  const where = field(input, "type") === "news" ? "the news" : "the web";
  const query = lineOf(field(input, "query"), 60);
  return say("Searched", "Searching", "search", query ? `${where} for “${query}”` : where);
};

export const requested: Say = (input, output) => {
  const host = hostOf(field(output, "url")) ?? hostOf(field(input, "url")) ?? "an address";
  const method = field(input, "method")?.toUpperCase() ?? "GET";
  if (method !== "GET" && method !== "HEAD") return say("Sent", "Sending", "send", `a ${method} to ${host}`);
  const status = statusOf(output);
  const read = say("Read", "Reading", "read", host);
  if (status >= 400) return { ...read, did: `Got ${status} from ${host}` };
  return { ...read, did: `Read ${titled(pageTitle(output), host)}` };
};

export const navigated: Say = (input, output) => {
  const host = hostOf(field(output, "url")) ?? hostOf(field(input, "url")) ?? "a page";
  const opened = say("Opened", "Opening", "open", host);
  return { ...opened, did: `Opened ${titled(field(output, "title"), host)}` };
};

/** Describes an action in the browser: on the element of the selector, or without one on the page. */
export const at =
  (did: string, does: string, to: string, preposition: string): Say =>
  (input) => {
    const name = lineOf(field(input, "selector"));
    return { ...say(did, does, to, name && preposition), ...(name && { name }) };
  };

/**
 * Describes an action on an element of a page, which is named by its label (`button "Send"`) or else by its
 * selector.
 */
export const element =
  (did: string, does: string, to: string): Say =>
  (input, output) => {
    const label = lineOf(/^[^"]+ "(.+)"$/s.exec(field(output, "element") ?? "")?.[1], 50);
    if (label) return say(did, does, to, `“${label}”`);
    const name = lineOf(field(input, "selector"));
    return { ...say(did, does, to), ...(name && { name }) };
  };

/** Returns the title of a fetched page, or the first heading of its markdown. */
export function pageTitle(output: unknown): string | undefined {
  const heading = /^# +(.+)$/m.exec(field(output, "markdown")?.slice(0, 4_000) ?? "")?.[1];
  return lineOf(field(output, "title")) || lineOf(heading) || undefined;
}

const titled = (title: string | undefined, host: string): string => {
  const line = lineOf(title, 60);
  return line && line !== host ? `${line} — ${host}` : host;
};

function statusOf(output: unknown): number {
  const status = typeof output === "object" && output !== null && "status" in output ? output.status : 0;
  return typeof status === "number" ? status : 0;
}
