import { field } from "./parts";
import { hostOf, lineOf } from "./web-address";
import { isWebTool, type WebTool } from "./web-tools";

export type WebWording = { did: string; does: string; failed: string; name?: string };

/** What is called with and given by the tools that reach the web, as words. */
const WORDINGS: Record<WebTool, (input: unknown, output: unknown) => WebWording> = {
  web_search: (input) => {
    const where = field(input, "type") === "news" ? "the news" : "the web";
    const query = lineOf(field(input, "query"), 60);
    const what = query ? `${where} for “${query}”` : where;
    return say("Searched", "Searching", "search", what);
  },
  fetch_url: (input, output) => {
    const host = hostOf(field(output, "url")) ?? hostOf(field(input, "url")) ?? "an address";
    const method = field(input, "method")?.toUpperCase() ?? "GET";
    if (method !== "GET" && method !== "HEAD")
      return say("Sent", "Sending", "send", `a ${method} to ${host}`);
    const status = statusOf(output);
    const read = say("Read", "Reading", "read", host);
    if (status >= 400) return { ...read, did: `Got ${status} from ${host}` };
    return { ...read, did: `Read ${titled(pageTitle(output), host)}` };
  },
  browser_navigate: (input, output) => {
    const host = hostOf(field(output, "url")) ?? hostOf(field(input, "url")) ?? "a page";
    const opened = say("Opened", "Opening", "open", host);
    return { ...opened, did: `Opened ${titled(field(output, "title"), host)}` };
  },
  browser_screenshot: (input) =>
    at("Took a screenshot", "Taking a screenshot", "take a screenshot", input, "of"),
  browser_click: (input, output) => element("Clicked", "Clicking", "click", input, output),
  browser_type: (input, output) => element("Typed into", "Typing into", "type into", input, output),
  browser_extract_text: (input) => at("Read the page", "Reading the page", "read the page", input, "in"),
  browser_extract_html: (input) =>
    at("Read the page’s HTML", "Reading the page’s HTML", "read the page’s HTML", input, "in"),
  browser_evaluate: () => say("Ran", "Running", "run", "code in the page"),
  browser_close: () => say("Closed", "Closing", "close", "the browser"),
};

export const webWording = (toolName: string, input: unknown, output: unknown): WebWording | undefined =>
  isWebTool(toolName) ? WORDINGS[toolName](input, output) : undefined;

/** The title of a page that was fetched: its own, or the first heading of what could be read. */
export function pageTitle(output: unknown): string | undefined {
  const heading = /^# +(.+)$/m.exec(field(output, "markdown")?.slice(0, 4_000) ?? "")?.[1];
  return lineOf(field(output, "title")) || lineOf(heading) || undefined;
}

const say = (did: string, does: string, to: string, what: string): WebWording => ({
  did: `${did} ${what}`,
  does: `${does} ${what}`,
  failed: `Could not ${to} ${what}`,
});

/** What is done to a part of the page names it, if it is not the whole. */
function at(did: string, does: string, to: string, input: unknown, word: string): WebWording {
  const name = lineOf(field(input, "selector"));
  const about = name && ` ${word}`;
  return { did: did + about, does: does + about, failed: `Could not ${to}${about}`, ...(name && { name }) };
}

/** An element by what is written on it (`button "Send"`), or else by the selector that the agent used. */
function element(did: string, does: string, to: string, input: unknown, output: unknown): WebWording {
  const label = lineOf(/^[^"]+ "(.+)"$/s.exec(field(output, "element") ?? "")?.[1], 50);
  if (label) return say(did, does, to, `“${label}”`);
  const name = lineOf(field(input, "selector"));
  return { did, does, failed: `Could not ${to}`, ...(name && { name }) };
}

const titled = (title: string | undefined, host: string): string => {
  const line = lineOf(title, 60);
  return line && line !== host ? `${line} — ${host}` : host;
};

function statusOf(output: unknown): number {
  const status = typeof output === "object" && output !== null && "status" in output ? output.status : 0;
  return typeof status === "number" ? status : 0;
}
