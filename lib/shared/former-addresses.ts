/** Former addresses of pages, longest first. The rest of the path and the query stay the same. */
const FORMER: readonly (readonly [former: string, now: string])[] = [
  ["/settings/agent-file", "/agent/export"],
  ["/settings/model-view", "/agent/model-view"],
  ["/settings/prompt", "/agent/prompt"],
  ["/settings/notes", "/agent/prompt/notes"],
  ["/components", "/agent/components"],
  ["/history", "/agent/history"],
  ["/audit", "/agent/activity"],
  ["/tools", "/agent/tools"],
];

/** Returns the present address for a former one, or undefined. Both are without the prefix of an agent. */
export function presentAddress(url: string): string | undefined {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  const found = FORMER.find(([former]) => path === former || path.startsWith(`${former}/`));
  return found && found[1] + url.slice(found[0].length);
}
