import type { z } from "zod";
import type { BuiltInTool } from "@/lib/shared/chat/built-in-tools";
import type { Shown } from "@/lib/shared/components/shown";
import type { Mode, Policy } from "@/lib/shared/modes";
import type { ApprovalReason, ConsentChange } from "@/lib/shared/tools/approval-reason";
import type { Guard } from "@/lib/shared/tools/external-effects";
import type { LackCode } from "@/lib/shared/tools/view";
import type { Settings } from "@/lib/store/agents/settings";
import type { CallContext, ToolContext } from "./context";
import { type InputRules, inputReader, type Parsed } from "./input";
import { toModelSchema, toShortSchema } from "./model-schema";

/**
 * The display of a call that may wait for the user, as `open` returns it. `changes`: id of the surface that the call changes;
 * `input` is then the surface after the change. `result` is set only if this call does not wait, and ends it.
 */
export type Opening = { shown: Shown | null; input?: unknown; changes?: string; result?: unknown };

export type Hints = {
  reads?: readonly string[];
  writes?: readonly string[];
  /**
   * Repeating a call with the same input has no further effect, so the loop can repeat it after a crash. With
   * "by id", that holds only for a repetition with the same call id.
   */
  idempotent?: boolean | "by id";
};

/** The text names the missing part in English. The interface translates it by its code. */
export type Lack = { text: string; code?: LackCode };

declare const isChecked: unique symbol;
/** An input that the tool's `check` has accepted. Code that acts on an input requires this type. */
export type Checked = { readonly [isChecked]: true };
/** Marks an input as checked. Only for the `check` of a tool. */
export const asChecked = (input: unknown): Checked => input as Checked;

type AfterWeb<I> = boolean | "acts" | ((input: I, of: PolicyContext) => boolean | Promise<boolean>);
export type PolicyContext = { agentId: string; conversationId: string; guard: Guard };

export type RefusalContext = Pick<ToolContext, "agentId" | "conversationId" | "sheet" | "readStored">;

/** A tool as the loop uses it: built-in, written by the agent, or of an MCP server. */
export type Tool = {
  /** Name for users. MCP servers may omit it, and agent-made tools have none. */
  title?: string;
  /** The purpose in one sentence, for users. `description` is for the model. */
  help?: string;
  description: string;
  inputSchema: Record<string, unknown>;
  modelSchema?: Record<string, unknown>;
  hints: Hints;
  timeoutMs: number;
  /**
   * Part of `timeoutMs` that only serves as a reserve: the tool ends a call earlier by itself, with a better
   * message.
   */
  graceMs?: number;
  maxOutputChars?: number;
  /**
   * For stored tools. `enabled`: other tools are enabled by the settings instead. `rewritten`: the last version
   * that the user did not write; earlier approvals do not apply to it. `origins`: of web text in the
   * description, which counts as read when the tool is offered.
   */
  authored?: { version: number; enabled: boolean; rewritten: number; origins: readonly string[] };
  /**
   * For MCP tools. `version` counts how often the server has changed the tool. Approvals from before a change
   * do not apply.
   */
  served?: { server: string; version: number };
  /** The policy until the user chooses one; "allow" if missing. */
  policy?: Policy;
  problem?: string;
  /**
   * Returns what the tool needs to work, such as a key. The model does not see a tool that lacks something.
   */
  lacks?(settings: Settings): Lack | null;
  /**
   * Whether the call needs approval after the conversation has read web text, unless the user has chosen that
   * for the toolset. With `"acts"`, only acts outside need approval, when `guard` detects them. By default,
   * tools that write need approval.
   */
  afterWeb?: AfterWeb<Checked>;
  /**
   * For a call that asks because of web text: returns which other calls its approval also covers in the
   * conversation, as the end of the sentence "This also covers". Null covers only this call.
   */
  covers?(input: Checked, of: PolicyContext): Promise<string | null> | string | null;
  /** Contacts may use the tool: it does not change the agent, and reaches none of the owner's data. */
  isForContacts?: boolean;
  /**
   * Returns the addresses whose text may be in any outcome of a call: its result, an error or a timeout. They
   * are marked before the call runs, so that they are marked however the call ends. A tool that reads the web
   * must declare this. It returns nothing if `execute` reports each response with `readWeb` when it arrives,
   * including failed ones.
   */
  sources?(input: Checked, agentId: string): Promise<readonly string[]> | readonly string[];
  /**
   * The result is unmodified web content, without text from the model. Addresses in it then count as named by
   * the web.
   */
  quotesWeb?: boolean;
  /**
   * Address or id of the service that receives the values of a call, although the call changes nothing there. The
   * values count as a message to the service.
   */
  receiver?: string;
  /**
   * Returns true if the call's effect depends on its place in the message, so that code cannot make the call.
   */
  inChat?(input: Checked): boolean;
  /** Starts slow preparations. Called when the model begins to write a call. Never throws. */
  prepare?(): void;
  asks?(input: Checked, agentId: string): Promise<string | null> | string | null;
  /** Whether a call reaches another agent, which a rehearsal must not do. */
  leavesAgent?(input: Checked): boolean;
  /**
   * Returns the changes by this call that need consent each time, even if the user allows the tool in general.
   */
  consents?(input: Checked, agentId: string): Promise<ConsentChange[]>;
  /** Returns why this call must wait for the user, even if the policy allows it, or null. */
  waits?(context: CallContext): ApprovalReason | null;
  /**
   * Throws an AppError if a call with this input cannot succeed, for example because of a missing permission or an
   * unknown id. It runs before the user is asked about the call and changes nothing.
   */
  refuses?(input: Checked, context: RefusalContext): Promise<void>;
  /** Validates an input. The error message is for the model. */
  check(input: unknown): Parsed<Checked>;
} & (
  | {
      pauses: false;
      execute(input: Checked, context: ToolContext): Promise<unknown>;
      /**
       * Returns the schema of the user's answer on the canvas, if the call waits for one. `input` is the stored
       * input.
       */
      answer?(input: unknown): z.ZodType;
    }
  | {
      pauses: true;
      answer(input: unknown): z.ZodType;
      /** Prepares the display before the call becomes an ask. If it throws, the call fails. */
      open?(input: Checked, context: ToolContext): Promise<Opening>;
      /** Returns false if the display needs no answer, so that the user is not notified. True if missing. */
      awaits?(input: unknown, shown: Shown | null): boolean;
    }
);

