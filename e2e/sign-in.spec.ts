import type { Browser, Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { alive } from "./alive.ts";
import { expect, modelOf } from "./fixtures.ts";
import { sound } from "./looks.ts";
import { ownServer } from "./own-server.ts";
import type { EaselServer } from "./server.ts";
import { type OidcService, signInAtService, startOidc } from "./sign-in/oidc.ts";
import { Device } from "./sign-in/passkeys.ts";

const PASSWORD = "open sesame";

const test = ownServer(
  (provider) => ({ ...modelOf(provider), EASEL_EGRESS_ALLOW: "localhost" }),
  async ({ url }) => {
    const body = JSON.stringify({ password: PASSWORD });
    const headers = { "content-type": "application/json", origin: url };
    expect((await fetch(`${url}/api/password`, { method: "PUT", headers, body })).status).toBe(204);
  },
);

/** Starts a service for one test. Its client is known once `redirectUri` is set. */
async function withService(work: (service: OidcService) => Promise<void>): Promise<void> {
  const service = await startOidc();
  await work(service).finally(service.stop);
}

/** Opens a page of a new browser without cookies. */
const visitor = async (browser: Browser, { url }: EaselServer): Promise<Page> =>
  (await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 800 } })).newPage();

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await alive(page);
}

async function signIn(page: Page, password: string, email?: string): Promise<void> {
  await open(page, "/login");
  if (email !== undefined) await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

const isIn = (page: Page) => expect(page).toHaveURL(({ pathname }) => !/^\/(login|invite)/.test(pathname));

async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies();
  await open(page, "/login");
}

/** Makes an invitation as the owner. Returns its path. */
async function invitation(page: Page, { url }: EaselServer, fields: object = {}): Promise<string> {
  const response = await page.request.post(`${url}/api/invitations`, {
    data: fields,
    headers: { origin: url },
  });
  expect(response.status()).toBe(201);
  return new URL((await response.json()).invitation.url).pathname;
}

async function addService(page: Page, { url }: EaselServer, service: OidcService): Promise<void> {
  const headers = { origin: url };
  const path = `${url}/api/sign-in/providers`;
  const { next } = await (await page.request.get(path)).json();
  service.redirectUri = next.redirectUrl;
  const { issuer, clientId, clientSecret } = service;
  const data = { id: next.id, title: "Work ID", issuer, clientId, clientSecret };
  expect((await page.request.post(path, { data, headers })).status()).toBe(201);
}

const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

test("the owner adds a passkey, signs in with it and removes it", { tag: "@once" }, async ({
  browser,
  own,
}) => {
  const page = await visitor(browser, own);
  await signIn(page, PASSWORD);
  await isIn(page);
  const laptop = await Device.of(page);
  await open(page, "/settings/general");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("button", { name: "Rename Chrome on Linux" }).click();
  await page.getByLabel("Name of the passkey").fill("Laptop");
  await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
  await expect(page.getByText("Laptop")).toBeVisible();
  const passkeys = await laptop.passkeys();
  expect(passkeys).toHaveLength(1);
  await sound(page);

  await signOut(page);
  await sound(page);
  const device = await Device.of(page, passkeys);
  await device.verifies(false);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByText("No passkey was used. Try again.")).toBeVisible();
  await device.verifies(true);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await isIn(page);

  const byAddress = await visitor(browser, own);
  await byAddress.goto(own.url.replace("localhost", "127.0.0.1").concat("/login"));
  await expect(byAddress.getByText(`For passkeys, open ${own.url}.`)).toBeVisible();

  await open(page, "/settings/general");
  await page.getByRole("button", { name: "Remove Laptop" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("Laptop")).toHaveCount(0);
  await signOut(page);
  await expect(page.getByRole("button", { name: "Sign in with a passkey" })).toHaveCount(0);
});

test("a second factor is set up, asked for, and recovered", { tag: ["@once", "@long"] }, async ({
  browser,
  own,
}) => {
  const page = await visitor(browser, own);
  await signIn(page, PASSWORD);
  await isIn(page);
  await open(page, "/settings/general");
  await page.getByRole("button", { name: "Switch on", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Your password").fill("wrong");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByText("Wrong password. Try again.")).toBeVisible();
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("img", { name: "QR code of the second factor" })).toBeVisible();
  await sound(page);
  const secret = (await dialog.locator("code").textContent()) ?? "";
  await dialog.getByLabel("Code", { exact: true }).fill(codeOf(secret, -1));
  await dialog.getByRole("button", { name: "Switch on" }).click();
  const items = dialog.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(items).toHaveCount(10);
  const codes = await items.allTextContents();
  await sound(page);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("On. 10 recovery codes left.")).toBeVisible();

  await signOut(page);
  await signIn(page, PASSWORD);
  const code = page.getByLabel("Code", { exact: true });
  await code.fill("000000");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("Wrong code, or it was used. Enter the next one.")).toBeVisible();
  await sound(page);
  await code.fill(codeOf(secret));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await isIn(page);

  await signOut(page);
  await signIn(page, PASSWORD);
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill(codes[0] ?? "");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await isIn(page);
  await open(page, "/settings/general");
  await expect(page.getByText("On. 9 recovery codes left.")).toBeVisible();
  await page.getByRole("button", { name: "Switch off" }).click();
  await dialog.getByLabel("Code", { exact: true }).fill(codes[1] ?? "");
  await dialog.getByRole("button", { name: "Switch off" }).click();
  await expect(page.getByRole("button", { name: "Switch on", exact: true })).toBeVisible();
});

