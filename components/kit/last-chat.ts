/** The newest conversation on the way here; not every browser tells. */
export function lastChat(): string | undefined {
  if (!("navigation" in window)) return undefined;
  const before = navigation.entries().slice(0, (navigation.currentEntry?.index ?? -1) + 1);
  const paths = before.flatMap(({ url }) => (url ? [new URL(url).pathname] : []));
  return paths.findLast((path) => path.startsWith("/chat/"));
}
