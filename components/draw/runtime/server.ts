import type { FileForComponent } from "@/lib/shared/components/access";
import { call } from "./calls";
import { callWith } from "./sent-files";

let standing: boolean | "later" = false;

/**
 * Whether somebody does what the component asks of the server; not so where it is tried out. `later`: while it is being
 * written nobody does, and what it reads looks as if it were on its way.
 */
export const setServer = (has: boolean | "later"): void => {
  standing = has;
};

export const hasServer = (): boolean => standing === true;
export const hasServerLater = (): boolean => standing === "later";

export const NO_SERVER =
  "There is no server behind this component here, so it cannot use the database, tools or files. In the sheet on the canvas it can.";

/**
 * Calls one of the agent's tools, and resolves to its result. The person is asked first where they have not allowed it; what
 * they refuse, and what goes wrong, is the error.
 */
export function callAgentTool(name: string, args: Record<string, unknown> = {}): Promise<unknown> {
  if (typeof name !== "string" || name === "" || name.length > 200)
    throw new TypeError(
      'callAgentTool needs the name of a tool first, as in callAgentTool("weigh", { id: 1 }).',
    );
  if (typeof args !== "object" || args === null || Array.isArray(args))
    throw new TypeError(`The arguments of ${name} are an object, as in callAgentTool("${name}", { id: 1 }).`);
  if (!hasServer()) return refused();
  return callWith(
    args,
    "args",
    (value) => (id) => ({ type: "tool", id, name, args: value as Record<string, unknown> }),
    `What ${name} is given`,
  );
}

/** A file of the person's by its id, whole. */
export function loadFile(file: string): Promise<FileForComponent> {
  if (hasServerLater()) return new Promise(() => {});
  if (!hasServer()) return refused();
  return call((id) => ({ type: "file", id, file }), "The id of the file");
}

/** Whoever does not wait for it has left it to the page. */
function refused(): Promise<never> {
  const none = Promise.reject(new Error(NO_SERVER));
  none.catch(() => {});
  return none;
}
