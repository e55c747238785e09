/*
 * The address of a page says which agent it shows: `/a/<id>/chat/…`. Without that it is the first one, whose addresses are the
 * shortest. What a page asks of the API says it by `?agent=`.
 */

const PREFIX = /^\/a\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?=[/?]|$)/i;

/** Names, in a request for a page, the agent of its address. */
export const AGENT_HEADER = "x-easel-agent";

/** The agent that an address names, and the rest of it. */
export function agentAddress(path: string): { agentId: string | undefined; base: string; rest: string } {
  const found = PREFIX.exec(path);
  if (!found) return { agentId: undefined, base: "", rest: path };
  const [base, agentId] = found;
  const rest = path.slice(base.length);
  return { agentId: agentId?.toLowerCase(), base, rest: rest.startsWith("/") ? rest : `/${rest}` };
}

/** What the addresses of an agent's pages begin with. */
export const baseOf = (agentId: string): string => `/a/${agentId}`;

/** The address of a page of the agent whose addresses begin with `base`. */
export const inAgent = (base: string, href: string): string =>
  href.startsWith("/") && isPage(href) && agentAddress(href).base === "" ? base + href : href;

/** Whether a path is one of the pages of an agent. */
export const isPage = (path: string): boolean => !OTHERS.test(path);

const OTHERS = /^\/(?:\/|(?:api|login|mcp|hooks|rt|sandbox|_next|calendar|shared|live)(?:[/?#]|$))/;
