type Metadata = Record<string, Record<string, unknown>>;

/** Returns metadata with the final type of a part that arrived in `<think>` tags, for the end of the part. */
export const endsAs = (type: "text" | "reasoning") => ({ easel: { inTags: type } });

/** Returns the type that `endsAs` wrote, or undefined for any other part. */
export function typeAtEnd(metadata: Metadata | undefined): "text" | "reasoning" | undefined {
  const type = metadata?.easel?.inTags;
  return type === "text" || type === "reasoning" ? type : undefined;
}
