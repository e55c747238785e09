import { hasRole, includesRight, type Right, type Role } from "./roles";

/** Role in the workspace, and right on the page's agent; default: any member who may use the agent. */
export type Needs = { role?: Role; right?: Right };

const OWN_AS_ADMIN: Needs = { role: "admin", right: "own" };

/** Pages that need more than the right to use the agent, with the pages below them. The longest address decides. */
export const PAGE_NEEDS: Readonly<Record<string, Needs>> = {
  "/agent": { right: "edit" },
  "/agent/activity": { right: "own" },
  "/agent/export": { right: "own" },
  "/agent/rehearsals": { right: "own" },
  "/calendar": { right: "edit" },
  "/files": { right: "edit" },
  "/memory": { right: "edit" },
  "/settings/agents": { role: "member" },
  "/settings/channels": OWN_AS_ADMIN,
  "/settings/import": { right: "edit" },
  "/settings/jobs": { role: "admin" },
  "/settings/mcp": OWN_AS_ADMIN,
  "/settings/models": OWN_AS_ADMIN,
  "/settings/people": { role: "admin" },
  "/settings/usage": { right: "own" },
  "/settings/web": OWN_AS_ADMIN,
};

/** Returns what the page at `href` needs. The address is one within an agent. */
export function needsOf(href: string): Needs {
  for (let path = href.replace(/[?#].*$/, ""); path !== ""; path = path.slice(0, path.lastIndexOf("/"))) {
    const needs = PAGE_NEEDS[path];
    if (needs) return needs;
  }
  return {};
}

export const meets = (has: { role: Role; right: Right }, { role = "guest", right = "use" }: Needs): boolean =>
  hasRole(has.role, role) && includesRight(has.right, right);
