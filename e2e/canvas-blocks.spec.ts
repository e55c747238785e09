import { readFile } from "node:fs/promises";
import { Talk } from "./api.ts";
import { bake, look, note, put, ROWS, show, table } from "./canvas.ts";
import { fillEveryField } from "./every-field.ts";
import { expect, test } from "./fixtures.ts";
import { axe, inEachLook } from "./looks.ts";
import { Workspace } from "./page.ts";

test("a table of 10,000 rows can be sorted, filtered, navigated and exported, and its columns can be resized", {
  tag: ["@once", "@long"],
}, async ({ page, provider, easel: server }) => {
  provider.script({ tool: "render_blocks", input: { title: "Loaves", blocks: [table(ROWS)] } });
  const easel = await show(page, server.url, "Loaves");
  const surface = easel.sheet("Loaves");
  const grid = surface.getByRole("grid");
  await expect(surface.getByText("10,000 rows")).toBeVisible();
  await expect(grid).toHaveAttribute("aria-rowcount", "10001");
  expect(await grid.getByRole("row").count()).toBeLessThan(60);

  await grid.getByRole("button", { name: "Figure 1" }).click();
  await expect(grid.getByRole("columnheader", { name: "Figure 1" })).toHaveAttribute(
    "aria-sort",
    "descending",
  );
  await expect(grid.getByRole("gridcell", { name: "9,972" }).first()).toBeVisible();
  await grid.getByRole("button", { name: "Name" }).click();
  await expect(grid.getByRole("gridcell", { name: "Loaf 0", exact: true })).toBeVisible();

  await page.keyboard.press("ArrowDown");
  await expect(grid.getByRole("gridcell", { name: "Loaf 0", exact: true })).toBeFocused();
  await page.keyboard.press("Control+End");
  await expect(grid.locator(":focus")).toHaveAttribute("data-at", "9999:7");
  await page.keyboard.press("Control+Home");
  await expect(grid.getByRole("button", { name: "Name" })).toBeFocused();

  await surface.getByRole("searchbox", { name: "Filter rows" }).fill("loaf 999");
  await expect(surface.getByText("11 of 10,000 rows")).toBeVisible();
  const download = page.waitForEvent("download");
  await surface.getByRole("button", { name: "CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("Loaves.csv");
  const lines = (await readFile(await file.path(), "utf8")).split("\r\n");
  expect(lines).toHaveLength(13);
  expect(lines[0]).toBe("\uFEFFName,Figure 1,Figure 2,Figure 3,Figure 4,Figure 5,Figure 6,Figure 7");

  await surface.getByRole("searchbox").fill("nothing like it");
  await surface.getByRole("button", { name: "Show all" }).click();
  await expect(surface.getByText("10,000 rows", { exact: true })).toBeVisible();
  await look(easel);

  const heading = surface.getByRole("columnheader", { name: "Name" });
  const width = async () => Math.round((await heading.boundingBox())?.width ?? 0);
  const before = await width();
  await heading.getByRole("button").focus();
  await page.keyboard.press("Shift+ArrowRight");
  await expect.poll(width).toBe(before + 16);

  const handle = heading.locator("[data-slot=resize]");
  const edge = await handle.boundingBox();
  if (!edge) throw new Error("The heading has no edge to drag");
  await page.mouse.move(edge.x + edge.width / 2, edge.y + 10);
  await page.mouse.down();
  await page.mouse.move(edge.x + edge.width / 2 + 40, edge.y + 10, { steps: 4 });
  await page.mouse.up();
  await expect.poll(width).toBe(before + 56);
  await handle.dblclick();
  await expect.poll(width).toBeLessThan(before + 56);
});

test("series of a chart can be hidden, and the chart can be shown as a table and exported as an image and data", {
  tag: ["@once", "@long"],
}, async ({ page, easel: server }) => {
  const easel = await show(page, server.url, "Week 47", bake);
  const surface = easel.sheet("Week 47");
  await expect(surface.locator("svg.recharts-surface desc").first()).toContainText("Sold: from 370");
  const bars = surface.locator(".recharts-bar-rectangle");
  await expect(bars).toHaveCount(4);
  const legend = surface.getByRole("button", { name: "Left over" });
  await legend.press("Enter");
  await expect(legend).toHaveAttribute("aria-pressed", "false");
  await expect(bars).toHaveCount(2);
  await look(easel);

  await surface.getByRole("button", { name: "Show as table" }).click();
  await expect(surface.getByRole("columnheader", { name: "Left over, pieces" })).toBeVisible();
  await expect(surface.getByRole("gridcell", { name: "517" })).toBeVisible();
  await look(easel);
  await surface.getByRole("button", { name: "Show as chart" }).click();

  for (const [choice, ending] of [
    ["Image (PNG)", "png"],
    ["Data (CSV)", "csv"],
  ] as const) {
    await surface.getByRole("button", { name: "Download chart" }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: choice }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`Week 47.${ending}`);
    const bytes = await readFile(await file.path());
    if (ending === "csv") expect(bytes.toString()).toContain("2026-11-21,517,17");
    // A PNG contains its width here; it is twice the width of the drawing.
    else expect(bytes.readUInt32BE(16)).toBe(1520);
  }
});

test("a form with every kind of field, next to a diagram, can be filled in by keyboard", {
  tag: ["@once", "@long"],
}, async ({ page, easel: server }) => {
  test.setTimeout(120_000);
  await fillEveryField(page, server.url);
});

const LONG_WORD = "Roggenvollkornsauerteig".repeat(4);

test("a form shows errors at its fields and is sent once", { tag: "@once" }, async ({
  page,
  easel: server,
}) => {
  const easel = await show(page, server.url, "Bake", {
    type: "form",
    submitLabel: "Plan it",
    fields: [
      { name: "who", label: "Who", type: "text", required: true },
      { name: "loaves", label: "Loaves", type: "number", max: 200, required: true },
      { name: "kind", label: LONG_WORD, type: "text", required: true },
      {
        name: "town",
        label: "Town",
        type: "select",
        options: Array.from({ length: 40 }, (_, i) => `Town ${i}`),
      },
    ],
  });
  const surface = easel.sheet("Bake");
  const who = surface.getByRole("textbox", { name: "Who" });
  const loaves = surface.getByRole("spinbutton", { name: "Loaves" });
  await loaves.fill("500");
  await expect(loaves).not.toHaveAttribute("aria-invalid");
  await who.focus();
  await expect(surface.getByText("At most 200.")).toBeVisible();
  await loaves.fill("96");
  await expect(surface.getByText("At most 200.")).toHaveCount(0);

  await surface.getByRole("button", { name: "Plan it" }).click();
  await expect(who).toBeFocused();
  await expect(surface.getByRole("alert")).toContainText(`check “Who”, “${LONG_WORD}”`);
  // A very long word must break instead of widening the surface.
  await inEachLook(page, async () => {
    await easel.canvas();
    expect(await surface.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    await axe(page, ["iframe"]);
  });

  await surface.getByRole("combobox", { name: "Town" }).press("ArrowDown");
  const towns = page.getByRole("dialog", { name: "Town" });
  await towns.getByRole("combobox").pressSequentially("17");
  await inEachLook(page, async () => {
    await expect(towns).toBeVisible();
    await axe(page, ["iframe"]);
  });
  await page.keyboard.press("Enter");
  await expect(surface.getByRole("combobox", { name: "Town" })).toContainText("Town 17");
  await expect(surface.getByRole("combobox", { name: "Town" })).toBeFocused();

  await surface.getByRole("textbox", { name: LONG_WORD }).fill("Rye");
  await who.fill("Ana");
  const answers: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/chat")) answers.push(request.postData() ?? "");
  });
  await who.press("Enter");
  await expect(surface.getByText(/answered\s\d\d:\d\d/)).toBeVisible();
  await expect(surface.getByText("Town 17")).toBeVisible();
  await expect(surface.getByRole("textbox")).toHaveCount(0);
  expect(answers).toHaveLength(1);
});

