import { z } from "zod";
import type { Message } from "../directive.ts";
import { Refused } from "../format.ts";
import { sign } from "./signature.ts";

const parts = z.array(z.looseObject({ type: z.string(), text: z.string().optional() }));

export const item = z.looseObject({
  type: z.string().optional(),
  role: z.string().optional(),
  content: z.union([z.string(), parts]).nullish(),
  id: z.string().nullish(),
  call_id: z.string().optional(),
  output: z.unknown().optional(),
  encrypted_content: z.string().nullish(),
});
type Item = z.infer<typeof item>;

export function messagesOf(input: Item[]): Message[] {
  const messages: Message[] = [];
  for (const each of input) {
    const { type, role, content, output } = each;
    if (type === "function_call_output") {
      messages.push({ role: "tool", text: JSON.stringify(output ?? "") });
      continue;
    }
    const text =
      typeof content === "string" ? content : (content ?? []).map((part) => part.text ?? "").join("\n");
    const message = { role: isAnswer(each) ? "assistant" : (role ?? "user"), text };
    const last = messages.at(-1);
    if (last?.role === "assistant" && message.role === "assistant") last.text += text;
    else messages.push(message);
  }
  return messages;
}

const isAnswer = ({ type, role }: Item) =>
  role === "assistant" || type === "function_call" || type === "reasoning";

export function checkInput(input: Item[], store: boolean): void {
  const calls = input.filter(({ type }) => type === "function_call").map(({ call_id }) => call_id);
  const outputs = input.filter(({ type }) => type === "function_call_output").map(({ call_id }) => call_id);
  const unanswered = calls.find((id) => !outputs.includes(id));
  if (unanswered) throw new Refused(`No tool output found for function call ${unanswered}.`);
  const uncalled = outputs.find((id) => !calls.includes(id));
  if (uncalled) throw new Refused(`No tool call found for function call output with call_id ${uncalled}.`);
  if (outputs.length !== new Set(outputs).size) throw new Refused("Duplicate item found with call_id");
  for (const [at, each] of input.entries()) {
    if (each.type === "item_reference" && !store)
      throw new Refused(
        `Item with id '${each.id}' not found. Items are not persisted when \`store\` is set to false.`,
        404,
      );
    if (each.type === "reasoning") checkReasoning(each, input[at + 1]);
  }
}

function checkReasoning({ id, encrypted_content }: Item, next: Item | undefined): void {
  if (encrypted_content !== sign(id ?? ""))
    throw new Refused(
      `The encrypted content for item ${id} could not be verified.`,
      400,
      "invalid_encrypted_content",
    );
  if (!next || !isAnswer(next))
    throw new Refused(`Item '${id}' of type 'reasoning' was provided without its required following item.`);
}
