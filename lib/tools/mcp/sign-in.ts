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
  /** A client that was registered beforehand. */
  given: z.object({ clientId: z.string(), clientSecret: z.string().optional() }).optional(),
  /** One that was registered by itself, and for which address. */
  client: z.looseObject({ client_id: z.string() }).optional(),
  redirectUrl: z.string().optional(),
  tokens: z.looseObject({ access_token: z.string() }).optional(),
});
type Stored = z.infer<typeof stored>;

/** Where the person comes back to from signing in. It is a page: links of other sites may lead to it. */
const redirectUrl = (): string => new URL("/settings/mcp/signed-in", publicOrigin()).href;

/** What servers are told of this program. */
export const clientMetadata = (): OAuthClientMetadata => ({
  client_name: "Easel",
  redirect_uris: [redirectUrl()],
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
});

/** Under which address servers find that, where they can: many take it in place of a registration. */
export const metadataAddress = (): string | undefined => {
  const address = new URL("/client-metadata.json", publicOrigin());
  return address.protocol === "https:" ? address.href : undefined;
};

/**
 * Signing in with a server, by OAuth 2.1 with PKCE. What it brings is sealed in the server's row; a sign-in that has begun is
 * kept in memory, and begins anew with the process.
 */
export class SignIn implements OAuthClientProvider {
  readonly clientMetadataUrl = metadataAddress();
  /** Where the person signs in. */
  url: string | null = null;
  private readonly row: McpServer;
  private kept: Stored;
  private verifier: string | undefined;
  private begun: string | undefined;
  private found: OAuthDiscoveryState | undefined;

  constructor(row: McpServer) {
    this.row = row;
    this.kept = stored.safeParse(openValue("oauth", row, row.oauth)).data ?? {};
    // A client is registered for one address.
    if (this.kept.redirectUrl !== undefined && this.kept.redirectUrl !== redirectUrl())
      this.kept = { given: this.kept.given };
  }

  get redirectUrl(): string {
    return redirectUrl();
  }

  get clientMetadata(): OAuthClientMetadata {
    return clientMetadata();
  }

  /** Whether somebody comes back from the sign-in that was begun last. */
  isBegunBy(state: string): boolean {
    return this.begun !== undefined && this.begun === state;
  }

  /** Once for each sign-in. */
  end(): void {
    this.begun = undefined;
    this.url = null;
  }

  state(): string {
    this.begun = randomUUID();
    return this.begun;
  }

  clientInformation(): StoredOAuthClientInformation | undefined {
    const { given, client } = this.kept;
    if (given)
      return { client_id: given.clientId, ...(given.clientSecret && { client_secret: given.clientSecret }) };
    return client;
  }

  saveClientInformation(client: StoredOAuthClientInformation): Promise<void> {
    return this.keep({ client: { ...client }, redirectUrl: redirectUrl() });
  }

  tokens(): StoredOAuthTokens | undefined {
    const { tokens } = this.kept;
    if (tokens) hideSecret(tokens.access_token);
    return tokens as StoredOAuthTokens | undefined;
  }

  saveTokens(tokens: StoredOAuthTokens): Promise<void> {
    return this.keep({ tokens: { ...tokens } });
  }

  async redirectToAuthorization(url: URL): Promise<void> {
    const { protocol, href } = url;
    if (protocol !== "https:" && protocol !== "http:")
      throw new AppError(
        "forbidden",
        "The server leads to a sign-in that is no web page, so it is not opened.",
      );
    const hostname = url.hostname.replace(/^\[(.*)\]$/, "$1");
    // A name that only the user's network knows leads to no address here.
    const addresses = isIP(hostname) ? [{ address: hostname }] : await lookup(hostname).catch(() => []);
    refuseOwn({ url, port: portOf(url), addresses });
    this.url = href;
  }

  /** Where it was found: the code that comes back goes to no other place. */
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
    if (this.verifier === undefined) throw new Error("No sign-in has been begun.");
    return this.verifier;
  }

  async invalidateCredentials(scope: "all" | "client" | "tokens" | "verifier" | "discovery"): Promise<void> {
    if (scope === "verifier" || scope === "all") this.verifier = undefined;
    if (scope === "discovery" || scope === "all") this.found = undefined;
    if (scope === "client" || scope === "all") await this.keep({ client: undefined });
    if (scope === "tokens" || scope === "all") await this.keep({ tokens: undefined });
  }

  private async keep(change: Partial<Stored>): Promise<void> {
    this.kept = { ...this.kept, ...change };
    const { agentId, id } = this.row;
    await keepMcpOauth(agentId, id, sealValue("oauth", this.row, this.kept));
  }
}