test("a JSON document can be searched and its paths copied; an image can be enlarged", {
  tag: ["@once", "@long"],
}, async ({ page, context, provider, easel: server }) => {
  const steps = Array.from({ length: 3_000 }, (_, at) => ({
    at,
    note: at === 2_500 ? "Steam on" : `step ${at}`,
  }));
  const url = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300" fill="teal"/></svg>')}`;
  const blocks = [
    { type: "json", data: { oven: 2, deep: { steps } } },
    { type: "image", url, alt: "The bread shelf" },
  ];
  provider.script({ tool: "render_blocks", input: { title: "Programme", blocks } });
  const easel = await show(page, server.url, "Programme");
  const surface = easel.sheet("Programme");
  const tree = surface.getByRole("tree");
  await surface.getByRole("searchbox").fill("steam");
  await expect(surface.getByText("1 of 1")).toBeVisible();
  await surface.getByRole("searchbox").press("Enter");
  await expect(tree.getByRole("treeitem", { name: "Steam on" })).toBeVisible();
  await expect(surface.getByText("$.deep.steps[2500].note")).toBeVisible();
  expect(await tree.getByRole("treeitem").count()).toBeLessThan(70);
  await look(easel);

  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await surface.getByRole("button", { name: "Copy path" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("$.deep.steps[2500].note");
  await surface.getByRole("searchbox").fill("absent");
  await expect(surface.getByText("Not found")).toBeVisible();

  await tree.getByRole("treeitem", { name: "Steam on" }).focus();
  await page.keyboard.press("Home");
  await expect(tree.getByRole("treeitem").first()).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(tree.getByRole("treeitem")).toHaveCount(1);

  const opener = surface.getByRole("button", { name: "Enlarge: The bread shelf" });
  await opener.click();
  const dialog = page.getByRole("dialog", { name: "The bread shelf" });
  const percent = dialog.getByRole("button", { name: /, fit/ });
  await expect(percent).toHaveText("100%");
  await page.keyboard.press("+");
  await expect(percent).toHaveText("140%");
  await dialog.getByRole("img").hover();
  await page.mouse.wheel(0, -300);
  await expect(percent).not.toHaveText("140%");
  await inEachLook(page, () => axe(page));
  await page.keyboard.press("0");
  await expect(percent).toHaveText("100%");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test("shows the data of a block whose code fails to load, and renders it after a retry", {
  tag: ["@once", "@long"],
}, async ({ browser, easel: server }) => {
  // A separate page, because React logs the error of the failed block to the console, and the shared page allows none.
  const context = await browser.newContext();
  const page = await context.newPage();
  const talk = new Talk(server.url);
  await put(talk, "Note", note("Nothing to draw here."));
  const easel = await Workspace.open(page, `${server.url}/chat/${talk.id}`);
  await easel.canvas();
  await expect(easel.sheet("Note").getByText("Nothing to draw here.")).toBeVisible();
  await page.route("**/_next/static/**", (route) => route.abort());
  await put(talk, "Week 47", bake, note("And a word about it."));
  const surface = easel.sheet("Week 47");
  await expect(surface.getByText("Can’t render this block:")).toBeVisible();
  await expect(surface.getByText('"Left over"')).toBeVisible();
  await expect(surface.getByText("And a word about it.")).toBeVisible();
  await page.unroute("**/_next/static/**");
  await surface.getByRole("button", { name: "Try again" }).click();
  await expect(surface.locator(".recharts-bar-rectangle")).toHaveCount(4);
  await context.close();
});
