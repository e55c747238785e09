export function hrefOf(conversationId: string, messageId: string, toolCallId?: string): string {
  const call = toolCallId === undefined ? "" : `/${encodeURIComponent(toolCallId)}`;
  return `/chat/${conversationId}#m-${encodeURIComponent(messageId)}${call}`;
}

export type Target = { messageId: string; toolCallId?: string };

export function targetOf(hash: string): Target | undefined {
  const [, messageId, toolCallId] = HASH.exec(hash) ?? [];
  if (messageId === undefined) return undefined;
  return {
    messageId: decoded(messageId),
    ...(toolCallId !== undefined && { toolCallId: decoded(toolCallId) }),
  };
}

const HASH = /^#m-([^/]+)(?:\/(.+))?$/;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
