import type { FileForComponent } from "@/lib/shared/components/access";
import { MAX_PROMPT, type ModelQuestion } from "@/lib/shared/components/model-question";
import { call } from "./calls";
import { callWith } from "./sent-files";

let serverState: boolean | "later" = false;

/**
 * Sets whether the page handles requests to the server. It does not in a trial run. `later`: it does not in a preview,
 * and reads look pending.
 */
export const setServer = (has: boolean | "later"): void => {
  serverState = has;
};

export const hasServer = (): boolean => serverState === true;
export const hasServerLater = (): boolean => serverState === "later";

export const NO_SERVER =
  "This component has no server here, so it cannot use the database, tools or files. On the canvas it can.";

/**
 * Calls a tool of the agent and resolves to its result. The user is asked first unless it is allowed already.
 * Rejects if the user refuses or the call fails.
 */
export function callAgentTool(name: string, args: Record<string, unknown> = {}): Promise<unknown> {
  if (typeof name !== "string" || name === "" || name.length > 200)
    throw new TypeError(
      'callAgentTool needs the name of a tool first, as in callAgentTool("weigh", { id: 1 }).',
    );
  if (typeof args !== "object" || args === null || Array.isArray(args))
    throw new TypeError(
      `The arguments of ${name} must be an object, as in callAgentTool("${name}", { id: 1 }).`,
    );
  if (!hasServer()) return refused();
  return callWith(
    args,
    "args",
    (value) => (id) => ({ type: "tool", id, name, args: value as Record<string, unknown> }),
    `The input of ${name}`,
  );
}

/**
 * Asks the language model, and resolves to an answer that fits the JSON Schema. The model sees the prompt alone. Rejects
 * if the user refuses, a limit is reached, or no answer fits.
 */
export function askModel({ prompt, schema }: ModelQuestion): Promise<unknown> {
  if (typeof prompt !== "string" || typeof schema !== "object" || schema === null || Array.isArray(schema))
    throw new TypeError(
      'askModel needs a prompt and a JSON Schema, as in askModel({ prompt: "…", schema: { type: "object", properties: { … } } }).',
    );
  if (prompt.length > MAX_PROMPT)
    throw new RangeError(`The prompt has ${prompt.length} characters; the limit is ${MAX_PROMPT}.`);
  if (!hasServer()) return refused();
  return call((id) => ({ type: "model", id, prompt, schema }), "The question");
}

export function loadFile(file: string): Promise<FileForComponent> {
  if (hasServerLater()) return new Promise(() => {});
  if (!hasServer()) return refused();
  return call((id) => ({ type: "file", id, file }), "The id of the file");
}

/** Returns a rejected promise that causes no unhandled rejection if the caller ignores it. */
function refused(): Promise<never> {
  const none = Promise.reject(new Error(NO_SERVER));
  none.catch(() => {});
  return none;
}
