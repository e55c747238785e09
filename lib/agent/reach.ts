import { isBuiltIn } from "@/lib/shared/agent-tools/names";
import { AppError } from "@/lib/shared/errors";
import type { Reach } from "@/lib/store/reach";
import type { Offer, Offered } from "./toolset";

/* What the token of a program is for binds its calls, and all that they begin: helpers, code, jobs. */

/** Tools that leave something behind which works later, with all tools of the agent. */
const OUTLIVING = new Set(["jobs", "tools"]);

/** Whether a tool of this name is the one that the token names: another agent may have made another tool of the same name. */
const isNamed = ({ agentId, tools }: Reach, name: string, of: string): boolean =>
  tools.includes(name) && (agentId === of || isBuiltIn(name));

/** Limits an offer to the tools that a token names. `agentId` is whose offer it is. */
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

const outlives = ({ tool }: Offered): boolean =>
  tool.hints.writes?.some((one) => OUTLIVING.has(one)) ?? false;

/** Throws unless the token names the tool whose work the code of a call would do by itself. Undefined where nothing is limited. */
export const boundBy = (reach: Reach | null, agentId: string): ((name: string) => void) | undefined =>
  reach
    ? (name) => {
        if (isNamed(reach, name, agentId)) return;
        throw new AppError(
          "forbidden",
          `The token of this program does not name ${name}, so its code may not do that either. Ask the user for a token that names ${name} as well.`,
        );
      }
    : undefined;

export const OUTLIVES =
  "A program whose token names only some tools would leave something that later works with all tools of the agent.";
