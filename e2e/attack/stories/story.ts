import type { Call } from "@/lib/agent/loop/testing/model";
import type { Channel } from "./channels";
import type { World } from "./world";

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
  files?: { name: string; bytes: Uint8Array | string }[];
  /** The writer of the messages of the conversation. By default the user. */
  from?: "job" | "webhook" | "contact" | "forwarded";
};

/**
 * One way to a goal. `helper` lists the steps of a subagent. `fresh`: the way begins another conversation with these steps,
 * and goes on only if the model finds the order there.
 */
export type Way = { calls: Call[][]; helper?: Call[][]; fresh?: Call[][] };
export type Sites = Record<"evil" | "sink" | "shop" | "bank" | "mail", string>;

export type Act = { name: string; calls: (at: Sites) => Call[][] };
export type Leak = { source: Source; channels: Channel[] };
/** Where the private data is, and how the model reads it. `says` is appended to the user's request. */
export type Source = {
  name: string;
  read: Call[][];
  says?: (secret: string) => string;
  /** The number of bits of the secret that the source has. By default all. */
  bits?: number;
};

export type Story = { name: string; ask: string; place: Place } & ({ act: Act } | { leak: Leak });
export type Kind = "workspace" | "travel" | "banking" | "mail";

export const call = (tool: string, input: object): Call => ({ tool, input });
export const load = (id: string): Call[] => [call("load_toolset", { id })];
