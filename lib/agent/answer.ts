import { z } from "zod";
import { AppError } from "@/lib/shared/errors";
import { explainIssues, formatPath } from "@/lib/shared/issues";
import { type Ask, type Settlement, type Standing, settle } from "@/lib/store/asks";
import type { RunContext, RunStatus } from "@/lib/store/runs";
import { changeSetting } from "@/lib/store/settings";
import { findTool } from "@/lib/tools/index";
import { decision } from "./calls";
import { type Chunk, Draft, type Message } from "./message";

export type Answer = { toolCallId: string; messageId?: string; output: unknown };
type Taken = { context: RunContext; next: RunStatus };

/**
 * Checks an answer against its ask and takes it, durably. Null when the run has changed since it was read. The run goes
 * on when no ask is left open.
 */
export async function answer(
  run: Standing,
  ask: Ask,
  given: unknown,
  by: string | null,
): Promise<Taken | null> {
  const output = checked(ask, given);
  const left = run.asks.filter(
    ({ status, toolCallId }) => status === "open" && toolCallId !== ask.toolCallId,
  );
  const next = left.length > 0 ? "waiting" : "running";
  const remember = ask.kind === "approval" ? decision.parse(output).remember : undefined;
  if (remember === "always") await changeSetting(run.agentId, `tool:${ask.toolName}`, { policy: "allow" });
  const context = await settle({
    run,
    asks: [{ toolCallId: ask.toolCallId, status: "answered", output, answeredBy: by }],
    // A decided approval has no result yet: the run makes it, and only then the part changes.
    parts: ask.kind === "approval" ? run.parts : withOutputs(run, [[ask.toolCallId, output]]),
    next,
    allow: remember === "conversation" ? ask.toolName : undefined,
  });
  return context && { context, next };
}

/** Closes every open ask of a waiting run with the same output: the person stopped it, or wrote in the chat instead. */
export async function closeAsks(
  run: Standing,
  next: RunStatus,
  output: Record<string, unknown>,
): Promise<boolean> {
  const open = run.asks.filter(({ status }) => status === "open");
  const asks: Settlement["asks"] = open.map(({ toolCallId }) => ({
    toolCallId,
    status: "closed",
    output,
    answeredBy: null,
  }));
  const parts = withOutputs(
    run,
    open.map(({ toolCallId }) => [toolCallId, output]),
  );
  return (await settle({ run, asks, parts, next })) !== null;
}

function checked(ask: Ask, given: unknown): unknown {
  const result = schemaOf(ask).safeParse(given);
  if (result.success) return result.data;
  const details = result.error.issues.map(({ path, message }) => ({
    path: formatPath(["output", ...path]),
    message,
  }));
  throw new AppError("invalid", `This is not an answer to what was asked.\n${explainIssues(result.error)}`, {
    details,
  });
}

function schemaOf(ask: Ask): z.ZodType {
  if (ask.kind === "approval") return decision;
  const found = findTool(ask.toolName);
  // The tool may be gone since it asked; the model can still read whatever the person says.
  return found?.tool.pauses ? found.tool.answer(ask.input) : z.json();
}

function withOutputs(run: Standing, outputs: [toolCallId: string, output: unknown][]): Message["parts"] {
  const draft = new Draft([...(run.parts as Message["parts"])]);
  for (const [toolCallId, output] of outputs) {
    const part = draft.tool(toolCallId);
    const chunk: Chunk =
      part?.state === "approval-requested"
        ? { type: "tool-output-error", toolCallId, errorText: notRun(output) }
        : { type: "tool-output-available", toolCallId, output };
    draft.apply(chunk);
  }
  return draft.parts;
}

const notRun = (output: unknown) =>
  `This call was not run: the person did not decide on it. (${JSON.stringify(output)})`;
