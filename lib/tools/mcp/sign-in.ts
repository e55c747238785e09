import { randomUUID } from "node:crypto";
import { isIP } from "node:net";
import type {
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from "@modelcontextprotocol/client";
import { z } from "zod";
import { publicOrigin } from "@/lib/ground/base/env";
import { hideSecret } from "@/lib/ground/base/redact";
import { lookup } from "@/lib/platform/egress/lookup";
import { refuseOwn } from "@/lib/platform/egress/own-address";
import { portOf } from "@/lib/platform/egress/target";
import { AppError } from "@/lib/shared/errors";
import { keepMcpOauth, type McpServer } from "@/lib/store/agents/mcp-servers";
import { openValue, sealValue } from "./secrets";

const stored = z.object({
  /** A client that the user registered with the server in advance. */
  given: z.object({ clientId: z.string(), clientSecret: z.string().optional() }).optional(),
  /** A client that was registered automatically for `redirectUrl`. */
  client: z.looseObject({ client_id: z.string() }).optional(),
  redirectUrl: z.string().optional(),
  tokens: z.looseObject({ access_token: z.string() }).optional(),
});
type Stored = z.infer<typeof stored>;

/**
 * The address to which the server redirects the user. It must be a page, because API routes refuse links from
 * other sites.
 */
const redirectUrl = (): string => new URL("/settings/mcp/signed-in", publicOrigin()).href;

export const clientMetadata = (): OAuthClientMetadata => ({
  client_name: "Easel",
  redirect_uris: [redirectUrl()],
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
});

/**
 * Returns the public address of Easel's client metadata, or undefined without https. Many servers accept this
 * address instead of a registration.
 */
export const metadataAddress = (): string | undefined => {
  const address = new URL("/client-metadata.json", publicOrigin());
  return address.protocol === "https:" ? address.href : undefined;
};

/**
 * Signs in to a server by OAuth 2.1 with PKCE. Tokens are stored encrypted with the server. A sign-in in
 * progress exists only in memory and is lost if the process ends.
 */
export class SignIn implements OAuthClientProvider {
  readonly clientMetadataUrl = metadataAddress();
  url: string | null = null;
  private readonly row: McpServer;
  private saved: Stored;
  private verifier: string | undefined;
  private pendingState: string | undefined;
  private found: OAuthDiscoveryState | undefined;

  constructor(row: McpServer) {
    this.row = row;
    this.saved = stored.safeParse(openValue("oauth", row, row.oauth)).data ?? {};
    // A client is registered for one redirect address. If that has changed, discard the client and its tokens.
    if (this.saved.redirectUrl !== undefined && this.saved.redirectUrl !== redirectUrl())
      this.saved = { given: this.saved.given };
  }

  get redirectUrl(): string {
    return redirectUrl();
  }

  get clientMetadata(): OAuthClientMetadata {
    return clientMetadata();
  }

  hasState(state: string): boolean {
    return this.pendingState !== undefined && this.pendingState === state;
  }

  /** Ends the sign-in, so that its state cannot be used again. */
  end(): void {
    this.pendingState = undefined;
    this.url = null;
  }

  state(): string {
    this.pendingState = randomUUID();
    return this.pendingState;
  }

  clientInformation(): StoredOAuthClientInformation | undefined {
    const { given: preregistered, client } = this.saved;
    if (preregistered)
      return {
        client_id: preregistered.clientId,
        ...(preregistered.clientSecret && { client_secret: preregistered.clientSecret }),
      };
    return client;
  }

  saveClientInformation(client: StoredOAuthClientInformation): Promise<void> {
    return this.keep({ client: { ...client }, redirectUrl: redirectUrl() });
  }

  tokens(): StoredOAuthTokens | undefined {
    const { tokens } = this.saved;
    if (tokens) hideSecret(tokens.access_token);
    return tokens as StoredOAuthTokens | undefined;
  }

  /** After a sign-in, the next one looks the endpoints up again, because the server may have moved them. */
  saveTokens(tokens: StoredOAuthTokens): Promise<void> {
    if (this.pendingState === undefined) this.found = undefined;
    return this.keep({ tokens: { ...tokens } });
  }

  async redirectToAuthorization(url: URL): Promise<void> {
    const { protocol, href } = url;
    if (protocol !== "https:" && protocol !== "http:")
      throw new AppError(
        "forbidden",
        "The server's sign-in address is not a web page, so it was not opened.",
      );
    const hostname = url.hostname.replace(/^\[(.*)\]$/, "$1");
    // A name that resolves only in the user's network has no addresses here, and is allowed.
    const addresses = isIP(hostname) ? [{ address: hostname }] : await lookup(hostname).catch(() => []);
    refuseOwn({ url, port: portOf(url), addresses });
    this.url = href;
  }

  /** Keeps the discovered endpoints, because the code must be sent only to these. */
  saveDiscoveryState(found: OAuthDiscoveryState): void {
    this.found = found;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.found;
  }

  saveCodeVerifier(verifier: string): void {
    this.verifier = verifier;
  }

  codeVerifier(): string {
    if (this.verifier === undefined) throw new Error("No sign-in is in progress.");
    return this.verifier;
  }

  async invalidateCredentials(scope: "all" | "client" | "tokens" | "verifier" | "discovery"): Promise<void> {
    if (scope === "verifier" || scope === "all") this.verifier = undefined;
    if (scope === "discovery" || scope === "all") this.found = undefined;
    if (scope === "client" || scope === "all") await this.keep({ client: undefined });
    if (scope === "tokens" || scope === "all") await this.keep({ tokens: undefined });
  }

  private async keep(change: Partial<Stored>): Promise<void> {
    this.saved = { ...this.saved, ...change };
    const { agentId, id } = this.row;
    await keepMcpOauth(agentId, id, sealValue("oauth", this.row, this.saved));
  }
}
