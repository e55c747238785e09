import * as z from "zod/mini";

/** What a model would be asked for a server. */
const sample = {
  system: z.optional(z.string()),
  messages: z.array(z.object({ role: z.enum(["user", "assistant"]), text: z.string() })),
  maxTokens: z.number(),
};

/**
 * What an MCP server asks in the middle of a call: the person fills in a form, opens a page, or allows that a model is asked
 * with exactly these words.
 */
export const serverAsk = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("form"), message: z.string(), schema: z.record(z.string(), z.unknown()) }),
  z.object({ kind: z.literal("address"), message: z.string(), url: z.string() }),
  z.object({ kind: z.literal("sample"), ...sample }),
]);
export type ServerAsk = z.infer<typeof serverAsk>;
export type Sample = Omit<Extract<ServerAsk, { kind: "sample" }>, "kind">;
export type Sampled = { text: string; model: string };

/** Beside the arguments of a call: what the person says to what the server has asked. */
export const ANSWERS_TO_SERVER = "answers_to_server";
