import { readFile } from "node:fs/promises";
import type { Browser, Download, Locator, Page } from "@playwright/test";
import { alive } from "./alive.ts";
import { call } from "./call.ts";
import { expect, test } from "./fixtures.ts";
import { inEachLook, violations } from "./looks.ts";
import { FRAME, Workspace } from "./page.ts";
import type { Turn } from "./provider/turn.ts";

const EVIL =
  '<script>document.title = "run"</script><img src=x onerror="document.title=1"> [x](javascript:alert(1))';

const report = {
  tool: "render_blocks",
  input: {
    title: "A week / the report",
    blocks: [
      {
        type: "markdown",
        content: `Sold **much**. ${EVIL}\n\n$$\n\\frac{a}{b}\n$$\n\n\`\`\`sql\nselect 1\n\`\`\``,
      },
      {
        type: "chart",
        chartType: "line",
        title: EVIL,
        data: {
          labels: ["Tue", "Wed", "Thu"],
          series: [
            { name: "Rye", values: [58, 61, 49] },
            { name: EVIL, values: [300, 291, 261] },
          ],
        },
      },
      {
        type: "table",
        columns: ["n", "text"],
        data: Array.from({ length: 300 }, (_, n) => ({ n, text: n === 299 ? EVIL : `row ${n}` })),
      },
      { type: "json", data: { evil: EVIL } },
    ],
  },
} satisfies Turn;

/** `runs`: the file's scripts may run, including modules that the file creates itself. */
type Reader = { scripts?: boolean; runs?: boolean };

async function openFile(browser: Browser, download: Download, reader: Reader = {}): Promise<Page> {
  const { runs = false, scripts = runs } = reader;
  // The browser reads only files with this extension as HTML.
  const path = test.info().outputPath("taken.html");
  await download.saveAs(path);
  const context = await browser.newContext({
    javaScriptEnabled: scripts,
    offline: true,
    viewport: { width: 1280, height: 800 },
  });
  const page = await context.newPage();
  page.on("request", (request) => {
    expect(request.url()).toMatch(runs ? /^(file|data|blob):/ : /^(file|data):/);
  });
  await page.goto(`file://${path}`);
  return page;
}

async function painted(page: Page): Promise<Workspace> {
  const easel = await Workspace.open(page);
  await easel.say(`Report, please: ${EVIL}`, { ...report, text: `Here. ${EVIL}` }, { text: "Gladly." });
  await easel.sheet("A week / the report").getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("Gladly.", { exact: true })).toBeVisible();
  await easel.idle();
  return easel;
}

test("exports a conversation and a surface as one accessible file without scripts; Ctrl+P prints a separate document @once @long", async ({
  page,
  browser,
  baseURL,
}) => {
  const easel = await painted(page);
  const exportFrom = async (place: Locator, name: string | RegExp) => {
    await place.getByRole("button", { name }).click();
    const coming = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: "Export as HTML" }).click();
    return coming;
  };
  const download = await exportFrom(page.getByRole("region", { name: "Chat" }), /^More$/);
  expect(download.suggestedFilename()).toMatch(/^Report, please.*\.html$/);
  // The file has no scripts, so it looks the same in readers that block them.
  expect(await readFile(await download.path(), "utf8")).not.toContain("<script");

  // Scripts are allowed here, so that the file's own policy must block them.
  const file = await openFile(browser, download, { scripts: true });
  await expect(file.getByRole("article")).toHaveCount(2);
  await expect(file.getByRole("heading", { level: 2 }).first()).toHaveText("You");
  const chart = file.getByRole("img", { name: /Line chart of Rye/ });
  await expect(chart.locator("path").first()).toBeVisible();
  await expect(file.getByRole("row", { name: /row 298/ })).toBeAttached();
  await expect(file.locator("math mfrac")).toBeVisible();
  await expect(file.locator("script, iframe, [onerror], [onload], a[href^='javascript']")).toHaveCount(0);
  await expect(file).not.toHaveTitle("run");
  expect(await violations(file)).toEqual([]);
  await file.setViewportSize({ width: 390, height: 844 });
  await file.emulateMedia({ colorScheme: "dark" });
  expect(await violations(file)).toEqual([]);
  await file.context().close();

  await inEachLook(page, async () => {
    // On a phone the surfaces are behind a tab.
    await easel.canvas();
    const ofSurface = await exportFrom(easel.sheet("A week / the report"), /^More for/);
    expect(ofSurface.suggestedFilename()).toBe("A week the report.html");
    const one = await openFile(browser, ofSurface);
    const size = page.viewportSize();
    if (size) await one.setViewportSize(size);
    await expect(one.getByRole("heading", { level: 1 })).toHaveText("A week / the report");
    await expect(one.getByRole("row")).toHaveCount(301);
    const beyond = await one.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(beyond).toBe(0);
    await one.context().close();
  });

  // A separate page: the print frame blocks all scripts, including those by which Playwright inspects it, and
  // logs that to the console.
  const printing = await browser.newPage({ baseURL });
  await printing.goto(page.url());
  await alive(printing);
  await expect(printing.getByText("Gladly.", { exact: true })).toBeVisible();
  await printing.keyboard.press("Control+p");
  const frame = printing.frameLocator('iframe[title="Print"]');
  await expect(frame.getByRole("row", { name: /row 298/, includeHidden: true })).toBeAttached();
  await expect(frame.locator("script")).toHaveCount(0);
  await printing.close();
});

