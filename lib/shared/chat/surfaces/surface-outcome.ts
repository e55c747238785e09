import { leavesOf } from "@/lib/shared/blocks/leaves";
import { field, isRecord } from "../parts";
import type { Surface } from "./surfaces";

/** An app's call has a result of its own, beside what the person did in the app. */
export const answerIn = (output: unknown): unknown => (isRecord(output) ? output.app : undefined);

/** How a call that shows a sheet has ended, by its result. */
export function outcomeOf(output: unknown, kind: Surface["kind"], input: unknown): Surface["state"] {
  const action = field(output, "action");
  // A component may use the word for its own, but not where nobody waits.
  if (action === "shown" && isRecord(input) && input.wait === false) return "open";
  // What only shows something can always be used.
  if (kind === "app" && (action === undefined || action === "message")) return "open";
  if (kind === "app" && action === "say") return "answered";
  if (action === "submit" || (action === "choose" && kind !== "component")) return "answered";
  if (action === "dismiss") return "read";
  // It stays to be used: what is sent from it then is a message.
  if (action === "message" && isClosing(output, kind))
    return ["form", "choice", "component"].includes(kind) ? "open" : "read";
  return kind === "component" && action !== undefined && !isClosing(output, kind) ? "answered" : "closed";
}

/** What the loop itself answers an ask with; a component may use the same words for its own. */
function isClosing(output: unknown, kind: Surface["kind"]): boolean {
  const fields = isRecord(output) ? Object.keys(output).length : 0;
  const action = field(output, "action");
  if (action === "cancelled") return fields === 1;
  const extra = kind === "component" ? ["draft"] : ["draft", "edits"];
  const known = 2 + extra.filter((name) => isRecord(output) && name in output).length;
  return action === "message" && fields === known && field(output, "text") !== undefined;
}

/** What a surface mostly is, for its icon, its width and its name when it has none. */
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
