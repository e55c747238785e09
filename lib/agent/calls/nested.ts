import pLimit from "p-limit";
import { withoutImage } from "@/lib/agent/message/images";
import { afterWeb, whyOutlives } from "@/lib/agent/offer/after-web";
import { callHasToAsk, missingTool, notAfterWeb, notAllowed } from "@/lib/agent/offer/refusals";
import { AppError, isAppError } from "@/lib/shared/errors";
import { type Guard, toAct } from "@/lib/shared/tools/external-effects";
import type { ToolLimits } from "@/lib/shared/tools/limits";
import { isRehearsal } from "@/lib/store/agents/rehearsals";
import { withRetry } from "@/lib/store/unreachable";
import { bounded, callTool, invalid } from "@/lib/tools/toolsets/call";
import type { CallFromCode } from "@/lib/tools/toolsets/context";
import type { Tool } from "@/lib/tools/toolsets/define";
import { isOutside } from "@/lib/tools/toolsets/outside";
import { refusalOf } from "@/lib/tools/toolsets/refusal";
import { type Calls, originsFor, type StepCallRow } from "./step-calls";

const MAX_CALLS = 100;
/** Maximum nesting: a tool that code calls may run code that calls tools, and so on. */
const MAX_DEPTH = 3;
const CONCURRENCY_PER_DEPTH = 8;
const MAX_RESULT_CHARS = 2_000_000;
const MAX_RECORDED_CHARS = 20_000;

type Admitted = { tool: Tool; limits: ToolLimits; guard?: Guard; policy: "allow" | "ask" | "deny" };

/**
 * The calls that the code of one tool call makes. They have the same checks as a model's call, but throw
 * instead of waiting for the user. Each is recorded below its parent, and only the code receives its result.
 */
export class NestedCalls {
  readonly rows: StepCallRow[] = [];
  private readonly calls: Calls;
  private readonly guard: Guard;
  private count = 0;
  private readonly open = new Set<Promise<unknown>>();
  /** One limiter per depth. With a shared one, a call that waits for a nested call could deadlock. */
  private readonly gates = Array.from({ length: MAX_DEPTH }, () => pLimit(CONCURRENCY_PER_DEPTH));

  constructor(calls: Calls, guard: Guard) {
    this.calls = calls;
    this.guard = guard;
  }

