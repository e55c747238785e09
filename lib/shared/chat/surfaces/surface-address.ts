import { type Surface, surfaceId } from "./surfaces";

/** The part of the page's address that leads to a surface: `#s-<messageId>/<toolCallId>`. */
export function surfaceHash({ messageId, toolCallId }: Pick<Surface, "messageId" | "toolCallId">): string {
  return `#s-${encodeURIComponent(messageId)}/${encodeURIComponent(toolCallId)}`;
}

/** The surface that an address leads to, if it leads to one. */
export function surfaceInHash(hash: string): string | undefined {
  const found = /^#s-([^/]+)\/([^/]+)$/.exec(hash);
  try {
    return found?.[1] && found[2]
      ? surfaceId(decodeURIComponent(found[1]), decodeURIComponent(found[2]))
      : undefined;
  } catch {
    return undefined;
  }
}