test("exports a component as a working file with its data and without network access @long", async ({
  page,
  browser,
  easel,
}) => {
  const code = `export default function Board({ ideas }) {
    const [picked, setPicked] = useAgentState("export/picked", ["none"]);
    const { rows: [sold] } = useQuery("select sum(loaves) as all_of_them from export_sold where loaves > ?", [1]);
    const { rows: shops } = useTable("export_sold");
    return <div className="flex flex-col gap-2"><p className="text-red-500">Picked: {picked.join(", ")}</p>
      <p>Sold: {sold?.all_of_them} in {shops.length} shops</p>
      {ideas.map((idea) => <Button key={idea} onClick={() => setPicked([...picked, idea])}>{idea}</Button>)}
      <LineChart width={300} height={120} data={[{ v: 1 }, { v: 3 }]}><Line dataKey="v" isAnimationActive={false} /></LineChart>
      <Button onClick={() => callTool("chosen", { picked })}>Send</Button></div>;
  }`;
  const sql = (text: string) => call(easel.url, "POST", "/api/database/sql", { sql: text });
  await sql("create table export_sold (shop text primary key, loaves int)");
  await sql("insert into export_sold values ('North', 40), ('South', 2), ('East', 1)");
  const workspace = await Workspace.open(page);
  const props = { ideas: ["Rye", "</script><script>document.title = 'run'</script>"] };
  await workspace.say("Show", { tool: "render_and_wait", input: { code, props, title: "Board" } });
  const surface = workspace.sheet("Board");
  await surface.frameLocator(FRAME).getByRole("button", { name: "Rye" }).click();
  await expect(surface.frameLocator(FRAME).getByText("Picked: none, Rye")).toBeVisible();
  await expect(surface.frameLocator(FRAME).getByText("Sold: 42 in 3 shops")).toBeVisible();
  await surface.getByRole("button", { name: /^More for/ }).click();
  const coming = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Export as HTML" }).click();

  const file = await openFile(browser, await coming, { runs: true });
  const frame = file.frameLocator("iframe");
  await expect(frame.getByText("Picked: none, Rye")).toBeVisible();
  await expect(frame.getByText("Sold: 42 in 3 shops")).toBeVisible();
  await frame.getByRole("button", { name: "Rye" }).click();
  await expect(frame.getByText("Picked: none, Rye, Rye")).toHaveCSS("color", /oklch|rgb/);
  await expect(frame.locator(".recharts-line path").first()).toBeVisible();
  await frame.getByRole("button", { name: "Send" }).click();
  await expect(file.getByRole("status")).toHaveText("The agent would get: chosen");
  await expect(file).not.toHaveTitle("run");
  await file.context().close();
});
