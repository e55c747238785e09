import { once } from "node:events";
import { createServer } from "node:http";
import type { Page } from "@playwright/test";
import Provider from "oidc-provider";
import { freePort } from "../free-port.ts";

export type OidcService = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Set it before the first request. */
  redirectUri: string;
  stop: () => Promise<void>;
};

/**
 * Starts a real OIDC provider on loopback, with the pages of its development mode. Any login is an account, whose address
 * at example.com is verified.
 */
export async function startOidc(): Promise<OidcService> {
  const port = await freePort();
  const issuer = `http://localhost:${port}`;
  const [clientId, clientSecret] = ["easel", "a secret of the tests"];
  let callback: ReturnType<Provider["callback"]> | undefined;
  const make = () =>
    new Provider(issuer, {
      clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [service.redirectUri] }],
      claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
      findAccount: async (_, id) => ({
        accountId: id,
        claims: async () => ({ sub: id, name: id, email: `${id}@example.com`, email_verified: true }),
      }),
      cookies: { keys: ["a key of the tests"] },
    }).callback();
  const server = createServer((request, response) => {
    callback ??= make();
    callback(request, response);
  });
  server.listen(port, "localhost");
  await once(server, "listening");
  const service: OidcService = {
    ...{ issuer, clientId, clientSecret, redirectUri: "" },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return service;
}

/** Signs in at the provider's pages, and consents. */
export async function signInAtService(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder("Enter any login").fill(login);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}
