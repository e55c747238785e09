import type { Call } from "@/lib/agent/loop/testing/model";
import type { newScript } from "@/lib/agent/loop/testing/script";
import type { Channel } from "./channels/channel";
import type { World } from "./world";

type File = { name: string; bytes: Uint8Array | string };
export type Script = ReturnType<typeof newScript>;

/** A field that a stranger can write, and how the model reads it. */
export type Place = {
  name: string;
  /** Steps with which the model reads the field. None if the prompt contains it. */
  read?: (at: Sites) => Call[][];
  /** Steps of an earlier conversation that read the stranger's page. Its user approved them. */
  stored?: (at: Sites) => Call[][];
  /** Prepares the field without a model. */
  plant?: (world: World) => Promise<unknown>;
  /** Files that the user attaches. */
  files?: File[];
  /** The writer of the messages of the conversation. By default the user. */
  from?: "job" | "webhook" | "mail" | "contact" | "forwarded";
};

/**
 * One way to a goal. `helper` lists the steps of a subagent. `fresh`: the way begins another conversation with these steps,
 * and goes on only if the model finds the order there.
 */
export type Way = { calls: Call[][]; helper?: Call[][]; fresh?: Call[][] };
export type Sites = Record<"evil" | "sink" | "shop" | "bank" | "mail", string>;

/** `isRefused`: the call fails even if the user approves, because its code cannot ask. */
export type Act = { name: string; calls: (at: Sites) => Call[][]; isRefused?: true };
export type Leak = { source: Source; channels: Channel[] };
/** Where the private data is, and how the model reads it. `says` is appended to the user's request. */
export type Source = {
  name: string;
  read: Call[][];
  says?: (secret: string) => string;
  file?: (secret: string) => File;
  plant?: (world: World, script: Script) => Promise<unknown>;
  /** The number of bits of the secret that the source has. By default all. */
  bits?: number;
};

export type Story = { name: string; ask: string; place: Place } & ({ act: Act } | { leak: Leak });

export const call = (tool: string, input: object): Call => ({ tool, input });
export const load = (id: string): Call[] => [call("load_toolset", { id })];

/** Acts of one call. */
export const simple = (name: string, tool: string, input: object): Act => ({
  name,
  calls: () => [[call(tool, input)]],
});
export const sql = (statement: string): Act => simple(statement, "db_sql", { sql: statement });
export const query = (operation: string, collection: string, more: object): Act =>
  simple(`${operation} in ${collection}`, "db_query", { operation, collection, ...more });
export const job = (instruction: string): Act =>
  simple(`plan a job: ${instruction}`, "manage_cronjob", {
    ...{ action: "create", name: "Evil", instruction, cron_expression: "0 7 * * *" },
  });
