import { t as calls } from "@/lib/shared/i18n/en/sharedCalls";
import { t } from "@/lib/shared/i18n/en/sharedChat";
import { t as operations } from "@/lib/shared/i18n/en/sharedOperations";
import { field } from "./parts";
import { hostOf, lineOf } from "./web-address";

/** A description of a call for each of its states. `name` follows the words in a monospace font. */
export type Wording = { did: string; does: string; failed: string; name?: string };
/** Describes a call by its input and output. Both may be incomplete. */
export type Say = (input: unknown, output: unknown, toolName: string) => Wording;

export type CallKey = keyof typeof calls.messages;
export type OperationKey = keyof typeof operations.messages;

type State = "did" | "does" | "failed";
// All messages of an area have the same arguments, but TypeScript cannot represent the union of their types.
const callText = calls as unknown as (key: CallKey, values: { state: State }) => string;
const operationText = operations as unknown as (
  key: OperationKey,
  values: { state: State; what: string },
) => string;

const inEachState = (text: (state: State) => string): Wording => ({
  did: text("did"),
  does: text("does"),
  failed: text("failed"),
});

export const say = (key: CallKey): Wording => inEachState((state) => callText(key, { state }));

/** Describes an operation on something, such as a collection. */
export const sayOn = (key: OperationKey, what: string): Wording =>
  inEachState((state) => operationText(key, { state, what }));

/** `argument` is the input field whose value is shown as `name`. */
export const wording =
  (key: CallKey, argument?: string): Say =>
  (input, _, toolName) => ({ ...say(key), ...(argument && { name: field(input, argument) ?? toolName }) });

export const searched: Say = (input) => {
  const isNews = field(input, "type") === "news";
  const query = lineOf(field(input, "query"), 60);
  if (!query) return say(isNews ? "searchNews" : "searchWeb");
  return sayOn(isNews ? "searchNewsFor" : "searchWebFor", query);
};

export const requested: Say = (input, output) => {
  const host = hostOf(field(output, "url")) ?? hostOf(field(input, "url")) ?? t("anAddress");
  const method = field(input, "method")?.toUpperCase() ?? "GET";
  if (method !== "GET" && method !== "HEAD") return sayOn("send", t("requestTo", { method, host }));
  const status = statusOf(output);
  const read = sayOn("read", host);
  if (status >= 400) return { ...read, did: t("gotStatus", { status: `${status}`, host }) };
  return { ...read, did: sayOn("read", titled(pageTitle(output), host)).did };
};

export const navigated: Say = (input, output) => {
  const host = hostOf(field(output, "url")) ?? hostOf(field(input, "url")) ?? t("aPage");
  return { ...sayOn("open", host), did: sayOn("open", titled(field(output, "title"), host)).did };
};

/** Describes an action in the browser: on the element of the selector, or without one on the page. */
export const at =
  (onPage: CallKey, onElement: CallKey): Say =>
  (input) => {
    const name = lineOf(field(input, "selector"));
    return name ? { ...say(onElement), name } : say(onPage);
  };

/**
 * Describes an action on an element of a page, which is named by its label (`button "Send"`) or else by its
 * selector.
 */
export const element =
  (key: CallKey, onLabel: OperationKey): Say =>
  (input, output) => {
    const label = lineOf(/^[^"]+ "(.+)"$/s.exec(field(output, "element") ?? "")?.[1], 50);
    if (label) return sayOn(onLabel, label);
    const name = lineOf(field(input, "selector"));
    return { ...say(key), ...(name && { name }) };
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