export type Toolset = {
  id: string;
  title: string;
  category: "conversation" | "data" | "self" | "making" | "world" | "mcp";
  prompt: string;
  mode: Mode;
  /**
   * The purpose in a few words. The prompt contains it instead of the names of the tools while the toolset is
   * not loaded.
   */
  gist?: string;
  /**
   * Returns what the toolset needs to work, such as a key. The model does not see a toolset that lacks
   * something.
   */
  lacks?(settings: Settings): Lack | null;
  /** Returns the mode and prompt for a certain agent, if they differ from the toolset's own. */
  forAgent?(agentId: string): Promise<Partial<Pick<Toolset, "mode" | "prompt">>>;
  /** Returns what else the toolset could do and how to enable that, or null. The toolset works without it. */
  note?(): Lack | null;
  canImport?: true;
  /**
   * The words of an MCP server: its instructions, and the names, descriptions and schemas of its tools. Unless the user
   * trusts this fingerprint, a conversation that is offered one of the tools has read text of the origin.
   */
  words?: { origin: string; fingerprint: string };
  tools: Record<string, Tool>;
};

const DEFAULT_TIMEOUT_MS = 60_000;

export type DescribedTool = Tool & { title: string; help: string };

export type Common<I extends z.ZodType> = Pick<
  Tool,
  | "title"
  | "help"
  | "maxOutputChars"
  | "lacks"
  | "waits"
  | "quotesWeb"
  | "receiver"
  | "prepare"
  | "isForContacts"
  | "policy"
> &
  InputRules<I> & {
    /** A function is called at each use, for text that is not known when the process starts. */
    description: string | (() => string);
    input: I;
    hints?: Hints;
    timeoutMs?: number;
    afterWeb?: AfterWeb<z.output<I>>;
    covers?(input: z.output<I>, of: PolicyContext): Promise<string | null> | string | null;
    inChat?: (input: z.output<I>) => boolean;
    leavesAgent?: (input: z.output<I>) => boolean;
    asks?: (input: z.output<I>, agentId: string) => Promise<string | null> | string | null;
    consents?: (input: z.output<I>, agentId: string) => Promise<ConsentChange[]>;
    /** See `refuses` of `Tool`. Null: the call can fail only because of its input, which `check` validates. */
    refuses?: Refuses<I>;
    sources?: (input: z.output<I>, agentId: string) => Promise<readonly string[]> | readonly string[];
  };

