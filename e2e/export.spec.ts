import { readFile } from "node:fs/promises";
import type { Browser, Download, Page } from "@playwright/test";
import { call } from "./call.ts";
import { expect, test } from "./fixtures.ts";
import { violations } from "./looks.ts";
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

/** `runs`: what is in the file runs, from modules that the file itself makes. */
type Reader = { scripts?: boolean; dark?: boolean; runs?: boolean };

/** Opens a downloaded file as somebody would who has neither Easel nor a network. */
async function openFile(browser: Browser, download: Download, reader: Reader = {}): Promise<Page> {
  const { runs = false, scripts = runs, dark = false } = reader;
  // Only a name that ends so is read as HTML.
  const path = test.info().outputPath("taken.html");
  await download.saveAs(path);
  const context = await browser.newContext({
    javaScriptEnabled: scripts,
    offline: true,
    viewport: dark ? { width: 390, height: 844 } : { width: 1280, height: 800 },
    colorScheme: dark ? "dark" : "light",
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

test("a conversation is taken along as one file that reads, looks well and runs nothing", async ({
  page,
  browser,
}) => {
  await painted(page);
  await page.getByRole("region", { name: "Chat" }).getByRole("button", { name: "More", exact: true }).click();
  const coming = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Export as HTML" }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/^Report, please.*\.html$/);
  expect(await readFile(await download.path(), "utf8")).not.toContain("<script");

  const file = await openFile(browser, download);
  await expect(file.getByRole("article")).toHaveCount(2);
  await expect(file.getByRole("heading", { level: 2 }).first()).toHaveText("You");
  const chart = file.getByRole("img", { name: /Line chart of Rye/ });
  await expect(chart.locator("path").first()).toBeVisible();
  await expect(file.getByRole("row", { name: /row 298/ })).toBeAttached();
  await expect(file.locator("math mfrac")).toBeVisible();
  await file.context().close();

  for (const dark of [false, true]) {
    // With scripts allowed, so that there is something to forbid.
    const read = await openFile(browser, download, { scripts: true, dark });
    await expect(read.locator("script, iframe, [onerror], [onload], a[href^='javascript']")).toHaveCount(0);
    await expect(read).not.toHaveTitle("run");
    expect(await violations(read)).toEqual([]);
    await read.screenshot({ path: `test-results/export-${dark ? "dark" : "light"}.png` });
    await read.context().close();
  }
});

test("one sheet is taken along with its rows", async ({ page, browser }) => {
  const easel = await painted(page);
  await easel
    .sheet("A week / the report")
    .getByRole("button", { name: /^More for/ })
    .click();
  const coming = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Export as HTML" }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe("A week the report.html");
  const file = await openFile(browser, download);
  await expect(file.getByRole("heading", { level: 1 })).toHaveText("A week / the report");
  await expect(file.getByRole("row")).toHaveCount(301);
  await file.context().close();
});

test("Ctrl+P prints the whole conversation, from a document of its own", async ({ browser, baseURL }) => {
  // The frame lets no script run, not even the ones with which a test looks into it, and says so on the console.
  const page = await browser.newPage({ baseURL });
  await painted(page);
  await page.keyboard.press("Control+p");
  const frame = page.frameLocator('iframe[title="Print"]');
  await expect(frame.getByRole("row", { name: /row 298/, includeHidden: true })).toBeAttached();
  await expect(frame.locator("script")).toHaveCount(0);
  await page.close();
});

test("a component is taken along as a file in which it works, with its data, and reaches nothing", async ({
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
  const sheet = workspace.sheet("Board");
  await sheet.frameLocator(FRAME).getByRole("button", { name: "Rye" }).click();
  await expect(sheet.frameLocator(FRAME).getByText("Picked: none, Rye")).toBeVisible();
  await expect(sheet.frameLocator(FRAME).getByText("Sold: 42 in 3 shops")).toBeVisible();
  await sheet.getByRole("button", { name: /^More for/ }).click();
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
  await expect(file.getByRole("status")).toHaveText("The agent would get this answer: chosen");
  await expect(file).not.toHaveTitle("run");
  await file.screenshot({ path: "test-results/export-component.png" });
  await file.context().close();
});
