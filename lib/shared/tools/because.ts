import * as z from "zod/mini";

/**
 * Why a call asks although the policy of its tool does not: the conversation has read these origins on the web, where
 * strangers may have left instructions; or the person has the browser in hand. Of a component, `web` says why what it
 * writes and says by itself is held until the person allows it.
 */
export const because = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("web"), origins: z.array(z.string()) }),
  z.object({ kind: z.literal("browser") }),
]);
export type Because = z.infer<typeof because>;
