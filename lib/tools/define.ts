import { z } from "zod";
import { explainIssues } from "@/lib/shared/issues";
import type { Mode } from "@/lib/shared/modes";

/** What a running tool may know and reach. Everything of the loop that a tool needs is a function here. */
export type ToolContext = {
  agentId: string;
  conversationId: string;
  runId: string;
  toolCallId: string;
  /** Aborted when the person stops the run or the tool's time is up. */
  signal: AbortSignal;
};

/** What a call touches; drives approval, the audit page and recovery after a crash. */
export type Hints = {
  reads?: readonly string[];
  writes?: readonly string[];
  /** Calling twice with the same input is the same as calling once, so it may be repeated after a crash. */
  idempotent?: boolean;
};

export type Parsed<T> = { ok: true; value: T } | { ok: false; message: string };

/** A tool as the loop sees it, whatever made it: built-in, the agent, an MCP server. */
export type Tool = {
  description: string;
  inputSchema: Record<string, unknown>;
  hints: Hints;
  timeoutMs: number;
  /** Checks an input and says for the model what is wrong with it. */
  check(input: unknown): Parsed<unknown>;
} & (
  | { pauses: false; execute(input: unknown, context: ToolContext): Promise<unknown> }
  /** Ends the step and waits for the person; `answer` is the schema of what they may send for this input. */
  | { pauses: true; answer(input: unknown): z.ZodType }
);

export type Toolset = {
  id: string;
  title: string;
  category: "conversation" | "data" | "self" | "making" | "world";
  /** When to use which, for the model. */
  prompt: string;
  mode: Mode;
  tools: Record<string, Tool>;
};

const DEFAULT_TIMEOUT_MS = 60_000;

type Common<I extends z.ZodType> = {
  description: string;
  input: I;
  hints?: Hints;
  timeoutMs?: number;
  /** Replaces the general wording of what is wrong with an input. */
  explain?: (error: z.ZodError, input: unknown) => string;
};

export function defineTool<I extends z.ZodType>(
  spec: Common<I> &
    (
      | { execute: (input: z.output<I>, context: ToolContext) => Promise<unknown>; pauses?: false }
      | { pauses: true; answer: (input: z.output<I>) => z.ZodType }
    ),
): Tool {
  const { description, input: schema, hints = {}, timeoutMs = DEFAULT_TIMEOUT_MS } = spec;
  const explain = spec.explain ?? explainIssues;
  const common = {
    description,
    inputSchema: toModelSchema(schema),
    hints,
    timeoutMs,
    check(input: unknown): Parsed<unknown> {
      const parsed = schema.safeParse(input);
      return parsed.success
        ? { ok: true, value: parsed.data }
        : { ok: false, message: explain(parsed.error, input) };
    },
  };
  if (spec.pauses) {
    const { answer } = spec;
    return { ...common, pauses: true, answer: (input) => answer(schema.parse(input)) };
  }
  const { execute } = spec;
  return {
    ...common,
    pauses: false,
    execute: async (input, context) => execute(schema.parse(input), context),
  };
}

export const defineToolset = (toolset: Omit<Toolset, "mode"> & { mode?: Mode }): Toolset => ({
  mode: "on",
  ...toolset,
});

/** JSON Schema as providers take it: no `$ref`, no `$schema`. */
function toModelSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: "input",
    target: "draft-7",
    reused: "inline",
  });
  return rest;
}
