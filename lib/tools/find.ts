import { readOwnTools } from "@/lib/store/agent-tools";
import type { Tool } from "./define";
import { findTool } from "./index";
import { ownToolset } from "./own";

/** A tool of an agent, built-in or made by it. */
export async function findAnyTool(agentId: string, name: string): Promise<Tool | undefined> {
  const builtIn = findTool(name);
  if (builtIn) return builtIn.tool;
  const { tools } = ownToolset(await readOwnTools(agentId));
  return Object.hasOwn(tools, name) ? tools[name] : undefined;
}
