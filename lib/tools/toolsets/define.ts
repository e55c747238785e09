import type { z } from "zod";
import type { BuiltInTool } from "@/lib/shared/chat/built-in-tools";
import type { Shown } from "@/lib/shared/components/shown";
import type { Mode, Policy } from "@/lib/shared/modes";
import type { Because, BlockChange } from "@/lib/shared/tools/because";
import type { Guard } from "@/lib/shared/tools/outside";
import type { Settings } from "@/lib/store/agents/settings";
import type { CallContext, ToolContext } from "./context";
import { type InputRules, inputReader, type Parsed } from "./input";
import { toModelSchema, toToldSchema } from "./model-schema";

/**
 * What a call that pauses shows. `input`: the whole of it, where the call changes a sheet; `changes` is that one. `result`: what
 * the call gives at once, where nothing is waited for.
 */
export type Opening = { shown: Shown | null; input?: unknown; changes?: string; result?: unknown };

/** What a call touches; drives approval, the audit page and recovery after a crash. */
export type Hints = {
  reads?: readonly string[];
  writes?: readonly string[];
  /**
   * Calling twice with the same input is the same as calling once, so it may be repeated after a crash. "by id": only with
   * the same id of the call, which is stored before the call is made.
   */
  idempotent?: boolean | "by id";
};

declare const isChecked: unique symbol;
/** An input as the `check` of its tool has read it: what acts on an input takes no other. */
export type Checked = { readonly [isChecked]: true };
/** For the `check` of a tool, which alone may say so. */
export const asChecked = (input: unknown): Checked => input as Checked;

type AfterWeb<I> = boolean | "acts" | ((input: I, of: Judged) => boolean | Promise<boolean>);
/** Of whom it is asked whether a call may act. */
export type Judged = { agentId: string; conversationId: string; guard: Guard };

/** A call that may be refused before the user is asked about it. */
export type Refusing = Pick<ToolContext, "agentId" | "conversationId" | "sheet" | "readStored">;

/** A tool as the loop sees it, whatever made it: built-in, the agent, an MCP server. */
export type Tool = {
  /** Shown to users. An MCP server may name its tools; those of the agent have their name alone. */
  title?: string;
  /** Its purpose, in a sentence for users; the description is for the model. */
  help?: string;
  description: string;
  inputSchema: Record<string, unknown>;
  /** The same in fewer words, for models, where there are fewer. */
  toldSchema?: Record<string, unknown>;
  hints: Hints;
  timeoutMs: number;
  /** What of it comes only after what runs the call has ended it by itself, in better words. */
  graceMs?: number;
  /** Characters of JSON that a result may have before it is cut. */
  mostOutput?: number;
  /**
   * Of a tool that is kept as a row: its version, and whether it is on; those of others say the settings. `rewritten` is
   * the last version that the person did not write: what they allowed before it does not hold for it. Who is offered the tool reads what it says of itself, which may
   * hold text of `origins`.
   */
  authored?: { version: number; enabled: boolean; rewritten: number; origins: readonly string[] };
  /** Of a tool of an MCP server: how often the server has changed it. What was allowed before a change does not hold for it. */
  served?: { server: string; version: number };
  /** What becomes of a call as long as the person has chosen nothing: it is allowed, unless this says otherwise. */
  policy?: Policy;
  /** Why it cannot be offered although it is there. */
  problem?: string;
  /** Says what is missing for it to work, such as a key; then the model does not hear of it. */
  lacks?(settings: Settings): string | null;
  /**
   * Whether it asks once the conversation has read the web, unless the person has set it otherwise for its toolset: always
   * or never, by its input, or `"acts"`: when it is about to act outside, which `guard` tells. By default: whether it writes.
   */
  afterWeb?: AfterWeb<Checked>;
  /**
   * The class of calls that an approval of this one covers in its conversation, when it asks because the web was read: in
   * words that complete "This also covers". Null if it covers this call alone.
   */
  covers?(input: Checked, of: Judged): Promise<string | null> | string | null;
  /** Whether it is offered where a contact is answered by itself: it neither changes the agent nor reaches anything of its owner's. */
  isForContacts?: boolean;
  /**
   * Addresses whose text any outcome of a call may hold: its result, the words of an error, a timeout. The wrapper marks them before
   * the call runs, so that no way out of `execute` can forget it. A tool that reads the web declares this; it returns nothing if
   * `execute` reports each answer when it arrives, also one that fails (`readWeb`).
   */
  sources?(input: Checked, agentId: string): Promise<readonly string[]> | readonly string[];
  /** Its result is text of the web as it stands there, and nothing that the model has put into it: it names addresses. */
  quotesWeb?: boolean;
  /** Whether what it does is done by its place in the message, so that code cannot call it. */
  inChat?(input: Checked): boolean;
  /** Starts what a call takes long to start. Called when the model begins to write one; never throws. */
  prepare?(): void;
  /** Why a call with this input asks the person, whatever the policies say: a sentence. */
  asks?(input: Checked, agentId: string): Promise<string | null> | string | null;
  /** Changes of this call to which somebody has to agree each time, whatever they allow besides. */
  consents?(input: Checked, agentId: string): Promise<BlockChange[]>;
  /** Why a call has to wait for the person, whatever the policies say. */
  waits?(context: CallContext): Because | null;
  /**
   * Throws an AppError if a call with this input cannot succeed, for example because of a missing right or an unknown id.
   * It runs before the user is asked about the call and changes nothing.
   */
  refuses?(input: Checked, context: Refusing): Promise<void>;
  /** Checks an input and says for the model what is wrong with it. */
  check(input: unknown): Parsed<Checked>;
} & (
  | {
      pauses: false;
      execute(input: Checked, context: ToolContext): Promise<unknown>;
      /** The schema of what the person may send from what the call has put on the canvas, where it waits for that; `input` as it is stored. */
      answer?(input: unknown): z.ZodType;
    }
  | {
      /** Ends the step and waits for the person. */
      pauses: true;
      /** The schema of what they may send for this input, as it is stored. */
      answer(input: unknown): z.ZodType;
      /** Makes ready what they will see, before the call becomes an ask. What it throws is the call's error. */
      open?(input: Checked, context: ToolContext): Promise<Opening>;
      /** Whether what it shows needs an answer, by the input as it is stored; if not, the person is not told that something waits. By default it does. */
      awaits?(input: unknown, shown: Shown | null): boolean;
    }
);

