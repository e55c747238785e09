import { z } from "zod";
import { componentCall } from "@/lib/shared/components/call";
import { jsonValue } from "@/lib/shared/json-value";
import { stateKey } from "@/lib/shared/state-key";

/*
 * Calls of a component that another program shows as an MCP App. Its document makes them with two tools that only apps may
 * call, so that hosts can tell reading from writing.
 */

/** Maximum keys of state in one call. */
const MAX_KEYS = 200;

const [query, change, insert, remove, tool, file, model] = componentCall.options;

/** `bundle`: of the document. A document of another version is refused. */
const sender = {
  component: z.string().min(1).max(64),
  proof: z.string().max(100),
  bundle: z.string().max(100),
};

export const readInput = z.strictObject({
  ...sender,
  call: z.discriminatedUnion("type", [
    query,
    file,
    z.strictObject({ type: z.literal("state"), keys: z.array(stateKey).min(1).max(MAX_KEYS) }),
    /** Waits for changes after `since`, the cursor of the last answer. */
    z.strictObject({ type: z.literal("changes"), since: z.string().max(100).optional() }),
  ]),
});
export type ReadInput = z.infer<typeof readInput>;

export const writeInput = z.strictObject({
  ...sender,
  call: z.discriminatedUnion("type", [
    change,
    insert,
    remove,
    tool,
    model,
    z.strictObject({ type: z.literal("set"), key: stateKey, value: jsonValue }),
  ]),
});
export type WriteInput = z.infer<typeof writeInput>;

export type HostedCall = ReadInput["call"] | WriteInput["call"];

/** Answer to `changes`. `isWhole`: changes may have been missed. An empty list of tables means any table. */
export type Changes = { cursor: string; isWhole: boolean; tables: string[] | null; hasState: boolean };

/** The data of a document. It has nothing secret: neither rows nor credentials. */
export type HostedBoot = {
  component: string;
  title: string;
  bundle: string;
  css: string;
  /** The page of Easel where the user grants what the component needs. */
  address: string;
};
