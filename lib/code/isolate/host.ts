import { z } from "zod";
import { log } from "@/lib/ground/base/log";
import { AppError, isAppError } from "@/lib/shared/errors";
import { explainIssues } from "@/lib/shared/issues";
import type { Marked } from "@/lib/shared/origins";
import { stateKey } from "@/lib/shared/state-key";
import { type Act, ApprovalRequired, toAct } from "@/lib/shared/tools/external-effects";
import * as state from "@/lib/store/agents/state";
import { fetchArgs, type fetching } from "./fetch";

export type SandboxState = {
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
  delete(key: string): Promise<boolean>;
  list(prefix?: string): Promise<string[]>;
};

/** The agent's own state, with versions. Calls `onRead` with each value read, which may contain web content. */
export const agentState = (
  agentId: string,
  by: state.Writer,
  onRead: (value: Marked) => void = () => {},
): SandboxState => ({
  async get(key) {
    const { value = null, origins = [] } = (await state.find(agentId, key)) ?? {};
    onRead({ kind: "state", name: key, origins });
    return value;
  },
  set: (key, value) => state.write(agentId, key, value, by),
  delete: (key) => state.remove(agentId, key, by),
  async list(prefix) {
    const { keys, marked } = await state.keysMarked(agentId, prefix);
    marked.forEach(onRead);
    return keys;
  },
});

export const guardState = (store: SandboxState, hold: (act: Act) => void): SandboxState => ({
  ...store,
  async set(key, value) {
    hold(toAct(`Store “${key}” in the state`, JSON.stringify(value)));
    await store.set(key, value);
  },
  async delete(key) {
    hold(toAct(`Delete “${key}” from the state`));
    return store.delete(key);
  },
});

/**
 * Restricts a state to the tools that a program's token allows. For example, `get` needs the permission to
 * call `get_state`.
 */
export const boundState = (store: SandboxState, mayReach: (tool: string) => void): SandboxState => ({
  async get(key) {
    mayReach("get_state");
    return store.get(key);
  },
  async set(key, value) {
    mayReach("set_state");
    await store.set(key, value);
  },
  async delete(key) {
    mayReach("delete_state");
    return store.delete(key);
  },
  async list(prefix) {
    mayReach("list_state_keys");
    return store.list(prefix);
  },
});

export type SandboxTools = (name: string, input: unknown) => Promise<unknown>;

export const noTools: SandboxTools = async (name) => {
  throw new AppError(
    "invalid",
    `tools.${name} is available only to code that an agent runs in a conversation.`,
  );
};

export function host(
  store: SandboxState,
  fetch: ReturnType<typeof fetching>,
  callTool: SandboxTools,
): (op: string, args: string) => Promise<string> {
  const operations: Record<string, (args: unknown[]) => Promise<unknown>> = {
    "state.get": async (args) => {
      const [key] = checked("state.get(key)", z.tuple([stateKey]), args);
      return store.get(key);
    },
    "state.set": async (args) => {
      const [key, value] = checked("state.set(key, value)", z.tuple([stateKey, z.unknown()]), args);
      await store.set(key, value ?? null);
    },
    "state.delete": async (args) => {
      const [key] = checked("state.delete(key)", z.tuple([stateKey]), args);
      return store.delete(key);
    },
    "state.list": async (args) => {
      const [prefix] = checked("state.list(prefix?)", z.tuple([z.string().optional()]), args);
      return store.list(prefix);
    },
    "tools.call": async (args) => {
      const [name, input] = checked("tools.name(args)", toolArgs, args);
      return callTool(name, input);
    },
    fetch: async (args) => fetch(checked("fetch(url, { method, headers, body })", fetchArgs, args)),
  };
  return async (op, args) => {
    const operation = Object.hasOwn(operations, op) ? operations[op] : undefined;
    if (!operation) throw new AppError("invalid", `There is no ${op}.`);
    try {
      return JSON.stringify((await operation(z.array(z.unknown()).parse(JSON.parse(args)))) ?? null);
    } catch (error) {
      if (isAppError(error) || error instanceof ApprovalRequired) throw error;
      const id = log.fault(`${op} of the sandbox failed`, error);
      throw new AppError("internal", `${op} failed with an internal error (${id}). Retry once.`);
    }
  };
}

const toolArgs = z.tuple([z.string().max(128), z.unknown()]);

function checked<T extends z.ZodType>(usage: string, schema: T, args: unknown[]): z.output<T> {
  const parsed = schema.safeParse(args);
  if (parsed.success) return parsed.data;
  throw new AppError("invalid", `Invalid arguments for ${usage}. ${explainIssues(parsed.error)}`);
}
