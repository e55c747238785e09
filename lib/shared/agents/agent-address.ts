/*
 * Page URLs name their agent: `/a/<id>/chat/…`. URLs without the prefix belong to the first agent. API
 * requests of a page use `?agent=` instead.
 */

const PREFIX = /^\/a\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?=[/?]|$)/i;

/**
 * Internal request header with the agent id from the page URL. The server sets it, and deletes a header of
 * this name that the client sent.
 */
export const AGENT_HEADER = "x-easel-agent";

/** Splits a path into the agent id and the rest. */
export function agentAddress(path: string): { agentId: string | undefined; base: string; rest: string } {
  const found = PREFIX.exec(path);
  if (!found) return { agentId: undefined, base: "", rest: path };
  const [base, agentId] = found;
  const rest = path.slice(base.length);
  return { agentId: agentId?.toLowerCase(), base, rest: rest.startsWith("/") ? rest : `/${rest}` };
}

export const baseOf = (agentId: string): string => `/a/${agentId}`;

/** Returns the URL of a page for the agent with the prefix `base`. Other URLs are unchanged. */
export const inAgent = (base: string, href: string): string =>
  href.startsWith("/") && isPage(href) && agentAddress(href).base === "" ? base + href : href;

export const isPage = (path: string): boolean => !OTHERS.test(path);

/** `/calendar` is a page, but `/calendar/TOKEN.ics` is the calendar for other programs. */
const OTHERS =
  /^\/(?:\/|(?:api|login|mcp|hooks|rt|sandbox|_next|shared|live)(?:[/?#]|$)|calendar\/(?!(?:jobs|contacts)(?:[/?#]|$)))/;
