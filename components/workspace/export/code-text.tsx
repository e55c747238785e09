import { Highlighted } from "@/components/ui/kit/highlighted";

/** Beyond this, colouring costs more than it gives. */
const MAX_HIGHLIGHTED = 20_000;

/** Verbatim text, coloured where the language is known. */
export function CodeText({ text, language }: { text: string; language: string }) {
  const isPlain = language === "" || language === "text" || text.length > MAX_HIGHLIGHTED;
  return (
    <pre>
      <code>{isPlain ? text : <Highlighted text={text} language={language} />}</code>
    </pre>
  );
}

/** A value as text; what is text already stays as it is. */
export const pretty = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "");
