import { type Ended, runInSandbox } from "@/lib/code/isolate/index";
import { recordIsolate } from "@/lib/code/traces/isolate";
import { Origins } from "@/lib/data/origins/collect";
import { type ToolContent, toolContent } from "@/lib/shared/agent-tools/contract";
import type { Marked } from "@/lib/shared/origins";
import type { Guard } from "@/lib/shared/tools/external-effects";
import { KIND } from "@/lib/store/agents/agent-tools";
import type { Writer } from "@/lib/store/agents/state";
import { originsOfVersion } from "@/lib/store/origins";
import { readVersion } from "@/lib/store/revisions";
import { watchedError } from "./probation";
import { noTool, toolOf } from "./read";
import { checkedArgs } from "./replay";

type Run = {
  agentId: string;
  name: string;
  version: number;
  args: unknown;
  by: Writer;
  signal: AbortSignal;
  onLog?: (line: string) => void;
  onRead?: (url: string) => void;
  onReadStored?: (value: Marked) => void;
  onEnded?: (ended: Ended) => Promise<void>;
  guard?: Guard;
  mayReach?: (tool: string) => void;
  callTool?: Parameters<typeof runInSandbox>[0]["callTool"];
};

export async function runAuthoredTool(call: Run) {
  try {
    return await runVersion(call);
  } catch (error) {
    throw await watchedError(error, call);
  }
}

async function runVersion({ agentId, name, version, ...run }: Run) {
  const content = await contentOf(agentId, name, version);
  if (!content) throw noTool(name);
  const { code, limits } = content;
  return runInSandbox({ agentId, tool: name, code, limits: limits ?? undefined, ...run });
}

async function contentOf(agentId: string, name: string, version: number): Promise<ToolContent | null> {
  const revision = await readVersion({ agentId, kind: KIND, name }, version);
  return revision?.content ? toolContent.parse(revision.content) : null;
}

/**
 * Runs the live version for a user, even if the tool is disabled. State values that the code writes keep the
 * web origins of the code and of everything it has read, even though a user ran it.
 */
export async function runByHand(agentId: string, name: string, input: unknown, signal: AbortSignal) {
  const { parameter_schema: schema, version } = await toolOf(agentId, name);
  const args = checkedArgs(schema, input);
  const read = new Origins(await originsOfVersion(agentId, KIND, name, version));
  const by: Writer = {
    author: "person",
    cause: null,
    get origins() {
      return read.written();
    },
  };
  const recorders = {
    onRead: (url: string) => read.add(url),
    onReadStored: (value: Marked) => read.addStored(value),
    onEnded: recordIsolate({ agentId, toolName: name, origins: () => read.written() }),
  };
  return runAuthoredTool({ agentId, name, version, args, by, signal, ...recorders });
}
