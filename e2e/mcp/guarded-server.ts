import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { testServer, textContent } from "./test-server.ts";

export async function guardedServer() {
  const state = {
    tokens: new Set<string>(),
    /** Whether tokens can be refreshed, and how often they were. */
    mayRefresh: true,
    refreshed: 0,
    registered: [] as { redirect_uris?: string[] }[],
    codes: new Map<string, string>(),
    /** Origin of the authorization server, if it is another name of this server. */
    issuer: undefined as string | undefined,
  };
  const json = (response: ServerResponse, value: unknown, status = 200) =>
    void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));

  async function first(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const origin = `http://${request.headers.host}`;
    const { pathname, searchParams } = new URL(request.url ?? "", origin);
    if (pathname.startsWith("/.well-known/oauth-protected-resource"))
      json(response, { resource: `${origin}/mcp`, authorization_servers: [state.issuer ?? origin] });
    else if (pathname === "/.well-known/oauth-authorization-server")
      json(response, {
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        registration_endpoint: `${origin}/register`,
        response_types_supported: ["code"],
        code_challenge_methods_supported: ["S256"],
        token_endpoint_auth_methods_supported: ["none"],
      });
    else if (pathname === "/register") {
      const client = JSON.parse(await bodyOf(request));
      state.registered.push(client);
      json(response, { ...client, client_id: `client-${state.registered.length}` }, 201);
    } else if (pathname === "/authorize") {
      const code = `code-${state.codes.size}`;
      state.codes.set(code, searchParams.get("code_challenge") ?? "");
      const back = new URL(searchParams.get("redirect_uri") ?? "");
      back.search = new URLSearchParams({ code, state: searchParams.get("state") ?? "" }).toString();
      response.writeHead(302, { location: back.href }).end();
    } else if (pathname === "/token") token(new URLSearchParams(await bodyOf(request)), response);
    else if (!state.tokens.has(request.headers.authorization?.replace(/^Bearer /, "") ?? "")) {
      const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`;
      response.writeHead(401, { "www-authenticate": `Bearer resource_metadata="${metadata}"` }).end();
    } else return false;
    return true;
  }

  function token(params: URLSearchParams, response: ServerResponse): void {
    const isRefresh = params.get("grant_type") === "refresh_token";
    const verifier = createHash("sha256")
      .update(params.get("code_verifier") ?? "")
      .digest("base64url");
    const isValid = isRefresh ? state.mayRefresh : state.codes.get(params.get("code") ?? "") === verifier;
    if (!isValid) {
      json(response, { error: "invalid_grant" }, 400);
      return;
    }
    if (isRefresh) state.refreshed++;
    const made = `secret-token-${state.tokens.size}-${state.refreshed}`;
    state.tokens.add(made);
    json(response, {
      access_token: made,
      token_type: "Bearer",
      expires_in: 3_600,
      refresh_token: "secret-refresh",
    });
  }

  const server = await testServer({ first });
  server.offer({ name: "read", annotations: { readOnlyHint: true } }, () => textContent("let in"));
  return Object.assign(server, { guarded: state });
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const piece of request) text += piece;
  return text;
}
