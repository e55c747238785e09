import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { pathToFileURL } from "node:url";
import type { Page } from "@playwright/test";
import { SHARED_HEADERS } from "../../lib/shared/frame/shared-headers.ts";
import { type Listeners, listen } from "./listeners.ts";
import { componentOf, expect, show, test } from "./stage.ts";
import { inOne } from "./way.ts";
import { loads } from "./ways/loads.ts";

test.describe.configure({ mode: "parallel" });

/** Time limit for an attempt to report its end. An attempt that has left its frame reports nothing. */
const MAX_MS = 15_000;
const LEAVES_MS = 1_500;
const CODE = `return "%CODE%";`;
const PLACEHOLDERS = { there: "%THERE%", udp: "%UDP%" };

type Write = (code: string, targets: Pick<Listeners, "there" | "udp">) => string;

/** Writes attack code into the exported file. Cached, because the file is the same for every test of this worker. */
let writeExported: Write | undefined;

async function exportComponent(page: Page, url: string): Promise<Write> {
  // The exported page shows only the first argument of `callTool`, so the component puts the result there.
  const component = componentOf(CODE, PLACEHOLDERS).replace(
    /callTool\("over", \{ got: (.*) \}\)/g,
    `callTool(("over, " + ($1)).slice(0, 150))`,
  );
  await show(page, url, component);
  await expect(page.frameLocator('iframe[title="Piece 0"]').getByText("Attack")).toBeVisible();
  await page.getByRole("button", { name: "More for “Piece 0”" }).click();
  const coming = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Export as HTML" }).click();
  const file = await readFile(await (await coming).path(), "utf8");
  const written = (code: string) => JSON.stringify(code).slice(1, -1).replaceAll("<", "\\u003c");
  expect(file.split(written(CODE))).toHaveLength(2);
  return (code, { there, udp }) =>
    file
      .replace(written(CODE), () => written(code))
      .replaceAll(PLACEHOLDERS.there, there)
      .replaceAll(PLACEHOLDERS.udp, udp);
}

for (const place of ["opened from disk", "behind its link"] as const) {
  test(`a component in a surface that is ${place} cannot reach the network`, async ({
    page,
    context,
    sites,
  }, info) => {
    test.setTimeout(60_000 + loads.length * 6_000);
    writeExported ??= await exportComponent(page, sites.with);
    const write = writeExported;
    const listeners = await listen();
    const { there, counted, close } = listeners;
    let document = "";
    const site = createServer((_, response) => response.writeHead(200, SHARED_HEADERS).end(document));
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
    const address = site.address();
    const port = typeof address === "object" ? address?.port : 0;
    const path = info.outputPath("exported.html");
    const url = place === "behind its link" ? `http://127.0.0.1:${port}/` : pathToFileURL(path).href;
    const surprises: string[] = [];
    page.on("dialog", (dialog) => {
      surprises.push(dialog.message());
      void dialog.dismiss();
    });
    page.on("download", (download) => surprises.push(download.url()));
    const out: unknown[] = [];
    for (const tried of loads) {
      const before = counted();
      document = write(inOne(tried), listeners);
      await writeFile(path, document);
      await page.goto(url);
      const status = page.getByRole("status");
      const leaves = tried.some(({ leaves }) => leaves);
      await expect(status)
        .toHaveText(/over/, { timeout: leaves ? LEAVES_MS : MAX_MS })
        .catch(() => {});
      const outcome = (await status.textContent()) ?? "";
      const after = counted();
      const isIn =
        after.bytes + after.packets === before.bytes + before.packets &&
        after.connections === before.connections &&
        (leaves || outcome.endsWith(`over, got ${tried.length} tried`)) &&
        page.url() === url &&
        context.pages().length === 1;
      if (!isIn) out.push([tried.map(({ name }) => name), outcome, before, after, page.url()]);
    }
    expect(out).toEqual([]);
    expect(surprises).toEqual([]);
    const { connections } = counted();
    await fetch(there);
    expect(counted().connections).toBe(connections + 1);
    await close();
    site.closeAllConnections();
    site.close();
  });
}
