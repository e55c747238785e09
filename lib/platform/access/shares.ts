import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { publicOrigin } from "@/lib/ground/base/env";
import { hashOfToken, tokenOf } from "@/lib/ground/base/token";
import { AppError } from "@/lib/shared/errors";
import { SHARED_HEADERS } from "@/lib/shared/frame/shared-headers";
import { palette } from "@/lib/shared/palette";
import { type Followed, followed, type ListedShare, MAX_SHARE_BYTES, type Share } from "@/lib/shared/shares";
import { addShare, listShares, readShare } from "@/lib/store/conversations/shares";
import { hasPassword } from "./password";
import { countShareVisit } from "./visits";

/** Purpose of the tokens of links. */
export const SHARES = "shares";
export const MAX_TOKEN = 100;

/**
 * Returns why sharing is off, or null. Without a password every client has full access, so a link would
 * restrict nothing.
 */
export const whyNotShared = async (): Promise<string | null> =>
  (await hasPassword()) ? null : "Sharing requires a password. Set one in Settings → General.";

type NewShare = Pick<Share, "conversationId" | "title" | "isLive"> & {
  agentId: string;
  sheet: string;
  days: number | null;
};

/** Stores a document, or for a live surface the sources that its component follows. Returns the link. */
export async function makePublicShare(
  { isLive, ...fields }: NewShare,
  body: Uint8Array,
): Promise<{ share: Share; url: string }> {
  const off = await whyNotShared();
  if (off) throw new AppError("forbidden", off);
  if (!isLive && body.length === 0)
    throw new AppError("invalid", "The body is empty. Send the document as HTML.");
  const live = isLive ? followedIn(body) : null;
  const id = randomUUID();
  const token = tokenOf(SHARES, id);
  const share = await addShare({
    ...{ ...fields, id, live },
    tokenHash: hashOfToken(token),
    document: live ? null : await promisify(gzip)(body),
  });
  return { share, url: urlOf(share, token) };
}

/**
 * Returns the links of an agent. The token of a link is derived from the installation's secret, so its URL can be
 * shown again although only its hash is stored; not that of a link made by an earlier version or another
 * installation.
 */
export async function listPublicShares(agentId: string): Promise<ListedShare[]> {
  const shares = await listShares(agentId);
  return shares.map(({ tokenHash, ...share }) => ({ ...share, url: linkOf(share, tokenHash) }));
}

/** Returns the URL of a stored link; null if another key made its token. */
export function linkOf(share: Pick<Share, "id" | "isLive">, tokenHash: string): string | null {
  const token = tokenOf(SHARES, share.id);
  return hashOfToken(token) === tokenHash ? urlOf(share, token) : null;
}

const urlOf = ({ isLive }: Pick<Share, "isLive">, token: string): string =>
  `${publicOrigin()}${isLive ? "/live" : "/shared"}/${token}`;

function followedIn(body: Uint8Array): Followed {
  const example = '{"queries":[["select 1",[]]],"state":["key"]}';
  try {
    return followed.parse(JSON.parse(new TextDecoder().decode(body) || '{"queries":[],"state":[]}'));
  } catch (cause) {
    throw new AppError(
      "invalid",
      `With live=true, the body must list the component's sources, as in ${example}.`,
      {
        cause,
      },
    );
  }
}

/** Responds to a visitor of a share link. Revoked, expired and unknown links get the same response. */
export async function openShare(token: string, request: Request): Promise<Response> {
  await countShareVisit(request);
  const packed =
    (await whyNotShared()) === null && token.length <= MAX_TOKEN ? await readShare(hashOfToken(token)) : null;
  if (!packed) return new Response(NOTHING, { status: 404, headers: SHARED_HEADERS });
  const document = await promisify(gunzip)(packed, { maxOutputLength: MAX_SHARE_BYTES });
  return new Response(new Uint8Array(document), { headers: SHARED_HEADERS });
}

const coloursOf = (theme: 0 | 1): string =>
  (["paper", "ink", "ink-2"] as const).map((name) => `--${name}:${palette[name][theme]}`).join(";");

/**
 * Page for a link without a share. It looks like the page of a live surface. Styles are inline, because the
 * page's policy forbids loading anything.
 */
const NOTHING = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Nothing here</title><link rel="icon" href="data:,"><style>
:root{${coloursOf(0)};color-scheme:light dark}
@media (prefers-color-scheme:dark){:root{${coloursOf(1)}}}
body{margin:0;min-height:100dvh;display:flex;align-items:center;justify-content:center;background:var(--paper);font:15px/24px "Geist",ui-sans-serif,system-ui,sans-serif;color:var(--ink)}
main{max-width:384px;padding:24px}
h1{margin:0 0 4px;font-size:20px;line-height:28px;font-weight:600;letter-spacing:-.015em}
p{margin:0;color:var(--ink-2)}
</style></head><body><main><h1>There is nothing at this link</h1>
<p>It was revoked, has expired or never existed. Ask the sender for a new one.</p></main></body></html>`;
