import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { asData } from "@/lib/agent/apps/page";
import { componentOnSurface } from "@/lib/agent/surfaces/access";
import { hashOfToken, tokenOf } from "@/lib/ground/base/token";
import { linkOf, SHARES, whyNotShared } from "@/lib/platform/access/shares";
import { AppError } from "@/lib/shared/errors";
import {
  type ListedShare,
  MAX_SHARE_BYTES,
  type NewConversationLink,
  type SharedCopy,
} from "@/lib/shared/shares";
import { readLink, type StoredLink, storeLink } from "@/lib/store/conversations/links";

type Conversation = { agentId: string; conversationId: string };

/**
 * Stores the copy of a conversation under its link, which the first copy makes. Throws `forbidden` without a password and
 * `too_large` above the maximum size.
 */
export async function shareConversation(
  conversation: Conversation,
  { choices, copy }: NewConversationLink,
): Promise<ListedShare> {
  const off = await whyNotShared();
  if (off) throw new AppError("forbidden", off);
  const bundles = await bundlesOf(conversation, copy);
  const document = documentOf(copy, bundles);
  assertSize(document);
  const stored = await storeLink({
    ...{ ...conversation, id: randomUUID(), choices },
    tokenHash: (id) => hashOfToken(tokenOf(SHARES, id)),
    document: await promisify(gzip)(document),
    bundles,
  });
  return shown(stored);
}

/** Returns the link of a conversation with its address, and the choices for its last copy. */
export async function readConversationLink({ agentId, conversationId }: Conversation) {
  const { link, choices } = await readLink(agentId, conversationId);
  return { link: link && shown(link), choices };
}

const shown = ({ tokenHash, ...link }: StoredLink): ListedShare => ({
  ...link,
  url: linkOf(link, tokenHash),
});

/** Only a component that the conversation shows can be part of its copy. */
async function bundlesOf(conversation: Conversation, { components }: SharedCopy): Promise<string[]> {
  const bundles: string[] = [];
  for (const { messageId, toolCallId } of components)
    bundles.push((await componentOnSurface({ ...conversation, messageId, toolCallId })).shown.bundle);
  return bundles;
}

/** The part of the page that never changes. `page.ts` adds the head, with the code for the present runtime. */
function documentOf({ html, locale, components }: SharedCopy, bundles: readonly string[]): string {
  const frames = components.map(({ mount }, index) => ({ bundle: bundles[index], mount }));
  return `<html lang="${locale}"><body>${html}<script type="application/json" id="components">${asData(frames)}</script></body></html>`;
}

function assertSize(document: string): void {
  const bytes = Buffer.byteLength(document);
  if (bytes <= MAX_SHARE_BYTES) return;
  const mb = (count: number) => (count / 1_000_000).toFixed(1);
  throw new AppError(
    "too_large",
    `This copy has ${mb(bytes)} MB, and a link can show ${mb(MAX_SHARE_BYTES)} MB. Leave out files or messages.`,
  );
}
