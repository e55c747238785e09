import { type Surface, surfaceId } from "./surfaces";

/** Returns the URL fragment of a surface: `#s-<messageId>/<toolCallId>`. */
export function surfaceHash({ messageId, toolCallId }: Pick<Surface, "messageId" | "toolCallId">): string {
  return `#s-${encodeURIComponent(messageId)}/${encodeURIComponent(toolCallId)}`;
}

/** Returns the path of a surface in its conversation. */
export const surfacePath = (
  surface: Pick<Surface, "messageId" | "toolCallId">,
  conversation: { id: string },
): string => `/chat/${encodeURIComponent(conversation.id)}${surfaceHash(surface)}`;

/** Returns the surface id of a URL fragment, or undefined. */
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
