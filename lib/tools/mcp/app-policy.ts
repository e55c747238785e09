import { z } from "zod";
import { env } from "@/lib/ground/base/env";
import type { Caller } from "@/lib/platform/egress/caller";
import { lookup } from "@/lib/platform/egress/lookup";
import { findTarget } from "@/lib/platform/egress/target";
import { RequestAudit } from "@/lib/platform/egress/visit";
import type { AppPolicy } from "@/lib/shared/mcp/apps";

/** Maximum origins in each list of an app. */
const MAX_ORIGINS = 20;
const LOOKUP_MS = 5_000;
/**
 * The syntax allowed in a policy: a scheme, a host that may begin with `*.`, and a port. Other characters could
 * end a CSP directive.
 */
const ORIGIN = /^(https?|wss?):\/\/(\*\.)?([a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:]+\])(:\d{1,5})?\/?$/i;

const domainList = z.array(z.unknown()).max(200).catch([]).default([]);
const declared = z
  .object({
    connectDomains: domainList,
    resourceDomains: domainList,
    frameDomains: domainList,
    baseUriDomains: domainList,
  })
  .catch({ connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] });

/**
 * Returns the part of an app's declared access that is allowed: public origins by https or wss, and hosts in
 * EASEL_EGRESS_ALLOW, but never Easel itself. An app runs in the user's browser, outside the egress guard, so
 * the policy is its only limit.
 */
export async function policyFor(csp: unknown, caller: Caller, signal: AbortSignal): Promise<AppPolicy> {
  const { connectDomains, resourceDomains, frameDomains, baseUriDomains } = declared.parse(csp ?? {});
  const refused: string[] = [];
  const narrowed = async (wanted: readonly unknown[]) => {
    const allowedOrigins = await Promise.all(
      wanted.map(async (one, at) => {
        const origin = at < MAX_ORIGINS ? await allowed(one, caller, signal) : null;
        if (origin === null) refused.push(String(one).slice(0, 200).toWellFormed().replaceAll("\0", ""));
        return origin;
      }),
    );
    return [...new Set(allowedOrigins.filter((origin) => origin !== null))];
  };
  const connect = await narrowed(connectDomains);
  const resource = await narrowed(resourceDomains);
  const frame = await narrowed(frameDomains);
  const base = await narrowed(baseUriDomains);
  return { connect, resource, frame, base, refused: [...new Set(refused)].slice(0, MAX_ORIGINS) };
}

async function allowed(wanted: unknown, caller: Caller, signal: AbortSignal): Promise<string | null> {
  const [, scheme = "", wildcard = "", name = "", port = ""] =
    typeof wanted === "string" && wanted.length <= 300 ? (ORIGIN.exec(wanted) ?? []) : [];
  const host = name.toLowerCase();
  // A wildcard for a whole top-level domain would match nearly everything.
  if (!host || (wildcard && !host.includes("."))) return null;
  const isSafe = scheme.toLowerCase() === "https" || scheme.toLowerCase() === "wss";
  const { EASEL_EGRESS_ALLOW: holes } = env();
  try {
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(LOOKUP_MS)]);
    const address = `${isSafe ? "https" : "http"}://${host}${port}`;
    // This checks the target without a request. The browser makes the requests later.
    const visit = new RequestAudit({ caller, via: "fetch", method: "HEAD", url: address }, () => {});
    await findTarget(address, { lookup, holes, signal: bounded, visit });
    // Allow unencrypted access only to hosts that the operator has listed.
    if (!isSafe && !holes.includes(host)) return null;
    return `${scheme.toLowerCase()}://${wildcard}${host}${port}`;
  } catch {
    return null;
  }
}
