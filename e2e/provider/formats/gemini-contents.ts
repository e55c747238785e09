import { z } from "zod";
import { Refused } from "../format.ts";
import { sign } from "./signature.ts";

const part = z.looseObject({
  text: z.string().optional(),
  thought: z.boolean().optional(),
  thoughtSignature: z.string().optional(),
  functionCall: z.looseObject({ id: z.string().optional(), name: z.string(), args: z.unknown() }).optional(),
  functionResponse: z.looseObject({ id: z.string().optional(), name: z.string() }).optional(),
});
export const content = z.looseObject({ role: z.enum(["user", "model"]), parts: z.array(part) });
export type Part = z.infer<typeof part>;
type Content = z.infer<typeof content>;

/** Value that Google documents for calls without a known signature. */
const UNKNOWN_SIGNATURE = "skip_thought_signature_validator";

export const isResult = ({ functionResponse }: Part): boolean => functionResponse !== undefined;

export function checkContents(contents: Content[], model: string): void {
  for (const [at, { role, parts }] of contents.entries()) {
    if (parts.length === 0) throw new Refused("GenerateContentRequest.contents.parts: must not be empty");
    if (role !== "model") continue;
    const names = parts.flatMap(({ functionCall }) => (functionCall ? [functionCall.name] : []));
    const results = contents[at + 1]?.parts.flatMap((part) => part.functionResponse?.name ?? []) ?? [];
    if (names.length > 0 && contents[at - 1]?.role !== "user")
      throw new Refused(
        "Please ensure that function call turn comes immediately after a user turn or after a function response turn.",
      );
    if (names.join() !== results.join())
      throw new Refused(
        "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.",
      );
  }
  if (/gemini-[3-9]/.test(model)) checkSignatures(contents);
}

/** Checks that the first call of every answer since the last user message has its original signature. */
function checkSignatures(contents: Content[]): void {
  const lastUserIndex = contents.findLastIndex(
    ({ role, parts }) => role === "user" && !parts.every(isResult),
  );
  for (const { parts } of contents.slice(lastUserIndex + 1)) {
    const first = parts.find(({ functionCall }) => functionCall);
    const name = first?.functionCall?.name ?? "";
    if (!first || first.thoughtSignature === UNKNOWN_SIGNATURE) continue;
    if (first.thoughtSignature === undefined)
      throw new Refused(
        `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly. Additional data, function call \`default_api:${name}\``,
      );
    if (first.thoughtSignature !== sign(name)) throw new Refused("Thought signature is not valid");
  }
}
