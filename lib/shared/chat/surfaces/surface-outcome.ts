import { leavesOf } from "@/lib/shared/blocks/leaves";
import { field, isRecord } from "../parts";
import type { Surface } from "./surfaces";

export const answerIn = (output: unknown): unknown => (isRecord(output) ? output.app : undefined);

/** Returns the state of a surface after its call has ended. */
export function outcomeOf(output: unknown, kind: Surface["kind"], input: unknown): Surface["state"] {
  const action = field(output, "action");
  // "shown" is the result of a call that does not wait. If the call waits, it is an action that the component
  // has defined.
  if (action === "shown" && isRecord(input) && input.wait === false) return "open";
  // A surface that waits for no answer stays usable.
  if (kind === "app" && (action === undefined || action === "message")) return "open";
  if (kind === "app" && action === "say") return "answered";
  if (action === "submit" || (action === "choose" && kind !== "component")) return "answered";
  if (action === "dismiss") return "read";
  // The call has ended because the user sent a message. The surface stays usable; its answer is sent as another
  // message.
  if (action === "message" && isClosing(output, kind))
    return ["form", "choice", "component"].includes(kind) ? "open" : "read";
  return kind === "component" && action !== undefined && !isClosing(output, kind) ? "answered" : "closed";
}

/**
 * Returns whether the agent loop wrote this output to close the ask, for example because the user sent a
 * message. A component may define an action of the same name, so the other fields are compared as well.
 */
function isClosing(output: unknown, kind: Surface["kind"]): boolean {
  const fields = isRecord(output) ? Object.keys(output).length : 0;
  const action = field(output, "action");
  if (action === "cancelled") return fields === 1;
  const extra = kind === "component" ? ["draft"] : ["draft", "edits"];
  const expected = 2 + extra.filter((name) => isRecord(output) && name in output).length;
  return action === "message" && fields === expected && field(output, "text") !== undefined;
}

/**
 * Returns the kind of the most important block, which determines the surface's icon, width and default title.
 */
export function kindOf(input: unknown): Surface["kind"] {
  const blocks = isRecord(input) && Array.isArray(input.blocks) ? input.blocks : [];
  const types = leavesOf(blocks).map(({ block }) => field(block, "type"));
  if (types.includes("form")) return "form";
  if (types.includes("choice")) return "choice";
  if (types.includes("chart")) return "chart";
  if (types.includes("diagram")) return "diagram";
  if (types.includes("table")) return "table";
  return types.includes("metrics") ? "figures" : "text";
}
