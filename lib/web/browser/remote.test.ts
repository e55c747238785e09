import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "playwright";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { chromium as found } from "@/bin/chromium.mjs";
import { type Site, startSite } from "@/e2e/web/site";
import { closeAll } from "@/lib/ground/base/process";
import { openAddress } from "./open";
import { openSession } from "./sessions";

const GUARDED = "--force-webrtc-ip-handling-policy=disable_non_proxied_udp";

let site: Site;
beforeAll(async () => {
  vi.stubEnv("EASEL_EGRESS_ALLOW", "localhost");
  site = await startSite();
});
afterAll(() => site.close());

const ends: (() => unknown)[] = [];
afterEach(async () => {
  await closeAll();
  await Promise.all(ends.splice(0).map((end) => end()));
});

async function playwrightServer(...args: string[]): Promise<string> {
  const usual = await found({ download: false });
  const server = await chromium.launchServer({ ...usual, args: [...usual.args, ...args], host: "127.0.0.1" });
  ends.push(() => server.kill());
  return server.wsEndpoint();
}

async function devTools(...args: string[]): Promise<string> {
  const { executablePath, args: usual, env } = await found({ download: false });
  const profile = mkdtempSync(join(tmpdir(), "easel-remote-"));
  const flags = ["--headless", "--remote-debugging-port=0", `--user-data-dir=${profile}`, "about:blank"];
  const child = spawn(executablePath, [...usual, ...args, ...flags], {
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  ends.push(async () => {
    child.kill("SIGKILL");
    await new Promise((done) => child.once("exit", done));
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  });
  for await (const line of createInterface({ input: child.stderr })) {
    const address = /listening on (ws:\S+)/.exec(line)?.[1];
    if (address) return address;
  }
  throw new Error("Chromium does not listen");
}

const PROTOCOLS = { "Playwright's": playwrightServer, "the DevTools": devTools };

/** Closes the browser of the previous test first, because it may have been started with another environment. */
async function session() {
  await closeAll();
  return openSession({ agentId: randomUUID(), conversationId: randomUUID() });
}

for (const [name, start] of Object.entries(PROTOCOLS)) {
  test(`routes a remote browser with ${name} protocol through the guard`, async () => {
    vi.stubEnv("EASEL_BROWSER_WS", await start(GUARDED));
    const one = await session();
    expect(await openAddress(one, { url: `${site.url}/form` })).toMatchObject({
      title: "Ask the harbour office",
    });
    await expect(openAddress(one, { url: site.url.replace("localhost", "127.0.0.1") })).rejects.toThrow(
      "not on the public internet",
    );
  });
}

test("rejects a remote browser that could bypass the guard with WebRTC", async () => {
  vi.stubEnv("EASEL_BROWSER_WS", await playwrightServer());
  await expect(session()).rejects.toThrow("by WebRTC. Start it with --force-webrtc");
});

test("rejects a remote browser that cannot reach the guard", async () => {
  vi.stubEnv(
    "EASEL_BROWSER_WS",
    await playwrightServer(GUARDED, "--host-resolver-rules=MAP easel.test ~NOTFOUND"),
  );
  vi.stubEnv("EASEL_BROWSER_PROXY", "http://easel.test:34567");
  await expect(session()).rejects.toThrow("set EASEL_BROWSER_PROXY");
});

test("throws an error if the remote browser is unreachable", async () => {
  vi.stubEnv("EASEL_BROWSER_WS", "ws://127.0.0.1:1/");
  await expect(session()).rejects.toThrow("The browser at EASEL_BROWSER_WS cannot be reached");
});
