import type { ClientRequest } from "@/lib/shared/programs/client";
import { clientToolset } from "@/lib/tools/toolsets/client";
import type { Toolset } from "@/lib/tools/toolsets/define";
import { asModelTool, type Offer, type Offered } from "./toolset";

/** Adds a program's tools and instructions. A tool of the agent with the same name wins. */
export function withClientTools(client: ClientRequest | null, offer: Offer): Offer {
  if (!client) return offer;
  const { id, title, prompt, tools: all } = toolsetOf(client);
  const own = Object.entries(all).filter(([name]) => !offer.tools.has(name));
  const offered = own.map(([name, tool]): [string, Offered] => [
    name,
    { tool, policy: "allow", afterWeb: "allow", limits: {}, toolset: id, words: [] },
  ]);
  const text = `## ${title}\n${INTRODUCTION}\n${prompt}`;
  return {
    ...offer,
    tools: new Map([...offer.tools, ...offered]),
    forModel: {
      ...offer.forModel,
      ...Object.fromEntries(own.map(([name, tool]) => [name, asModelTool(tool)])),
    },
    prompt: prompt === "" ? offer.prompt : [...offer.prompt, { id, title, text }],
  };
}

/** By request, because each step of a run offers the same tools. */
const toolsets = new WeakMap<ClientRequest, Toolset>();

function toolsetOf(client: ClientRequest): Toolset {
  const existing = toolsets.get(client);
  if (existing) return existing;
  const made = clientToolset(client);
  toolsets.set(client, made);
  return made;
}

const INTRODUCTION =
  "The user talks to you through this program, which adds the following. It does not replace your own instructions.";
