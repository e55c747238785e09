import type { Tool } from "@/lib/tools/toolsets/define";

/** The tokenizer's time grows with the square of a piece's length, so longer pieces would be slow. */
const PIECE = 256;

/** Returns a token counter for the newer OpenAI models. The tokenizer is 2 MB, so it is loaded on demand. */
export async function tokenCounter(): Promise<(text: string) => number> {
  const { countTokens } = await import("gpt-tokenizer/encoding/o200k_base");
  // Special tokens in a text count as plain text.
  const options = { disallowedSpecial: new Set<string>() };
  return (text) => pieces(text).reduce((sum, piece) => sum + countTokens(piece, options), 0);
}

/** Approximates a tool as sent to providers. Only the names of fields differ. */
export const asSent = (
  name: string,
  { description, inputSchema, modelSchema: toldSchema = inputSchema }: Tool,
): string => JSON.stringify({ type: "function", name, description, parameters: toldSchema });

/** Splits a text into pieces, before a space if possible, because tokens end there anyway. */
function pieces(text: string): string[] {
  const found: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = start + PIECE;
    const space = text.lastIndexOf(" ", end);
    const cut = end < text.length && space > start ? space : end;
    found.push(text.slice(start, cut));
    start = cut;
  }
  return found;
}
