import { leavesOf } from "@/lib/shared/blocks/leaves";
import { field, isRecord } from "../parts";
import type { Surface } from "./surfaces";

export const answerIn = (output: unknown): unknown => (isRecord(output) ? output.app : undefined);

/** Returns the final state of a call that shows a surface. */
export function outcomeOf(output: unknown, kind: Surface["kind"], input: unknown): Surface["state"] {
  const action = field(output, "action");
  // A component may also answer with an action named "shown", but only if the call waits.
  if (action === "shown" && isRecord(input) && input.wait === false) return "open";
  // A surface that waits for no answer stays usable.
  if (kind === "app" && (action === undefined || action === "message")) return "open";
  if (kind === "app" && action === "say") return "answered";
  if (action === "submit" || (action === "choose" && kind !== "component")) return "answered";
  if (action === "dismiss") return "read";
  // The surface stays usable. An answer sent later becomes a message.
  if (action === "message" && isClosing(output, kind))
    return ["form", "choice", "component"].includes(kind) ? "open" : "read";
  return kind === "component" && action !== undefined && !isClosing(output, kind) ? "answered" : "closed";
}

/**
 * Returns whether the agent loop wrote this output when it closed the ask, for example because the user sent a
 * message. A component's answer may have the same action name, so the fields are compared too.
 */
function isClosing(output: unknown, kind: Surface["kind"]): boolean {
  const fields = isRecord(output) ? Object.keys(output).length : 0;
  const action = field(output, "action");
  if (action === "cancelled") return fields === 1;
  const extra = kind === "component" ? ["draft"] : ["draft", "edits"];
  const expected = 2 + extra.filter((name) => isRecord(output) && name in output).length;
  return action === "message" && fields === expected && field(output, "text") !== undefined;
}

/** Returns the main kind of a surface, which determines its icon, width and default title. */
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
