/** The part of the package that the tests use, because it has no types. */
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  type Account = { accountId: string; claims: () => Promise<Record<string, unknown> & { sub: string }> };

  export default class Provider {
    constructor(
      issuer: string,
      configuration: {
        clients: { client_id: string; client_secret?: string; redirect_uris: string[] }[];
        claims: Record<string, string[]>;
        findAccount: (context: unknown, id: string) => Promise<Account>;
        cookies: { keys: string[] };
      },
    );
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
  }
}
