import { readAuthoredTools, type Which } from "@/lib/store/agents/agent-tools";
import type { Notice } from "@/lib/store/bus";
import type { RunContext } from "@/lib/store/loop/run-context";
import { authoredToolset } from "./authored";
import type { Toolset } from "./define";
import { type Found, findIn, toolsets } from "./index";
import { awaitServers, servedToolsets } from "./mcp/mcp";

type Source = {
  /** Returns the toolsets with all their tools. `which` selects the disabled stored tools to include. */
  toolsets(agentId: string, which: Which): Promise<readonly Toolset[]>;
  /** Returns the toolsets for a run that has just begun. Uses the data that was loaded with the run. */
  toolsetsForRun?(run: StartedRun): readonly Toolset[] | Promise<readonly Toolset[]>;
  find(agentId: string, names: readonly string[]): Promise<readonly Found[]>;
  /**
   * After a restart, waits a limited time for the servers of `wanted` tools that are not connected yet. Returns
   * whether it waited.
   */
  ready?: typeof awaitServers;
  isChanged?(notice: Notice, agentId: string): boolean;
};

type StartedRun = Pick<RunContext, "agentId" | "authoredTools">;

export const builtIn = (toolsets: readonly Toolset[]): Source => {
  const all = (agentId: string) =>
    Promise.all(
      toolsets.map(async (one) => (one.forAgent ? { ...one, ...(await one.forAgent(agentId)) } : one)),
    );
  return {
    toolsets: all,
    toolsetsForRun: ({ agentId }) => all(agentId),
    find: async (_, names) => names.flatMap((name) => findIn(toolsets, name) ?? []),
    isChanged: (notice, agentId) =>
      notice.type === "agents" ||
      (notice.type === "history" && notice.kind === "skill" && notice.agent === agentId),
  };
};

export const authored: Source = {
  toolsets: async (agentId, which) => [authoredToolset(await readAuthoredTools(agentId, which))],
  toolsetsForRun: ({ authoredTools }) => [authoredToolset(authoredTools ?? [])],
  async find(agentId, names) {
    const toolset = authoredToolset(await readAuthoredTools(agentId, names));
    return Object.entries(toolset.tools).map(([name, tool]) => ({ name, tool, toolset }));
  },
  isChanged: (notice, agentId) =>
    notice.type === "history" && notice.kind === "tool" && notice.agent === agentId,
};

export const served: Source = {
  toolsets: servedToolsets,
  async find(agentId, names) {
    const sets = await servedToolsets(agentId);
    return names.flatMap((name) => findIn(sets, name) ?? []);
  },
  ready: awaitServers,
  isChanged: (notice, agentId) => notice.type === "mcp" && notice.agent === agentId,
};

export type Catalog = ReturnType<typeof catalogOf>;

/** Returns the catalog of all tools of an agent. If two tools have the same name, the first source wins. */
export const catalogOf = (sources: readonly Source[]) => ({
  async toolsets(agentId: string, which: Which = "enabled"): Promise<Toolset[]> {
    return (await Promise.all(sources.map((source) => source.toolsets(agentId, which)))).flat();
  },

  async toolsetsForRun(run: StartedRun): Promise<Toolset[]> {
    const each = sources.map(
      (source) => source.toolsetsForRun?.(run) ?? source.toolsets(run.agentId, "enabled"),
    );
    return (await Promise.all(each)).flat();
  },

  async findAll(agentId: string, names: readonly string[]): Promise<Map<string, Found>> {
    const found = new Map<string, Found>();
    for (const source of sources) {
      const left = names.filter((name) => !found.has(name));
      if (left.length === 0) break;
      for (const one of await source.find(agentId, left)) found.set(one.name, one);
    }
    return found;
  },

  async find(agentId: string, name: string): Promise<Found | undefined> {
    return (await this.findAll(agentId, [name])).get(name);
  },

  async ready(...args: Parameters<typeof awaitServers>): Promise<boolean> {
    const waited = await Promise.all(sources.map((source) => source.ready?.(...args) ?? false));
    return waited.includes(true);
  },

  isChanged: (notice: Notice, agentId: string): boolean =>
    sources.some((source) => source.isChanged?.(notice, agentId)),
});

export const catalog = catalogOf([builtIn(toolsets), authored, served]);
