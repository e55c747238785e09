/** Whether who sends this `If-None-Match` has what the tag names already (RFC 9110: compared weakly). */
export function isUnchanged(given: string | null, etag: string): boolean {
  if (given === null) return false;
  const bare = (tag: string) => tag.trim().replace(/^W\//, "");
  return given.trim() === "*" || given.split(",").some((tag) => bare(tag) === bare(etag));
}
