import { createHash } from "node:crypto";
import { z } from "zod";
import { type ToolPart, toolName } from "@/lib/agent/message/message";
import { toolVersionOf } from "@/lib/agent/offer/toolset";
import type { Agreed } from "@/lib/data/memory/change";
import type { ServerAsk } from "@/lib/shared/mcp/server-ask";
import type { BlockChange } from "@/lib/shared/tools/because";
import type { Ask } from "@/lib/store/loop/asks";
import type { Tool } from "@/lib/tools/toolsets/define";

/** What the person may answer to an approval. */
export const decision = z
  .strictObject({
    decision: z.enum(["approve", "reject", "edit"]),
    input: z.unknown().optional(),
    reason: z.string().max(10_000).optional(),
    remember: z.enum(["conversation", "always"]).optional(),
  })
  .refine((said) => said.decision !== "edit" || said.input !== undefined, {
    path: ["input"],
    message: "An edit needs the input to run with",
  })
  .refine((said) => said.decision !== "reject" || said.remember === undefined, {
    path: ["remember"],
    message: "Only an approval can be remembered. To refuse a tool for good, set its policy to deny",
  });

type Decision = z.infer<typeof decision>;

/** What the person decided of an approval; what cannot be read refuses. */
export const decisionOf = ({ output }: Pick<Ask, "output">): Decision =>
  decision.safeParse(output).data ?? { decision: "reject" };

/** To hand the browser back is not to allow the call that waited for it: what else asks still does. */
export const isHandedBack = ({ because, output }: Ask): boolean =>
  because?.kind === "browser" && decisionOf({ output }).decision === "approve";

/** Whether what was decided was about these very changes: of the same blocks, in the same versions. */
export const isForChanges = ({ because }: Ask, changes: readonly BlockChange[]): boolean =>
  changes.every(
    ({ name, version }) =>
      because?.kind === "block" &&
      because.changes.some((one) => one.name === name && one.version === version),
  );

/** To which changes the answer agrees. Whoever is signed in is the owner of the workspace. */
export const agreedBy = ({ because }: Ask): Agreed | undefined =>
  because?.kind === "block" ? { by: "owner", to: because.changes } : undefined;

/** What an MCP server has asked, and the person has allowed. */
export const agreedToServer = ({ because }: Ask): readonly ServerAsk[] | undefined =>
  because?.kind === "server" ? because.asked : undefined;

/** An approval holds for the call that was shown, and after an edit for what the person wrote, also after a crash. */
export function isForCall(ask: Ask, part: ToolPart, tool: Tool): boolean {
  const { decision, input } = decisionOf(ask);
  if (decision === "edit" && callHash({ ...part, input } as ToolPart, tool) === callHash(part, tool))
    return true;
  return isOfVersion(ask, part, tool);
}

/** Whether an ask was for this call, and this version of its tool. */
export const isOfVersion = (ask: Ask, part: ToolPart, tool: Tool): boolean =>
  ask.inputHash === callHash(part, tool);

/** Binds an approval to the very call that was shown, and to the version of a tool whose code can change. */
export const callHash = (part: ToolPart, tool: Tool): string =>
  createHash("sha256")
    .update(JSON.stringify([part.toolCallId, toolName(part), part.input ?? null, toolVersionOf(tool)]))
    .digest("hex");
