import { z } from "zod";
import { AppError } from "@/lib/shared/errors";
import { jsonValue } from "@/lib/shared/json-value";
import { newStateKey, stateKey } from "@/lib/shared/state-key";
import * as state from "@/lib/store/agents/state";
import { by } from "./by";
import { defineBuiltIn, defineTool } from "./define";
import { offset, page } from "./pages";

export const stateTools = defineBuiltIn({
  id: "state",
  title: "State",
  category: "data",
  prompt:
    "Small JSON values under keys, across conversations: settings, lists, counters. List the keys instead of guessing one.",
  tools: {
    get_state: defineTool({
      title: "Look up a value",
      help: "Reads one of the values that last from one conversation to the next.",
      description: "Reads a value; null and exists: false if there is none.",
      input: z.object({ key: stateKey, offset }),
      hints: { reads: ["state"], idempotent: true },
      refuses: null,
      execute: async ({ key, offset }, { agentId, readStored }) => {
        const entry = await state.find(agentId, key);
        if (!entry) return { value: null, exists: false };
        const { value, origins } = entry;
        readStored({ kind: "state", name: key, origins });
        const text = JSON.stringify(value);
        if (offset === undefined && page(text).rest.next_offset === undefined) return { value };
        const { text: part, rest } = page(text, offset);
        return { value_json: part, ...rest };
      },
    }),
    set_state: defineTool({
      title: "Store a value",
      help: "Stores a value under a key for later conversations and components.",
      description: "Stores any JSON value under a key.",
      input: z.object({
        key: newStateKey,
        value: jsonValue,
      }),
      hints: { writes: ["state"], idempotent: true },
      refuses: null,
      execute: async ({ key, value }, context) => {
        await state.write(context.agentId, key, value, by(context));
        return { ok: true };
      },
    }),
    delete_state: defineTool({
      title: "Delete a value",
      help: "Deletes a stored value. History can restore it.",
      description: "Deletes a key.",
      input: z.object({ key: stateKey }),
      hints: { writes: ["state"] },
      refuses: async ({ key }, { agentId }) => {
        if (!(await state.find(agentId, key)))
          throw new AppError("not_found", `There is no key "${key}". list_state_keys lists the keys.`);
      },
      execute: async ({ key }, context) => ({
        deleted: await state.remove(context.agentId, key, by(context)),
      }),
    }),
    list_state_keys: defineTool({
      title: "List values",
      help: "Lists the keys of the stored values.",
      description: "Lists the keys.",
      input: z.object({ prefix: z.string().optional() }),
      hints: { reads: ["state"], idempotent: true },
      refuses: null,
      execute: async ({ prefix }, { agentId, readStored }) => {
        const { keys, marked } = await state.keysMarked(agentId, prefix);
        marked.forEach(readStored);
        return { keys };
      },
    }),
  },
});