  /** Resolves when no call is running. Code may end without awaiting its calls. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.open);
  }

  readonly call: CallFromCode = async (name, input, how) => {
    const nth = ++this.count;
    if (nth > MAX_CALLS)
      throw new AppError(
        "invalid",
        `Code may call tools at most ${MAX_CALLS} times per run. Do more with each call, or continue in another run.`,
      );
    // Pad the number, so that the ids sort in the order of the calls.
    const id = `${how.by.toolCallId}/${String(nth).padStart(3, "0")}`;
    // Call ids contain no slash, so the number of segments is the depth.
    const depth = how.by.toolCallId.split("/").length;
    const gate = this.gates[depth - 1];
    if (!gate) throw new AppError("invalid", `tools.${name} was called by code that is nested too deep.`);
    const work = gate(() => this.run(id, name, input, how));
    this.open.add(work);
    try {
      return await work;
    } finally {
      this.open.delete(work);
    }
  };

  private async run(toolCallId: string, name: string, input: unknown, how: Parameters<CallFromCode>[2]) {
    const { by } = how;
    const record = (rest: Partial<StepCallRow> & Pick<StepCallRow, "status">) => {
      const common = { toolCallId, parentToolCallId: by.toolCallId, toolName: name, input };
      this.rows.push({ ...common, output: null, error: null, durationMs: null, ...rest });
    };
    const fail = (error: string, rest: Partial<StepCallRow> = {}) => {
      record({ status: "error", error, ...rest });
      throw new AppError("invalid", error);
    };
    const admitted = await this.admit(name, input, how).catch((error) => {
      if (!isAppError(error)) throw error;
      return fail(error.message, { status: error.code === "forbidden" ? "denied" : "error" });
    });
    const outcome = await callTool(name, admitted.tool, input, {
      ...{ ...this.calls.context, toolCallId, guard: admitted.guard, occasion: by.occasion },
      ...{ signal: AbortSignal.any([this.calls.context.signal, how.signal]), callFromCode: this.call },
      ...{ readBefore: by.origins(), maxOutputChars: Number.POSITIVE_INFINITY, limits: admitted.limits },
    });
    for (const { kind, name, origin } of outcome.through) by.readStored({ kind, name, origins: [origin] });
    const stored = new Set(outcome.through.map(({ origin }) => origin));
    for (const origin of outcome.web) if (!stored.has(origin)) by.readWeb(origin);
    const { durationMs, logs } = outcome;
    if (!outcome.ok) {
      if (outcome.isOverRate) return fail(outcome.error, { status: "denied" });
      if (!outcome.held) return fail(outcome.error, { durationMs, logs });
      const message = admitted.policy === "deny" ? notAfterWeb(name) : callHasToAsk(name);
      return fail(message, { status: "denied", durationMs, logs });
    }
    const size = JSON.stringify(outcome.output).length;
    const output = bounded(withoutImage(outcome.output), MAX_RECORDED_CHARS);
    if (size > MAX_RESULT_CHARS)
      return fail(
        `The result of tools.${name} has ${size} characters; the maximum in code is ${MAX_RESULT_CHARS}. Request less at a time.`,
        { output, durationMs, logs },
      );
    record({ status: "ok", output, durationMs, logs });
    return outcome.output;
  }

  /**
   * Throws an `AppError` if the call may not be made. Its code is `forbidden` if the call needs the user's
   * approval.
   */
  private async admit(
    name: string,
    input: unknown,
    { hold, by }: Parameters<CallFromCode>[2],
  ): Promise<Admitted> {
    const { offer, context } = this.calls;
    const offered = offer.tools.get(name);
    if (!offered) throw new AppError("invalid", await missingTool(name, offer, context.agentId));
    const { tool, policy, limits } = offered;
    const checked = tool.check(input);
    if (!checked.ok) throw new AppError("invalid", invalid(`tools.${name}`, checked.message));
    if (policy === "deny") throw forbidden(notAllowed(name));
    if (tool.pauses || tool.inChat?.(checked.value))
      throw new AppError(
        "invalid",
        `tools.${name} does not work in code: ${tool.pauses ? "it waits for the user" : "it depends on its place in the chat"}. Call ${name} directly.`,
      );
    if (isOutside(tool, checked.value) && (await isRehearsal(context.agentId)))
      return { tool, limits, policy: "allow" };
    const of = { agentId: context.agentId, conversationId: context.conversationId, guard: this.guard };
    const after = await afterWeb(offered, checked.value, of, originsFor(tool, this.calls));
    const web = after.when === "called" ? after.policy : "allow";
    if (web === "deny") throw forbidden(notAfterWeb(name));
    const own =
      (await withRetry(async () => tool.asks?.(checked.value, context.agentId))) ??
      (await whyOutlives(offered, checked.value, of));
    const changes = (await withRetry(async () => tool.consents?.(checked.value, context.agentId))) ?? [];
    const asks = policy === "ask" || web === "ask" || own || changes.length > 0;
    if (asks || tool.waits?.({ ...context, toolCallId: by.toolCallId, toolName: name })) {
      const refusal = await withRetry(() => refusalOf(tool, checked.value, context));
      for (const origin of refusal?.web ?? []) by.readWeb(origin);
      for (const { kind, name, origin } of refusal?.through ?? [])
        by.readStored({ kind, name, origins: [origin] });
      throw refusal ? new AppError("invalid", refusal.error) : forbidden(callHasToAsk(name));
    }
    if (after.policy !== "allow") return { tool, limits, guard: this.guard, policy: after.policy };
    // Stop the code before this call if it may still need approval: it would then run again from its beginning and
    // repeat the call.
    if (hold && !after.onlyReads && (tool.hints.writes?.length ?? 0) > 0 && !tool.hints.idempotent)
      hold(toAct(`Call ${name}`, JSON.stringify(input)));
    return { tool, limits, policy: "allow" };
  }
}

const forbidden = (message: string) => new AppError("forbidden", message);
