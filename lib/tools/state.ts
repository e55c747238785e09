import { z } from "zod";
import { jsonValue } from "@/lib/shared/json-value";
import { stateKey } from "@/lib/shared/state-key";
import * as state from "@/lib/store/state";
import { defineTool, defineToolset } from "./define";

export const stateTools = defineToolset({
  id: "state",
  title: "State",
  category: "data",
  prompt:
    "State keeps small JSON values under keys, across conversations. Use it for settings, lists and counters that something will read again; list the keys before you guess one.",
  tools: {
    get_state: defineTool({
      description: "Reads the value that is stored under a key. Gives null when there is none.",
      input: z.object({ key: stateKey.describe("The state key to read") }),
      hints: { reads: ["state"], idempotent: true },
      execute: async ({ key }, { agentId }) => ({ value: await state.read(agentId, key) }),
    }),
    set_state: defineTool({
      description: "Stores any JSON value under a key, in place of what was there.",
      input: z.object({
        key: stateKey.describe("The state key to write"),
        value: jsonValue.describe("Any JSON value"),
      }),
      hints: { writes: ["state"], idempotent: true },
      execute: async ({ key, value }, { agentId }) => {
        await state.write(agentId, key, value);
        return { ok: true };
      },
    }),
    delete_state: defineTool({
      description: "Deletes a key and its value. Says whether the key was there.",
      input: z.object({ key: stateKey.describe("The state key to delete") }),
      hints: { writes: ["state"] },
      execute: async ({ key }, { agentId }) => ({ deleted: await state.remove(agentId, key) }),
    }),
    list_state_keys: defineTool({
      description: "Lists the keys that hold a value.",
      input: z.object({ prefix: z.string().optional().describe("Only keys that begin with this") }),
      hints: { reads: ["state"], idempotent: true },
      execute: async ({ prefix }, { agentId }) => ({ keys: await state.keys(agentId, prefix) }),
    }),
  },
});
