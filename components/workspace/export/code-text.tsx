import { Highlighted } from "@/components/ui/kit/highlighted";

/** Longer text is not highlighted, because that costs too much time. */
const MAX_HIGHLIGHTED = 20_000;

export function CodeText({ text, language }: { text: string; language: string }) {
  const isPlain = language === "" || language === "text" || text.length > MAX_HIGHLIGHTED;
  return (
    <pre>
      <code>{isPlain ? text : <Highlighted text={text} language={language} />}</code>
    </pre>
  );
}

/** Formats a value as indented JSON; returns strings unchanged. */
export const pretty = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "");
