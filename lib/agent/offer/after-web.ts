import type { Policy } from "@/lib/shared/modes";
import type { Through } from "@/lib/shared/origins";
import type { ApprovalReason } from "@/lib/shared/tools/approval-reason";
import type { Checked, PolicyContext, Tool } from "@/lib/tools/toolsets/define";
import { OUTLIVES } from "./reach";
import type { Offered } from "./toolset";

/**
 * Returns the policy for a call in view of the web text that the model has read, and when it applies: when the
 * tool is called, or when the call acts outside, if its effect is known only then. `onlyReads`: the call changes
 * nothing.
 */
export async function afterWeb(
  { tool, afterWeb: wanted }: Offered,
  input: Checked,
  of: PolicyContext,
  readWeb: readonly string[],
): Promise<{ policy: Policy; when: "called" | "acts"; onlyReads?: true }> {
  const free = { policy: "allow", when: "called" } as const;
  if (readWeb.length === 0 || wanted === "allow") return free;
  const { afterWeb: concerns } = tool;
  if (concerns === "acts") return { policy: wanted, when: "acts" };
  return (await changes(tool, input, of)) ? { policy: wanted, when: "called" } : { ...free, onlyReads: true };
}

async function changes(tool: Tool, input: Checked, of: PolicyContext): Promise<boolean> {
  const { afterWeb: concerns = writes(tool) } = tool;
  return typeof concerns === "function" ? concerns(input, of) : concerns !== false;
}

/**
 * Returns the reason to ask about a call whose effect would outlive and exceed the program's token, or null.
 */
export const whyOutlives = async ({ tool, outlives }: Offered, input: Checked, of: PolicyContext) =>
  outlives && (await changes(tool, input, of)) ? OUTLIVES : null;

/** Returns true if calls of the tool may need approval after web text was read. */
export const mayAsk = (tool: Tool): boolean => !tool.pauses && (tool.afterWeb ?? writes(tool)) !== false;

/** The web origins whose text a model has read. `through` lists those that it read in stored values. */
export type ReadOrigins = { readWeb: readonly string[]; through: readonly Through[] };

export const webReason = ({ readWeb, through }: ReadOrigins): Extract<ApprovalReason, { kind: "web" }> => ({
  kind: "web",
  origins: [...readWeb],
  ...(through.length > 0 && { through: [...through] }),
});

/**
 * Returns the reason why a shown component may not write state or send messages by itself. The component is
 * shown anyway; only its actions need the user's consent.
 */
export const reasonForShown = (tool: Tool, readOrigins: ReadOrigins): ApprovalReason | null =>
  tool.pauses && writes(tool) && readOrigins.readWeb.length > 0 ? webReason(readOrigins) : null;

const writes = ({ hints }: Tool): boolean => (hints.writes?.length ?? 0) > 0;
