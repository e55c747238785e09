import { z } from "zod";
import { VERDICTS } from "@/lib/shared/audit/contract";
import { uuid } from "@/lib/shared/ids";

const name = z.string().min(1).max(200);
const part = {
  cursor: z.string().max(2_000).optional(),
  limit: z.coerce.number().int().min(1).max(200).optional(),
};
const shared = {
  agent: z.string().optional(),
  tool: name.optional(),
  conversation: uuid.optional(),
  verdict: z.enum(VERDICTS).optional(),
};

const call = z
  .string()
  .max(1_000)
  .transform((text, context): [string, string, string] => {
    const [conversation = "", message = "", call = "", ...more] = text.split("/").map(decoded);
    const id = uuid.safeParse(conversation);
    if (id.success && message !== "" && call !== "" && more.length === 0) return [id.data, message, call];
    context.addIssue({
      code: "custom",
      message: "A call is <conversation>/<message>/<tool call>, with %2F for a slash in an id",
    });
    return z.NEVER;
  });

const host = z
  .string()
  .trim()
  .toLowerCase()
  .min(1)
  .max(300)
  .transform((text) => /^[a-z]+:\/\/([^/?#]+)/.exec(text)?.[1] ?? text);

export const callsQuery = z.strictObject({
  ...shared,
  ...part,
  network: z.literal("only").optional(),
  parent: call.optional(),
});

const requestFilter = { ...shared, call: call.optional(), host: host.optional() };
export const requestsQuery = z.strictObject({ ...requestFilter, ...part });
export const requestsCsvQuery = z.strictObject(requestFilter);

/** Returns an empty string if the text is invalid. */
function decoded(text: string): string {
  try {
    const id = decodeURIComponent(text);
    return id.includes("\0") ? "" : id;
  } catch {
    return "";
  }
}