export type Toolset = {
  id: string;
  title: string;
  category: "conversation" | "data" | "self" | "making" | "world" | "mcp";
  /** When to use which, for the model. */
  prompt: string;
  mode: Mode;
  /** What it is for in a few words, told instead of its tools' names while it is not loaded. */
  gist?: string;
  /** Says what is missing for it to work, such as a key; then the model does not hear of it. */
  lacks?(settings: Settings): string | null;
  /** What of it is another for an agent, because it tells of others. */
  forAgent?(agentId: string): Promise<Partial<Pick<Toolset, "mode" | "prompt">>>;
  /** Says what more there could be, and how to get it: it works without that. */
  note?(): string | null;
  /** Its programs may import packages where the person has switched that on. */
  canImport?: true;
  tools: Record<string, Tool>;
};

const DEFAULT_TIMEOUT_MS = 60_000;

/** A tool with its words for users. */
export type Explained = Tool & { title: string; help: string };

export type Common<I extends z.ZodType> = Pick<
  Tool,
  "title" | "help" | "mostOutput" | "lacks" | "waits" | "quotesWeb" | "prepare" | "isForContacts" | "policy"
> &
  InputRules<I> & {
    /** A function is called each time, for text that is known only later. */
    description: string | (() => string);
    input: I;
    hints?: Hints;
    timeoutMs?: number;
    afterWeb?: AfterWeb<z.output<I>>;
    covers?(input: z.output<I>, of: Judged): Promise<string | null> | string | null;
    inChat?: (input: z.output<I>) => boolean;
    asks?: (input: z.output<I>, agentId: string) => Promise<string | null> | string | null;
    consents?: (input: z.output<I>, agentId: string) => Promise<BlockChange[]>;
    /** See `Tool`. Null says that a call needs nothing but its input. */
    refuses?: Refuses<I>;
    sources?: (input: z.output<I>, agentId: string) => Promise<readonly string[]> | readonly string[];
  };

type Refuses<I extends z.ZodType> = ((input: z.output<I>, context: Refusing) => unknown) | null;

/** What a built-in tool has to say beside what any tool says. */
type Explains<I extends z.ZodType> = { title: string; help: string } & (
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
// The last, because what is missing in a built-in tool is told by it.
export function defineTool<I extends z.ZodType>(spec: Common<I> & Behaviour<I> & Explains<I>): Explained;
export function defineTool<I extends z.ZodType>(spec: Common<I> & Behaviour<I>): Tool {
  const { title, help, description, input: schema, hints = {}, timeoutMs = DEFAULT_TIMEOUT_MS } = spec;
  const { mostOutput, lacks, waits, quotesWeb, prepare, isForContacts, policy } = spec;
  const { afterWeb, inChat, asks, consents, covers, refuses, sources } = spec;
  const { parse, check } = inputReader(schema, spec);
  const read = (input: Checked) => input as unknown as z.output<I>;
  const describe = typeof description === "function" ? description : () => description;
  return {
    get description() {
      return describe();
    },
    inputSchema: toModelSchema(schema),
    toldSchema: toToldSchema(schema),
    hints,
    timeoutMs,
    ...(title !== undefined && { title, help }),
    ...{ mostOutput, lacks, waits, quotesWeb, prepare, isForContacts, ...(policy && { policy }) },
    ...(inChat && { inChat: (input: Checked) => inChat(read(input)) }),
    ...(asks && { asks: (input: Checked, agentId: string) => asks(read(input), agentId) }),
    ...(covers && { covers: async (input: Checked, of: Judged) => covers(read(input), of) }),
    ...(consents && { consents: async (input: Checked, agentId: string) => consents(read(input), agentId) }),
    ...(refuses && {
      refuses: async (input: Checked, context: Refusing) => {
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

/** `parse` is for inputs that were stored with an ask. */
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

/** A toolset of built-in tools. The words of their calls are in `lib/shared/chat/built-in-tools.ts`. */
export const defineBuiltIn = (
  toolset: Omit<Toolset, "mode" | "tools"> & {
    mode?: Mode;
    tools: { [name in BuiltInTool]?: Explained };
  },
): Toolset => defineToolset(toolset);
