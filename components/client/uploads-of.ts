import { Uploads } from "./uploads";

const all = new Map<string, Uploads>();

/** What is attached in a conversation: one for the tab, so that uploads outlive the page that began them. */
export function uploadsOf(conversationId: string): Uploads {
  const known = all.get(conversationId);
  if (known) return known;
  const uploads = new Uploads(conversationId);
  all.set(conversationId, uploads);
  return uploads;
}
