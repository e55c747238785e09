type Metadata = Record<string, Record<string, unknown>>;

/** Returns metadata for the end of a part that arrived in `<think>` tags. It has the final type of the part. */
export const endsAs = (type: "text" | "reasoning") => ({ easel: { inTags: type } });

/** Returns the type that `endsAs` has stored; undefined if there is none. */
export function typeAtEnd(metadata: Metadata | undefined): "text" | "reasoning" | undefined {
  const type = metadata?.easel?.inTags;
  return type === "text" || type === "reasoning" ? type : undefined;
}
