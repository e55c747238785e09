import type { Tool } from "@/lib/tools/toolsets/define";

/** Longer pieces make the tokenizer slow, where nothing in them parts them: its time grows with their square. */
const PIECE = 256;

/** How many tokens a text is for the newer models of OpenAI. The tokenizer is 2 MB, so it is loaded when it is needed. */
export async function tokenCounter(): Promise<(text: string) => number> {
  const { countTokens } = await import("gpt-tokenizer/encoding/o200k_base");
  // A text may name a special token; here it is text like any other.
  const options = { disallowedSpecial: new Set<string>() };
  return (text) => pieces(text).reduce((sum, piece) => sum + countTokens(piece, options), 0);
}

/** A tool as providers take it, but for the names of the fields. */
export const asSent = (name: string, { description, inputSchema, toldSchema = inputSchema }: Tool): string =>
  JSON.stringify({ type: "function", name, description, parameters: toldSchema });

/** In front of a space where there is one, for there tokens part anyway. */
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
