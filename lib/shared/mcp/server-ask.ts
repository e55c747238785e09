import * as z from "zod/mini";

/** A request of an MCP server to call the model (sampling). */
const sample = {
  system: z.optional(z.string()),
  messages: z.array(z.object({ role: z.enum(["user", "assistant"]), text: z.string() })),
  maxTokens: z.number(),
};

/**
 * A question of an MCP server during a call: the user fills in a form, opens a page, or allows a model
 * request with exactly this content.
 */
export const serverAsk = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("form"), message: z.string(), schema: z.record(z.string(), z.unknown()) }),
  z.object({ kind: z.literal("address"), message: z.string(), url: z.string() }),
  z.object({ kind: z.literal("sample"), ...sample }),
]);
export type ServerAsk = z.infer<typeof serverAsk>;
export type Sample = Omit<Extract<ServerAsk, { kind: "sample" }>, "kind">;
export type Sampled = { text: string; model: string };

/** Name of the field beside a call's arguments that has the user's answers to the MCP server. */
export const ANSWERS_TO_SERVER = "answers_to_server";
