import { createHash } from "node:crypto";
import { z } from "zod";
import { type ToolPart, toolName } from "@/lib/agent/message/message";
import { toolVersionOf } from "@/lib/agent/offer/toolset";
import type { Agreed } from "@/lib/data/memory/change";
import type { ServerAsk } from "@/lib/shared/mcp/server-ask";
import type { ConsentChange } from "@/lib/shared/tools/approval-reason";
import type { Ask } from "@/lib/store/loop/asks";
import type { Tool } from "@/lib/tools/toolsets/define";

export const decision = z
  .strictObject({
    decision: z.enum(["approve", "reject", "edit"]),
    input: z.unknown().optional(),
    reason: z.string().max(10_000).optional(),
    remember: z.enum(["conversation", "always"]).optional(),
  })
  .refine((answer) => answer.decision !== "edit" || answer.input !== undefined, {
    path: ["input"],
    message: "An edit requires the edited input",
  })
  .refine((answer) => answer.decision !== "reject" || answer.remember === undefined, {
    path: ["remember"],
    message: "Only an approval can be remembered. To always refuse a tool, set its policy to deny",
  });

type Decision = z.infer<typeof decision>;

/** Parses the decision of an approval. An invalid one counts as a rejection. */
export const decisionOf = ({ output }: Pick<Ask, "output">): Decision =>
  decision.safeParse(output).data ?? { decision: "reject" };

/**
 * Returns true if the user returned the browser to the agent. This does not approve the waiting call: it may
 * still have to ask for another reason.
 */
export const isHandedBack = ({ because, output }: Ask): boolean =>
  because?.kind === "browser" && decisionOf({ output }).decision === "approve";

/** Returns true if the ask was about these changes: the same items in the same versions. */
export const isForChanges = ({ because }: Ask, changes: readonly ConsentChange[]): boolean =>
  changes.every(
    ({ kind, name, version }) =>
      because?.kind === "block" &&
      because.changes.some((one) => one.kind === kind && one.name === name && one.version === version),
  );

/** Returns the changes that the answer approved. Every signed-in user is the owner of the workspace. */
export const approvedChangesOf = ({ because }: Ask): Agreed | undefined =>
  because?.kind === "block" ? { by: "owner", to: because.changes } : undefined;

export const approvedServerAsks = ({ because }: Ask): readonly ServerAsk[] | undefined =>
  because?.kind === "server" ? because.asked : undefined;

/**
 * Returns true if the approval covers this call: the call as shown, or with the input that the user edited.
 * After a crash the call may have either input.
 */
export function isForCall(ask: Ask, part: ToolPart, tool: Tool): boolean {
  const { decision, input } = decisionOf(ask);
  if (decision === "edit" && callHash({ ...part, input } as ToolPart, tool) === callHash(part, tool))
    return true;
  return isOfVersion(ask, part, tool);
}

export const isOfVersion = (ask: Ask, part: ToolPart, tool: Tool): boolean =>
  ask.inputHash === callHash(part, tool);

export const callHash = (part: ToolPart, tool: Tool): string =>
  createHash("sha256")
    .update(JSON.stringify([part.toolCallId, toolName(part), part.input ?? null, toolVersionOf(tool)]))
    .digest("hex");
