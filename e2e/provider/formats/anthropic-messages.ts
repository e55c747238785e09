import { z } from "zod";
import { Refused } from "../format.ts";
import { sign } from "./signature.ts";

const block = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  id: z.string().optional(),
  tool_use_id: z.string().optional(),
  thinking: z.string().optional(),
  signature: z.string().optional(),
});
export const message = z.looseObject({
  role: z.enum(["user", "assistant", "system"]),
  content: z.union([z.string(), z.array(block)]),
});
export type Block = z.infer<typeof block>;
type Message = z.infer<typeof message>;

const MAX_BREAKPOINTS = 4;

export const blocksOf = (content: Message["content"]): Block[] =>
  typeof content === "string" ? [{ type: "text", text: content }] : content;

export function checkMessages(messages: Message[], body: string): void {
  const seen = new Set<string>();
  for (const [at, { role, content }] of messages.entries()) {
    const blocks = blocksOf(content);
    if (blocks.length === 0) throw new Refused(`messages.${at}: all messages must have non-empty content`);
    if (blocks.some(({ type, text }) => type === "text" && !text?.trim()))
      throw new Refused("messages: text content blocks must contain non-whitespace text");
    if (role !== "assistant") continue;
    checkThinking(blocks, at);
    checkCalls(blocks, blocksOf(messages[at + 1]?.content ?? []), at, seen);
  }
  const breakpoints = body.split('"cache_control":').length - 1;
  if (breakpoints > MAX_BREAKPOINTS)
    throw new Refused(`A maximum of 4 blocks with cache_control may be provided. Found ${breakpoints}.`);
}

function checkThinking(blocks: Block[], at: number): void {
  for (const [index, { type, thinking = "", signature }] of blocks.entries())
    if (type === "thinking" && signature !== sign(thinking))
      throw new Refused(`messages.${at}.content.${index}: Invalid \`signature\` in \`thinking\` block`);
  if (blocks.at(-1)?.type === "thinking")
    throw new Refused(`messages.${at}: The final block in an assistant message cannot be \`thinking\`.`);
}

function checkCalls(blocks: Block[], after: Block[], at: number, seen: Set<string>): void {
  const calls = blocks.flatMap(({ type, id = "" }) => (type === "tool_use" ? [id] : []));
  for (const id of calls) {
    if (!/^[a-zA-Z0-9_-]+$/.test(id))
      throw new Refused(`messages.${at}: tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`);
    if (seen.has(id)) throw new Refused(`messages.${at}: \`tool_use\` ids must be unique`);
    seen.add(id);
  }
  const others = after.findIndex(({ type }) => type !== "tool_result");
  const results = (others < 0 ? after : after.slice(0, others)).map(({ tool_use_id }) => tool_use_id);
  const open = calls.filter((id) => !results.includes(id));
  if (open.length > 0)
    throw new Refused(
      `messages.${at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(", ")}.`,
    );
}
