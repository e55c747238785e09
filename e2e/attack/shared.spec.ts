import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { pathToFileURL } from "node:url";
import type { Page } from "@playwright/test";
import { SHARED_HEADERS } from "../../lib/shared/frame/shared-headers.ts";
import { Talk } from "../api.ts";
import { listen } from "./listeners.ts";
import { expect, sample, test } from "./stage.ts";
import type { Way } from "./way.ts";
import { denied } from "./ways/denied.ts";
import { elements } from "./ways/elements.ts";
import { hidden } from "./ways/hidden.ts";
import { navigation } from "./ways/navigation.ts";
import { nested } from "./ways/nested.ts";
import { requests } from "./ways/requests.ts";
import { styles } from "./ways/styles.ts";
import { webrtc } from "./ways/webrtc.ts";

/* A sheet that was taken along holds its component with all that it knows, and is opened where no Easel watches it. */

/** Says in its action what came of it: the page around shows that. */
const CODE = `
import { useEffect } from "react";
import { callTool } from "easel";
const there = "%THERE%", udp = "%UDP%";
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const attack = async () => { return "%ATTACK%"; };
const short = (value) => String(value ?? "nothing").slice(0, 80);
export default function Attack() {
  useEffect(() => {
    attack().then((got) => callTool("over, got " + short(got)), (error) => callTool("over, " + short(error)));
  }, []);
  return <p>Attack</p>;
}`;

/** So long one that has left its frame is watched. */
const LEFT_MS = 900;

/** The document of a sheet whose component does this. */
type Written = (code: string, given: { there: string; udp: string }) => string;

async function exported(page: Page, url: string): Promise<Written> {
  const talk = new Talk(url);
  await talk.say("Show it", { tool: "render_and_wait", input: { code: CODE, title: "Piece 0" } });
  await talk.until("waiting");
  await page.goto(`${url}/chat/${talk.id}`);
  await expect(page.frameLocator('iframe[title="Piece 0"]').getByText("Attack")).toBeVisible();
  await page.getByRole("button", { name: /^More for/ }).click();
  const coming = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Export as HTML" }).click();
  const text = await readFile(await (await coming).path(), "utf8");
  const escaped = (value: string) => JSON.stringify(value).slice(1, -1).replaceAll("<", "\\u003c");
  // Its source stands beside it, as text.
  expect(text.split(escaped('return "%ATTACK%";'))).toHaveLength(2);
  return (code, { there, udp }) =>
    text
      .replace(escaped('return "%ATTACK%";'), () => escaped(code))
      .replaceAll("%THERE%", there)
      .replaceAll("%UDP%", udp);
}

const outward: Way[] = [...requests, ...elements, ...styles, ...navigation, ...nested, ...webrtc, ...hidden];
const isWhole = process.env.ATTACK === "all";

for (const place of ["opened from disk", "behind its link"] as const) {
  test(`a component in a sheet that is ${place} reaches nothing`, async ({ page, context, sites }, info) => {
    test.setTimeout(isWhole ? 600_000 : 90_000);
    const write = await exported(page, sites.with);
    const { there, udp, counted, close } = await listen();
    let document = "";
    const site = createServer((_, response) => response.writeHead(200, SHARED_HEADERS).end(document));
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
    const address = site.address();
    const port = typeof address === "object" ? address?.port : 0;
    const path = info.outputPath("taken.html");
    const url = place === "behind its link" ? `http://127.0.0.1:${port}/` : pathToFileURL(path).href;
    const surprises: string[] = [];
    page.on("dialog", (dialog) => {
      surprises.push(dialog.message());
      void dialog.dismiss();
    });
    page.on("download", (download) => surprises.push(download.url()));
    const found: unknown[] = [];
    const tried = [
      ...sample(outward, 24).map((way) => ({ way, isDenied: false })),
      ...sample(denied, 30).map((way) => ({ way, isDenied: true })),
    ];
    for (const { way, isDenied } of tried) {
      const before = counted();
      document = write(way.code, { there, udp });
      await writeFile(path, document);
      await page.goto(url);
      const said = page.getByRole("status");
      await expect(said)
        .toHaveText(/over/, { timeout: isDenied ? 5_000 : LEFT_MS + 600 })
        .catch(() => {});
      const text = (await said.textContent()) ?? "";
      const after = counted();
      // Where no header says which connections there may be, Chromium opens one before a policy forbids to go there.
      const mayKnock = place === "opened from disk" && way.knocks === true;
      const isOut =
        after.bytes + after.packets > before.bytes + before.packets ||
        (!mayKnock && after.connections > before.connections) ||
        (isDenied && /over, got (?!nothing)/.test(text)) ||
        page.url() !== url ||
        context.pages().length !== 1;
      if (isOut) found.push([way.name, text, { ...after }, page.url()]);
    }
    expect(found).toEqual([]);
    expect(surprises).toEqual([]);
    // The place was there to be reached.
    const { connections } = counted();
    await fetch(there);
    expect(counted().connections).toBe(connections + 1);
    await close();
    site.closeAllConnections();
    site.close();
  });
}
