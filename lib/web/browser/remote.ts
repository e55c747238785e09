import type { Browser, BrowserContext } from "playwright";
import type { ProxyAccess } from "@/lib/platform/egress/proxy";
import { AppError } from "@/lib/shared/errors";
import { firstErrorLine } from "./first-line";

const CONNECTS_IN_MS = 15_000;
const ANSWERS_IN_MS = 5_000;
const PROVES_IN_MS = 15_000;

export async function connectRemote(address: string): Promise<Browser> {
  try {
    const { chromium } = await import("playwright");
    return (await speaksDevTools(address))
      ? await chromium.connectOverCDP(address, { timeout: CONNECTS_IN_MS })
      : await chromium.connect(address, { timeout: CONNECTS_IN_MS });
  } catch (error) {
    throw new AppError(
      "unavailable",
      `The browser at EASEL_BROWSER_WS cannot be reached: ${firstErrorLine(error)}. It must be a Chromium with the DevTools protocol, or a server of the same Playwright version as Easel's.`,
      { cause: error },
    );
  }
}

/**
 * Returns true if the address speaks the DevTools protocol. A Playwright server rejects the command as invalid.
 */
function speaksDevTools(address: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = new WebSocket(address);
  const timer = setTimeout(() => resolve(false), ANSWERS_IN_MS);
  socket.onopen = () => socket.send(JSON.stringify({ id: 1, method: "Browser.getVersion", params: {} }));
  socket.onmessage = ({ data }) => resolve(String(data).includes('"product"'));
  socket.onerror = () => resolve(false);
  socket.onclose = () => resolve(false);
  return promise.finally(() => {
    clearTimeout(timer);
    socket.close();
  });
}

/**
 * Tests that a context uses only its proxy: it can load a page whose host only the proxy resolves, requests to
 * its own machine go through the proxy, and it offers no WebRTC candidates. Throws an AppError that says which
 * test failed.
 */
export async function prove(
  context: BrowserContext,
  way: ProxyAccess,
  wasRefused: () => boolean,
): Promise<void> {
  const page = await context.newPage();
  page.setDefaultTimeout(PROVES_IN_MS);
  page.setDefaultNavigationTimeout(PROVES_IN_MS);
  try {
    const found = await page.goto(way.probe.url).then(
      (response) => response?.text(),
      () => null,
    );
    if (found?.trim() !== way.probe.answer) throw unproven(NO_PROXY);
    await page.goto(OWN_MACHINE).catch(() => {});
    if (!wasRefused()) throw unproven(BYPASSED);
    await page.goto(way.probe.url);
    if (await page.evaluate(offersCalls)) throw unproven(CALLS);
  } finally {
    await page.close().catch(() => {});
  }
}

/**
 * An address on the browser's own machine. Chromium does not block the port, and nothing should listen on it.
 */
export const OWN_MACHINE = "http://127.0.0.1:62/";

/** Returns true if WebRTC finds local candidates, so that the page could bypass the proxy. */
async function offersCalls(): Promise<boolean> {
  const connection = new RTCPeerConnection();
  const gathered = new Promise<boolean>((done) => {
    connection.onicecandidate = ({ candidate }) => done(candidate !== null && candidate.candidate !== "");
  });
  connection.createDataChannel("");
  await connection.setLocalDescription();
  return gathered.finally(() => connection.close());
}

const unproven = (why: string) =>
  new AppError("unavailable", `The browser at EASEL_BROWSER_WS is not used: ${why}`);

const NO_PROXY =
  "it does not reach Easel's guarding proxy. If it runs on another machine, set EASEL_BROWSER_PROXY to the address by which it reaches this one, such as http://easel.lan:3128.";
const BYPASSED = "it opens addresses of its own machine without Easel's guarding proxy.";
const CALLS =
  "its pages could bypass Easel's guarding proxy by WebRTC. Start it with --force-webrtc-ip-handling-policy=disable_non_proxied_udp.";
