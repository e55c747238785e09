import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Claims = Record<string, unknown>;
type Code = { challenge: string; nonce: string; redirectUri: string; claims: Claims };

/**
 * An OIDC provider on loopback. `authorize` signs a user in, as its pages would. `tamper` and `isForged` make wrong tokens.
 */
export class FakeOidc {
  readonly #keys = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  readonly #codes = new Map<string, Code>();
  readonly #userInfo = new Map<string, Claims>();
  /** Changes the claims of ID tokens. */
  tamper: (claims: Claims) => Claims = (claims) => claims;
  /** Whether ID tokens have a wrong signature. */
  isForged = false;
  /** Whether the ID token has the claims of the profile, or only the user info. */
  inToken = false;
  readonly requests: { path: string; authorization?: string; body: string }[] = [];

  async start(): Promise<this> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  get issuer(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Signs a user in at the address to which Easel redirects. Returns the address to which the browser goes back. */
  authorize(address: string, claims: Claims): string {
    const { searchParams } = new URL(address);
    const asked = (name: string) => searchParams.get(name) ?? "";
    const code = `code-${this.#codes.size}-${Math.random()}`;
    const redirectUri = asked("redirect_uri");
    this.#codes.set(code, { challenge: asked("code_challenge"), nonce: asked("nonce"), redirectUri, claims });
    const back = new URL(redirectUri);
    back.search = String(new URLSearchParams({ code, state: asked("state"), iss: this.issuer }));
    return back.href;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const path = request.url ?? "";
    this.requests.push({ path, authorization: request.headers.authorization, body });
    const token = request.headers.authorization?.replace("Bearer ", "") ?? "";
    const answer = path === "/me" ? this.#userInfo.get(token) : this.#route(path, new URLSearchParams(body));
    response.writeHead(answer == null ? 400 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(answer ?? { error: "invalid_grant" }));
  }

  #route(path: string, body: URLSearchParams): unknown {
    if (path === "/.well-known/openid-configuration") return this.#metadata();
    if (path === "/keys")
      return {
        keys: [{ ...this.#keys.publicKey.export({ format: "jwk" }), kid: "k", alg: "RS256", use: "sig" }],
      };
    return path === "/token" ? this.#token(body) : null;
  }

  #metadata() {
    const { issuer } = this;
    return {
      ...{ issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` },
      ...{ jwks_uri: `${issuer}/keys`, userinfo_endpoint: `${issuer}/me` },
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
      authorization_response_iss_parameter_supported: true,
    };
  }

  /** A code is valid once, and only with the verifier of its request. */
  #token(body: URLSearchParams): unknown {
    const code = this.#codes.get(body.get("code") ?? "");
    this.#codes.delete(body.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(body.get("code_verifier") ?? "")
      .digest("base64url");
    if (code?.challenge !== challenge || code.redirectUri !== body.get("redirect_uri")) return null;
    const now = Math.floor(Date.now() / 1_000);
    const access = `access-${Math.random()}`;
    this.#userInfo.set(access, code.claims);
    const claims = {
      ...{ iss: this.issuer, aud: "easel", iat: now, exp: now + 60, nonce: code.nonce },
      ...(this.inToken ? code.claims : { sub: code.claims.sub }),
    };
    return { access_token: access, token_type: "Bearer", id_token: this.#sign(this.tamper(claims)) };
  }

  #sign(claims: Claims): string {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const text = `${part({ alg: "RS256", kid: "k" })}.${part(claims)}`;
    if (this.isForged) return `${text}.${Buffer.alloc(256).toString("base64url")}`;
    return `${text}.${sign("sha256", Buffer.from(text), this.#keys.privateKey).toString("base64url")}`;
  }
}
