import { turnValue } from "@/lib/agent/trials/outcome";
import { replayComponent } from "@/lib/code/components/replay";
import { expectedOf, type Replay } from "@/lib/code/proof/compare";
import { replayTool } from "@/lib/code/tools/replay";
import { AppError } from "@/lib/shared/errors";
import type { Expected } from "@/lib/shared/proofs/contract";
import { exampleFields, type NewExampleFields } from "@/lib/shared/proofs/fields";
import { readAgentTool } from "@/lib/store/agents/agent-tools";
import { readComponent } from "@/lib/store/agents/components";
import { addExample, type ProvenItem } from "@/lib/store/agents/examples";
import { shownIn } from "@/lib/store/agents/proofs";
import { sql } from "@/lib/store/db";
import { readToolCall } from "@/lib/store/loop/tool-calls";
import { listTurns } from "@/lib/store/loop/turns";
import { readLive } from "@/lib/store/revisions";
import { saidIn } from "./trial";

/**
 * Keeps a recorded call of a tool, a call that shows a component, or an input as an example. A result is compared exactly
 * if a run without effects returns it again, otherwise by its shape, or only by its success.
 */
export async function keepExample(
  agentId: string,
  from: NewExampleFields,
  signal: AbortSignal,
): Promise<ProvenItem & { id: string }> {
  if ("name" in from && "messageId" in from) return keepTurn(agentId, from);
  const { item, input, replay, call } = await subjectOf(agentId, from);
  const again = await replay(signal);
  const output = call ? call.output : again.result;
  const isCompared = item.kind === "tool" && (!call || call.status === "ok");
  const expected: Expected = isCompared ? expectedOf(output, again) : { as: "success" };
  const { data, error } = exampleFields.safeParse({ input, expected });
  if (!data) throw new AppError("too_large", `This call cannot be kept. ${error.issues[0]?.message}.`);
  const source = "conversationId" in from ? from : null;
  return { ...item, id: await addExample(item, { ...data, origins: call?.readWeb ?? [], source }) };
}

type Call = { toolName: string; status: string; input: unknown; output: unknown; readWeb: string[] };
type Subject = {
  item: ProvenItem;
  input: unknown;
  replay(signal: AbortSignal): Promise<Replay>;
  call?: Call;
};

/** Keeps a turn, which is expected to end without a failure. The user can compare its tools or its text instead. */
async function keepTurn(
  agentId: string,
  { kind, name, conversationId, messageId }: Extract<NewExampleFields, { messageId: string; name: string }>,
): Promise<ProvenItem & { id: string }> {
  const item = { agentId, kind, name };
  const place = { conversationId, messageId };
  const [turn] = await listTurns({ agentId, excused: [], ...place, order: "newest", limit: 1 });
  const live = await readLive(sql(), item);
  if (!turn || !live || live.content === null)
    throw new AppError("not_found", `There is no ${turn ? `${kind} "${name}"` : "such turn of a chat"}.`);
  const { data, error } = exampleFields.safeParse({
    input: { message: saidIn(turn) },
    expected: { as: "success", value: turnValue(turn.parts) },
  });
  if (!data) throw new AppError("too_large", `This turn cannot be kept. ${error.issues[0]?.message}.`);
  return { ...item, id: await addExample(item, { ...data, origins: turn.readWeb, source: place }) };
}

type OfCall = Exclude<NewExampleFields, { messageId: string; name: string }>;

async function subjectOf(agentId: string, from: OfCall): Promise<Subject> {
  if (!("conversationId" in from)) {
    const { kind, name, input } = from;
    const subject =
      kind === "tool" ? await toolOf(agentId, name, input) : await componentOf(agentId, name, input);
    if (subject) return subject;
    throw new AppError("not_found", `There is no ${kind} "${name}".`);
  }
  const call = await readToolCall({ agentId, ...from });
  if (!call)
    throw new AppError("not_found", "There is no such call. GET /api/tools/{name}/calls lists calls.");
  const tool = await toolOf(agentId, call.toolName, call.input);
  if (tool) return { ...tool, call };
  const shown = shownIn(call.input);
  const component = shown && (await componentOf(agentId, shown.name, shown.props));
  if (component) return { ...component, call };
  throw new AppError(
    "invalid",
    "Only calls of agent-made tools, and calls that show a stored component, can be kept as examples.",
  );
}

async function toolOf(agentId: string, name: string, input: unknown): Promise<Subject | null> {
  const tool = await readAgentTool(agentId, name);
  return (
    tool && {
      ...{ item: { agentId, kind: "tool", name }, input },
      replay: (signal) => replayTool(agentId, tool, { input, signal }),
    }
  );
}

async function componentOf(agentId: string, name: string, input: unknown): Promise<Subject | null> {
  const component = await readComponent(agentId, name);
  return (
    component && {
      ...{ item: { agentId, kind: "component", name }, input },
      replay: (signal) => replayComponent(component, input, signal),
    }
  );
}
