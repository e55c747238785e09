/** Returns whether an `If-None-Match` header matches the tag, by the weak comparison of RFC 9110. */
export function isUnchanged(header: string | null, etag: string): boolean {
  if (header === null) return false;
  const bare = (tag: string) => tag.trim().replace(/^W\//, "");
  return header.trim() === "*" || header.split(",").some((tag) => bare(tag) === bare(etag));
}
