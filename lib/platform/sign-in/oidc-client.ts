import * as openid from "openid-client";
import { isLoopback } from "@/lib/ground/base/env";
import { singleton } from "@/lib/ground/base/process";
import { seal, unseal } from "@/lib/ground/base/seal";
import { guardedFetch } from "@/lib/platform/egress/guarded-fetch";
import { AppError } from "@/lib/shared/errors";
import { resolveAgent } from "@/lib/store/agents/agents";
import type { OidcProvider } from "@/lib/store/members/oidc-providers";

/** Time for which the metadata and the keys of a provider are kept. */
const FRESH_MS = 600_000;
const TIMEOUT_S = 15;
const MAX_BYTES = 500_000;

type Cached = { at: number; read: Promise<openid.Configuration> };

const nameOf = (id: string) => `oidc ${id}`;

/** An empty text stays empty: the provider then has a public client. */
export const sealSecret = (id: string, secret: string): string =>
  secret === "" ? "" : seal(nameOf(id), secret);

/** Returns the metadata of a provider, at most `FRESH_MS` old. Throws if the provider cannot be reached. */
export function configurationOf(provider: OidcProvider): Promise<openid.Configuration> {
  const cache = singleton("oidc providers", () => new Map<string, Cached>());
  const { id, issuer, clientId, clientSecret } = provider;
  const key = JSON.stringify([id, issuer, clientId, clientSecret]);
  const now = performance.now();
  const cached = cache.get(key);
  if (cached && now - cached.at < FRESH_MS) return cached.read;
  const read = discover(provider);
  for (const [old, { at }] of cache) if (now - at >= FRESH_MS) cache.delete(old);
  cache.set(key, { at: now, read });
  // Never keep a failure: the next sign-in reads again.
  read.catch(() => cache.delete(key));
  return read;
}

async function discover({ id, issuer, clientId, clientSecret }: OidcProvider): Promise<openid.Configuration> {
  const secret = clientSecret === "" ? null : unseal(nameOf(id), clientSecret);
  if (secret === null && clientSecret !== "")
    throw new AppError(
      "conflict",
      "The client secret cannot be decrypted, because the secret of this installation has changed. Enter it again.",
    );
  const { protocol, hostname } = new URL(issuer);
  // Without https, only a provider on this machine is safe.
  const isLocal = protocol === "http:" && isLoopback(hostname.replace(/^\[(.*)\]$/, "$1"));
  return openid.discovery(
    new URL(issuer),
    clientId,
    undefined,
    secret === null ? openid.None() : bySecret(secret),
    {
      [openid.customFetch]: throughGuard,
      timeout: TIMEOUT_S,
      // The signature is verified, too, although the token comes from the provider itself.
      execute: [openid.enableNonRepudiationChecks, ...(isLocal ? [openid.allowInsecureRequests] : [])],
    },
  );
}

/** Sends the secret as the provider supports it. `client_secret_basic` is the default of the standard. */
function bySecret(secret: string): openid.ClientAuth {
  const [basic, post] = [openid.ClientSecretBasic(secret), openid.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const supported = server.token_endpoint_auth_methods_supported;
    const isBasic = supported === undefined || supported.includes("client_secret_basic");
    return (isBasic ? basic : post)(server, ...rest);
  };
}

/** Redirects are refused: the secret and the code belong to the exact address. */
const throughGuard: openid.CustomFetch = async (url, { body, headers, method, signal }) => {
  const answer = await guardedFetch(url, {
    caller: { agentId: await resolveAgent(), tool: "sign-in" },
    ...{ method, headers, signal, maxBytes: MAX_BYTES, maxRedirects: 0, timeoutMs: TIMEOUT_S * 1_000 },
    ...(body != null && { body: textOf(body) }),
  });
  const { status } = answer;
  return new Response(status === 204 || status === 304 ? null : answer.bytes, {
    status,
    headers: answer.headers,
  });
};

function textOf(body: NonNullable<openid.CustomFetchOptions["body"]>): string | Uint8Array {
  if (typeof body === "string" || body instanceof Uint8Array) return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new Error("A body of this type is not sent to a sign-in provider");
}