test("an OpenID Connect service is added, linked and used", { tag: ["@once", "@long"] }, async ({
  browser,
  own,
}) => {
  await withService(async (service) => {
    const page = await visitor(browser, own);
    await signIn(page, PASSWORD);
    await isIn(page);
    await open(page, "/settings/people");
    await page.getByRole("button", { name: "Add a service" }).click();
    const dialog = page.getByRole("dialog");
    service.redirectUri = (await dialog.locator("code").textContent()) ?? "";
    expect(service.redirectUri).toContain(`${own.url}/sign-in/`);
    await dialog.getByLabel("Name").fill("Test ID");
    await dialog.getByLabel("Issuer").fill(service.issuer);
    await dialog.getByLabel("Client ID").fill(service.clientId);
    await dialog.getByLabel("Client secret").fill(service.clientSecret);
    await dialog.getByLabel("Domains that may join").fill("example.com");
    await dialog.getByLabel("Role").selectOption("guest");
    await sound(page);
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await expect(page.getByText(`${service.issuer} · example.com`)).toBeVisible();

    await open(page, "/settings/general");
    await page.getByRole("button", { name: "Link Test ID" }).click();
    await signInAtService(page, "owner");
    await expect(page).toHaveURL(/\/settings\/general$/);
    await expect(page.getByText("owner@example.com")).toBeVisible();
    await sound(page);

    // The owner's account signs the owner in, and returns to the page.
    await signOut(page);
    await open(page, "/login?next=%2Fsettings%2Fgeneral");
    await page.getByRole("link", { name: "Sign in with Test ID" }).click();
    await signInAtService(page, "owner");
    await expect(page).toHaveURL(/\/settings\/general$/);

    // Another user of the domain joins.
    const guest = await visitor(browser, own);
    await open(guest, "/login");
    await guest.getByRole("link", { name: "Sign in with Test ID" }).click();
    await signInAtService(guest, "gina");
    await isIn(guest);
    expect(await (await guest.request.get(`${own.url}/api/me`)).json()).toMatchObject({
      member: { name: "gina", email: "gina@example.com", role: "guest" },
    });

    // Two members: the page asks for an email now.
    const denied = await visitor(browser, own);
    await open(denied, "/login?problem=denied");
    await expect(denied.getByText("You cancelled the sign-in.")).toBeVisible();
    await expect(denied.getByLabel("Email")).toBeVisible();
    await sound(denied);
  });
});

test("an invitation is answered in each of three ways, and once", { tag: ["@once", "@long"] }, async ({
  browser,
  own,
}) => {
  const owner = await visitor(browser, own);
  await signIn(owner, PASSWORD);
  await isIn(owner);

  const byPassword = await invitation(owner, own, { name: "Mia", email: "mia@example.org" });
  const mia = await visitor(browser, own);
  await open(mia, byPassword);
  await expect(mia.getByLabel("Name")).toHaveValue("Mia");
  await sound(mia);
  await mia.getByLabel("Password", { exact: true }).fill("open barley");
  await mia.getByRole("button", { name: "Join", exact: true }).click();
  await isIn(mia);
  await signOut(mia);
  await signIn(mia, "wrong password", "mia@example.org");
  await expect(mia.getByText("Wrong email or password. Try again.")).toBeVisible();
  await signIn(mia, "open barley", "mia@example.org");
  await isIn(mia);

  const late = await visitor(browser, own);
  await open(late, byPassword);
  await expect(late.getByRole("heading", { name: "This invitation no longer works" })).toBeVisible();
  await sound(late);

  const byPasskey = await invitation(owner, own);
  const ben = await visitor(browser, own);
  const device = await Device.of(ben);
  await open(ben, byPasskey);
  await ben.getByLabel("Name").fill("Ben");
  await ben.getByLabel("Email").fill("ben@example.org");
  await ben.getByRole("button", { name: "Join with a passkey" }).click();
  await isIn(ben);
  expect(await device.passkeys()).toHaveLength(1);
  await signOut(ben);
  await ben.getByRole("button", { name: "Sign in with a passkey" }).click();
  await isIn(ben);
  expect((await (await ben.request.get(`${own.url}/api/me`)).json()).member).toMatchObject({ name: "Ben" });

  await withService(async (service) => {
    await addService(owner, own, service);
    const byService = await invitation(owner, own, { role: "admin" });
    const ann = await visitor(browser, own);
    await open(ann, byService);
    await ann.getByRole("link", { name: "Join with Work ID" }).click();
    await signInAtService(ann, "ann");
    await isIn(ann);
    expect((await (await ann.request.get(`${own.url}/api/me`)).json()).member).toMatchObject({
      ...{ name: "ann", email: "ann@example.com", role: "admin" },
    });
  });
});

test("a member changes name and password", { tag: ["@once", "@long"] }, async ({ browser, own }) => {
  const owner = await visitor(browser, own);
  await signIn(owner, PASSWORD);
  await isIn(owner);
  const page = await visitor(browser, own);
  await open(page, await invitation(owner, own, { name: "Ida", email: "ida@example.org" }));
  await page.getByLabel("Password", { exact: true }).fill("open barley");
  await page.getByRole("button", { name: "Join", exact: true }).click();
  await isIn(page);
  await open(page, "/settings/general");
  await page.getByLabel("Name", { exact: true }).fill("Ida Maier");
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.getByRole("button", { name: "Change", exact: true }).first().click();
  await page.getByLabel("Current password").fill("open barley");
  await page.getByLabel("New password").fill("open wheat");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Changed. Other browsers signed out.")).toBeVisible();
  await sound(page);
  await signOut(page);
  await signIn(page, "open wheat", "ida@example.org");
  await isIn(page);
});
