type Metadata = Record<string, Record<string, unknown>>;

/** Metadata at the end of a text or of reasoning that came in `<think>` tags: its final type. */
export const endsAs = (type: "text" | "reasoning") => ({ easel: { inTags: type } });

/** The type that `endsAs` wrote; undefined for any other part. */
export function typeAtEnd(metadata: Metadata | undefined): "text" | "reasoning" | undefined {
  const type = metadata?.easel?.inTags;
  return type === "text" || type === "reasoning" ? type : undefined;
}
