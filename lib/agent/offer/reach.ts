import { isBuiltIn } from "@/lib/shared/agent-tools/names";
import { AppError } from "@/lib/shared/errors";
import { includesRight, type Right } from "@/lib/shared/members/roles";
import type { Reach } from "@/lib/store/agents/mcp-tokens";
import type { Offer, Offered } from "./toolset";

/* Limits a program's calls, and the subagents, code and jobs that they start, to the tools of its token. */

/**
 * Kinds of data. A tool that writes one of them leaves code or instructions that later work with all tools of
 * the agent.
 */
const OUTLIVING = new Set(["jobs", "tools", "components", "system_prompt", "learned_notes"]);

/**
 * Returns true if the token names this tool of the agent `of`. An authored or MCP tool with the same name can be a
 * different tool for another agent.
 */
const isNamed = ({ agentId, tools }: Reach, name: string, of: string): boolean =>
  tools.includes(name) && (agentId === of || isBuiltIn(name));

/** Limits an offer to the tools that a token names. `agentId` is the agent that gets the offer. */
export function withinReach(reach: Reach | null, offer: Offer, agentId: string): Offer {
  if (!reach) return offer;
  const tools = new Map(
    [...offer.tools]
      .filter(([name]) => isNamed(reach, name, agentId))
      .map(([name, offered]): [string, Offered] => [name, { ...offered, outlives: outlives(offered) }]),
  );
  const forModel = Object.fromEntries(Object.entries(offer.forModel).filter(([name]) => tools.has(name)));
  const missing = (name: string) =>
    isNamed(reach, name, agentId)
      ? offer.missing(name)
      : `${name} is not among the tools of this program's token.`;
  return { ...offer, tools, forModel, missing };
}

/** Kinds of data that belong to the owner of the agent, although others may use it. */
const OWNED = new Set(["mail"]);

const isOwned = ({ tool: { hints } }: Offered): boolean =>
  [...(hints.reads ?? []), ...(hints.writes ?? [])].some((one) => OWNED.has(one));

/**
 * Leaves out tools that change the agent itself if the member may only use it, and tools that read data of its owner for
 * all others.
 */
export function withinRight(right: Right | null, offer: Offer): Offer {
  if (includesRight(right, "own")) return offer;
  const isAllowed = (name: string) => {
    const offered = offer.tools.get(name);
    if (right === null || !offered || isOwned(offered)) return false;
    return includesRight(right, "edit") || !outlives(offered);
  };
  const missing = (name: string) => {
    const offered = offer.tools.get(name);
    if (!offered) return offer.missing(name);
    return isOwned(offered)
      ? `${name} works with the mails of the agent's owner, and only for the owner.`
      : `${name} changes the agent, and this member may only use it. Its owner can give the right to edit.`;
  };
  return {
    ...offer,
    tools: new Map([...offer.tools].filter(([name]) => isAllowed(name))),
    forModel: Object.fromEntries(
      Object.entries(offer.forModel).filter(([name]) => !offer.tools.has(name) || isAllowed(name)),
    ),
    missing,
  };
}

const outlives = ({ tool }: Offered): boolean =>
  tool.hints.writes?.some((one) => OUTLIVING.has(one)) ?? false;

/**
 * Returns a check for code that does the work of a tool, such as `fetch` for `fetch_url`: it throws unless
 * the token names that tool. Returns undefined if no token limits the run.
 */
export const boundBy = (reach: Reach | null, agentId: string): ((name: string) => void) | undefined =>
  reach
    ? (name) => {
        if (isNamed(reach, name, agentId)) return;
        throw new AppError(
          "forbidden",
          `The token of this program does not name ${name}, so the program's code cannot do what ${name} does. Ask the user for a token that names ${name} as well.`,
        );
      }
    : undefined;

export const OUTLIVES =
  "A program whose token names only some tools would create something that later runs with all tools of the agent.";
