import { Uploads } from "./uploads";

const all = new Map<string, Uploads>();

/**
 * Returns the attachments of a conversation. There is one instance per tab, so that uploads continue after
 * navigation.
 */
export function uploadsOf(conversationId: string): Uploads {
  const existing = all.get(conversationId);
  if (existing) return existing;
  const uploads = new Uploads(conversationId);
  all.set(conversationId, uploads);
  return uploads;
}