type Refuses<I extends z.ZodType> = ((input: z.output<I>, context: RefusalContext) => unknown) | null;

type Describes<I extends z.ZodType> = { title: string; help: string } & (
  | { pauses: true }
  | { refuses: Refuses<I> }
);

type Behaviour<I extends z.ZodType> =
  | { execute: (input: z.output<I>, context: ToolContext) => Promise<unknown>; pauses?: false }
  | {
      pauses: true;
      answer: (input: z.output<I>) => z.ZodType;
      open?: (input: z.output<I>, context: ToolContext) => Promise<Opening>;
      awaits?: (input: z.output<I>, shown: Shown | null) => boolean;
    };

export function defineTool<I extends z.ZodType>(
  spec: Common<I> & Behaviour<I> & { title?: never; help?: never },
): Tool;
// This overload must be last, because TypeScript reports errors for the last one.
export function defineTool<I extends z.ZodType>(spec: Common<I> & Behaviour<I> & Describes<I>): DescribedTool;
export function defineTool<I extends z.ZodType>(spec: Common<I> & Behaviour<I>): Tool {
  const { title, help, description, input: schema, hints = {}, timeoutMs = DEFAULT_TIMEOUT_MS } = spec;
  const { maxOutputChars, lacks, waits, quotesWeb, receiver, prepare, isForContacts, policy } = spec;
  const { afterWeb, inChat, leavesAgent, asks, consents, covers, refuses, sources } = spec;
  const { parse, check } = inputReader(schema, spec);
  const read = (input: Checked) => input as unknown as z.output<I>;
  const describe = typeof description === "function" ? description : () => description;
  return {
    get description() {
      return describe();
    },
    inputSchema: toModelSchema(schema),
    modelSchema: toShortSchema(schema),
    hints,
    timeoutMs,
    ...(title !== undefined && { title, help }),
    ...{
      maxOutputChars,
      lacks,
      waits,
      quotesWeb,
      receiver,
      prepare,
      isForContacts,
      ...(policy && { policy }),
    },
    ...(inChat && { inChat: (input: Checked) => inChat(read(input)) }),
    ...(leavesAgent && { leavesAgent: (input: Checked) => leavesAgent(read(input)) }),
    ...(asks && { asks: (input: Checked, agentId: string) => asks(read(input), agentId) }),
    ...(covers && { covers: async (input: Checked, of: PolicyContext) => covers(read(input), of) }),
    ...(consents && { consents: async (input: Checked, agentId: string) => consents(read(input), agentId) }),
    ...(refuses && {
      refuses: async (input: Checked, context: RefusalContext) => {
        await refuses(read(input), context);
      },
    }),
    ...(sources && { sources: (input: Checked, agentId: string) => sources(read(input), agentId) }),
    afterWeb: typeof afterWeb === "function" ? (input, of) => afterWeb(read(input), of) : afterWeb,
    check(input) {
      const checked = check(input);
      return checked.ok ? { ok: true, value: asChecked(checked.value) } : checked;
    },
    ...behaviour(spec, read, parse),
  };
}

/** `read` returns the value of a checked input, `parse` that of an input stored with an ask. */
function behaviour<I extends z.ZodType>(
  spec: Behaviour<I>,
  read: (input: Checked) => z.output<I>,
  parse: (input: unknown) => z.output<I>,
) {
  if (spec.pauses) {
    const { answer, open, awaits } = spec;
    return {
      pauses: true as const,
      answer: (input: unknown) => answer(parse(input)),
      ...(open && { open: async (input: Checked, context: ToolContext) => open(read(input), context) }),
      ...(awaits && { awaits: (input: unknown, shown: Shown | null) => awaits(parse(input), shown) }),
    };
  }
  const { execute } = spec;
  return {
    pauses: false as const,
    execute: async (input: Checked, context: ToolContext) => execute(read(input), context),
  };
}

export const defineToolset = (toolset: Omit<Toolset, "mode"> & { mode?: Mode }): Toolset => ({
  mode: "on",
  ...toolset,
});

/**
 * Defines a toolset of built-in tools. The labels of their calls are in `lib/shared/chat/built-in-tools.ts`.
 */
export const defineBuiltIn = (
  toolset: Omit<Toolset, "mode" | "tools"> & {
    mode?: Mode;
    tools: { [name in BuiltInTool]?: DescribedTool };
  },
): Toolset => defineToolset(toolset);
