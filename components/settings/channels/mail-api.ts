import { CHANNELS as CHANGED } from "@/components/client/events";
import { jsonBody, request } from "@/components/client/request";
import { type MailItem, type MailRules, mailFolders, mailItems, mailView } from "@/lib/shared/mail";

/** The server asks the mail server, which may be slow. */
const ASK_MS = 40_000;

export const mailQuery = {
  queryKey: ["channels", "mail"] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    mailView.parse(await (await request("/api/mail", { signal })).json()),
  meta: { outdatedBy: (change: string) => change === CHANGED },
};

export const foldersQuery = {
  queryKey: ["channels", "mail", "folders"] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    mailFolders.parse(await (await request("/api/mail/folders", { signal, patienceMs: ASK_MS })).json())
      .folders,
  staleTime: 0,
};

export async function saveRules(rules: MailRules): Promise<void> {
  await request("/api/mail", { method: "PUT", ...jsonBody(rules) });
}

export async function readMails(
  cursor?: string,
  signal?: AbortSignal,
): Promise<{ items: MailItem[]; nextCursor?: string }> {
  const query = cursor ? `?cursor=${encodeURIComponent(cursor)}` : "";
  const response = await request(`/api/mail/drafts${query}`, { signal });
  const { mails: items, next_cursor: nextCursor } = mailItems.parse(await response.json());
  return { items, ...(nextCursor && { nextCursor }) };
}

export async function settleMail(id: string, status: "sent" | "failed"): Promise<void> {
  await request(`/api/mail/drafts/${id}`, { method: "PATCH", ...jsonBody({ status }) });
}
