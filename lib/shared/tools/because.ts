import * as z from "zod/mini";
import { through } from "../origins";
import { act } from "./outside";

/**
 * Why a call asks although the policy of its tool does not: the conversation has read these origins on the web, where
 * strangers may have left instructions, some of them `through` what is stored; and the call was held before it did these `acts`, where it is not its arguments
 * that tell what it would do; or the person has the browser in hand; or what it does is asked about each time (`effect`). Of a component, `web` says why what it
 * writes and says by itself is held until the person allows it.
 */
export const because = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("web"),
    origins: z.array(z.string()),
    through: z.optional(z.array(through)),
    acts: z.optional(z.array(act)),
  }),
  z.object({ kind: z.literal("browser") }),
  z.object({ kind: z.literal("effect"), why: z.string() }),
]);
export type Because = z.infer<typeof because>;
