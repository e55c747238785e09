import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { escaped } from "@/lib/agent/apps/icon";
import { asData, document } from "@/lib/agent/apps/page";
import { sandboxHost } from "@/lib/agent/apps/visit";
import { runtime } from "@/lib/code/compile/runtime";
import { bundleForRuntime } from "@/lib/code/components/bundles";
import { hashOfToken } from "@/lib/ground/base/token";
import { mayUse } from "@/lib/platform/access/rights";
import { MAX_TOKEN, openShare, whyNotShared } from "@/lib/platform/access/shares";
import { countShareVisit } from "@/lib/platform/access/visits";
import { frameSources } from "@/lib/platform/http/frame-sources";
import type { CopyBoot, LinkBoot } from "@/lib/shared/apps/visit";
import { AppError } from "@/lib/shared/errors";
import { SANDBOX } from "@/lib/shared/frame/sandbox";
import { PUBLIC_HEADERS } from "@/lib/shared/frame/shared-headers";
import { MAX_SHARE_BYTES } from "@/lib/shared/shares";
import { type OpenLink, openLink, readCopy } from "@/lib/store/conversations/links";

/**
 * Returns the link to a conversation with this token, or null without a link or if its author may no longer use the
 * agent.
 */
export async function presentLink(token: string): Promise<OpenLink | null> {
  if ((await whyNotShared()) !== null || token.length > MAX_TOKEN) return null;
  const link = await openLink(hashOfToken(token));
  return link && (await mayUse(link.memberId, link.agentId, "use")) ? link : null;
}

/** Responds to a visitor of a share link: with the page around the copy of a conversation, or with a surface. */
export async function pageOfLink(token: string, request: Request): Promise<Response> {
  const link = await presentLink(token);
  if (!link) return openShare(token, request);
  await countShareVisit(request);
  const address = `/shared/${token}`;
  const boot: LinkBoot = { address, shown: link.createdAt };
  const head = `<link rel="icon" href="data:,">
<script type="application/json" id="link">${asData(boot)}</script>
<script src="/rt/${runtime().sharedScript}" defer></script>`;
  const frame = `<iframe src="${address}/document" title="${escaped(link.title)}" sandbox="${FLAGS}"></iframe>`;
  const body = `<p id="notice" role="status" hidden></p><div id="app">${frame}</div>`;
  const host = request.headers.get("host") ?? "";
  const policy = [
    "default-src 'none'",
    `script-src ${scriptAt(host)}`,
    "style-src 'unsafe-inline'",
    "img-src data:",
    `connect-src http://${host}${address}/stream`,
    `frame-src http://${host}${address}/document`,
    "frame-ancestors 'none'",
  ];
  return new Response(document(link.title, head, body), { headers: headersOf(policy) });
}

/**
 * Responds with the copy of a conversation. Its author's page made it, so it has an opaque origin, and the only script
 * that it can run is the one of Easel, which puts components into their frames.
 */
export async function documentOfLink(token: string, request: Request): Promise<Response> {
  await countShareVisit(request);
  const link = await presentLink(token);
  const packed = link && (await readCopy(link));
  if (!link || !packed) throw new AppError("not_found", "There is nothing at this link.");
  const copy = await promisify(gunzip)(packed, { maxOutputLength: MAX_SHARE_BYTES });
  const code = [...new Set(link.bundles)].map(async (hash) => {
    const { js, css } = await bundleForRuntime(hash);
    return [hash, { js, css }] as const;
  });
  const boot: CopyBoot = { sandboxHost: sandboxHost(), bundles: Object.fromEntries(await Promise.all(code)) };
  const head = `<!doctype html><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${escaped(link.title)}</title>
<script type="application/json" id="copy">${asData(boot)}</script>
<script src="/rt/${runtime().sharedScript}" defer></script></head>`;
  const host = request.headers.get("host") ?? "";
  const policy = [
    `sandbox ${FLAGS}`,
    "default-src 'none'",
    `script-src ${scriptAt(host)}`,
    "style-src 'unsafe-inline'",
    "img-src data:",
    `frame-src ${frameSources(host, sandboxHost() ?? undefined).join(" ")}`,
    "frame-ancestors 'self'",
  ];
  return new Response(Buffer.concat([Buffer.from(head), copy]), { headers: headersOf(policy) });
}

/** Links of the copy open other sites in new tabs. The frames of components have fewer flags. */
const FLAGS = `${SANDBOX} allow-popups allow-popups-to-escape-sandbox`;

const scriptAt = (host: string): string => `http://${host}/rt/${runtime().sharedScript}`;

const headersOf = (policy: string[]): Record<string, string> => ({
  ...PUBLIC_HEADERS,
  "content-security-policy": [
    ...policy,
    ...[
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ],
  ].join("; "),
});
