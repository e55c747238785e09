import * as z from "zod/mini";
import { serverAsk } from "@/lib/shared/mcp/server-ask";
import { through } from "@/lib/shared/origins";
import { act } from "./external-effects";

/**
 * A change of a memory block or a skill that needs approval. The approval only applies to this version of the item; a new
 * skill has version 0. `before` and `after` are the differing text, with some unchanged text around it.
 */
const consentChange = z.object({
  /** Missing for a memory block. */
  kind: z.optional(z.literal("skill")),
  name: z.string(),
  /** Only for a memory block. */
  permission: z.optional(z.enum(["partner", "human"])),
  version: z.number(),
  /** The changed file of a skill. */
  path: z.optional(z.string()),
  before: z.string(),
  after: z.string(),
});
export type ConsentChange = z.infer<typeof consentChange>;

/**
 * Why a call needs approval although the policy of its tool does not ask.
 * `web`: the conversation has read these web origins, which may contain injected instructions. `through`
 * lists those read from stored values. `acts` lists effects found while the call ran; the call was stopped
 * before them. For a component, `web` explains why its own writes and messages need approval.
 * `browser`: the user has taken over the browser.
 * `effect`: calls with this effect always need approval.
 * `block`: the call changes skills, or memory blocks that are protected by a permission. Asked every time.
 * `helper`: the call waits for a subagent that asks the user.
 * `server`: the MCP server asked something during the call, which continues or is repeated with the user's
 * answer.
 */
export const approvalReason = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("web"),
    origins: z.array(z.string()),
    through: z.optional(z.array(through)),
    acts: z.optional(z.array(act)),
    /** Description of the calls that the approval also allows in this conversation (`covers` of the tool). */
    covers: z.optional(z.string()),
  }),
  z.object({ kind: z.literal("browser") }),
  z.object({ kind: z.literal("effect"), why: z.string() }),
  z.object({
    kind: z.literal("block"),
    changes: z.array(consentChange),
    origins: z.optional(z.array(z.string())),
    through: z.optional(z.array(through)),
  }),
  z.object({ kind: z.literal("helper"), conversationId: z.string() }),
  z.object({ kind: z.literal("server"), server: z.string(), asked: z.array(serverAsk) }),
]);
export type ApprovalReason = z.infer<typeof approvalReason>;
