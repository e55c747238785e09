import { toolsetOf } from "@/lib/shared/mcp/view";
import type { Mark } from "@/lib/shared/origins";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { readSettings } from "@/lib/store/agents/settings";
import { listServers } from "@/lib/tools/mcp/view";
import type { Toolset } from "../define";
import { servedToolsets } from "./mcp";

/**
 * Records that the user trusts the present words of the MCP server that offers this tool. Later words are not trusted.
 * Returns false if no server offers the tool, or if its words are trusted already.
 */
export async function trustServerOf(agentId: string, toolName: string): Promise<boolean> {
  const toolset = (await servedToolsets(agentId)).find(({ tools }) => Object.hasOwn(tools, toolName));
  if (!toolset || (await isTrusted(agentId, toolset))) return false;
  await trust(agentId, toolset);
  return true;
}

/** Lists the tools of MCP servers with the origin of their words: `marks` if the user does not trust these. */
export async function listServedTools(agentId: string): Promise<{ marks: Mark[]; trusted: Mark[] }> {
  const [toolsets, settings, servers] = await Promise.all([
    servedToolsets(agentId),
    readSettings(agentId),
    listServers(agentId),
  ]);
  const found = { marks: [] as Mark[], trusted: [] as Mark[] };
  for (const { id, words, tools } of toolsets) {
    if (!words) continue;
    const { connectedAt } = servers.find((server) => toolsetOf(server.id) === id) ?? {};
    const since = connectedAt ?? new Date(0).toISOString();
    const isTrusted = settings.toolsets[id]?.trusted === words.fingerprint;
    for (const name of Object.keys(tools))
      found[isTrusted ? "trusted" : "marks"].push({ kind: "tool", name, origins: [words.origin], since });
  }
  return found;
}

/** Takes back the trust in the words of the server that offers this tool. Returns false if there was none. */
export async function distrustServerOf(agentId: string, toolName: string): Promise<boolean> {
  const toolset = (await servedToolsets(agentId)).find(({ tools }) => Object.hasOwn(tools, toolName));
  if (!toolset || !(await isTrusted(agentId, toolset))) return false;
  await changeSetting(agentId, `toolset:${toolset.id}`, { trusted: null });
  return true;
}

/** Accepts changed words of a server with `accept`. If the user trusted its words, also trusts the accepted ones. */
export async function keepingTrust<T>(agentId: string, server: string, accept: () => Promise<T>): Promise<T> {
  const before = await toolsetNamed(agentId, server);
  const wasTrusted = before !== undefined && (await isTrusted(agentId, before));
  const accepted = await accept();
  const after = wasTrusted ? await toolsetNamed(agentId, server) : undefined;
  if (after) await trust(agentId, after);
  return accepted;
}

const toolsetNamed = async (agentId: string, server: string) =>
  (await servedToolsets(agentId)).find(({ id }) => id === toolsetOf(server));

const isTrusted = async (agentId: string, { id, words }: Toolset): Promise<boolean> =>
  (await readSettings(agentId)).toolsets[id]?.trusted === words?.fingerprint;

const trust = (agentId: string, { id, words }: Toolset): Promise<void> =>
  changeSetting(agentId, `toolset:${id}`, { trusted: words?.fingerprint });
