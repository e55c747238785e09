/** Returns whether an `If-None-Match` header matches the tag, by the weak comparison of RFC 9110. */
export function isUnchanged(given: string | null, etag: string): boolean {
  if (given === null) return false;
  const bare = (tag: string) => tag.trim().replace(/^W\//, "");
  return given.trim() === "*" || given.split(",").some((tag) => bare(tag) === bare(etag));
}
