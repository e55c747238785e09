import * as z from "zod/mini";
import { serverAsk } from "../mcp/server-ask";
import { through } from "../origins";
import { act } from "./outside";

/**
 * A change of a memory block to which somebody has to agree: of the block as it is in this version. `before` and `after` are
 * what differs, with what stands around it.
 */
const blockChange = z.object({
  /** Of the block, in the history. */
  name: z.string(),
  permission: z.enum(["partner", "human"]),
  version: z.number(),
  before: z.string(),
  after: z.string(),
});
export type BlockChange = z.infer<typeof blockChange>;

/**
 * Why a call asks although the policy of its tool does not: the conversation has read these origins on the web, where
 * strangers may have left instructions, some of them `through` what is stored; and the call was held before it did these `acts`, where it is not its arguments
 * that tell what it would do; or the person has the browser in hand; or what it does is asked about each time (`effect`); or it changes memory blocks that are somebody's to decide about
 * (`block`), each time anew, maybe after the web was read; or it waits for a helper that asks the person something (`helper`); or the MCP
 * server that it calls has asked something in the middle of the call (`server`), which goes on, or is made again, with what the person says. Of a component, `web` says why what it
 * writes and says by itself is held until the person allows it.
 */
export const because = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("web"),
    origins: z.array(z.string()),
    through: z.optional(z.array(through)),
    acts: z.optional(z.array(act)),
    /** Further calls that an approval covers in the conversation. */
    covers: z.optional(z.string()),
  }),
  z.object({ kind: z.literal("browser") }),
  z.object({ kind: z.literal("effect"), why: z.string() }),
  z.object({
    kind: z.literal("block"),
    changes: z.array(blockChange),
    origins: z.optional(z.array(z.string())),
    through: z.optional(z.array(through)),
  }),
  z.object({ kind: z.literal("helper"), conversationId: z.string() }),
  z.object({ kind: z.literal("server"), server: z.string(), asked: z.array(serverAsk) }),
]);
export type Because = z.infer<typeof because>;
