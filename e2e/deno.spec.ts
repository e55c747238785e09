import { csv, pick } from "./attach.ts";
import { expect, test } from "./fixtures.ts";
import { sound } from "./looks.ts";
import { Workspace } from "./page.ts";
import { directive } from "./provider/directive.ts";

const PROGRAM = `
  const [head, ...lines] = (await Deno.readTextFile("Sales.csv")).trim().split("\\n");
  const rows = lines.map((line) => line.split(","));
  const bars = rows.map(([, , loaves], at) => \`<rect x="\${20 + at * 60}" y="\${200 - Number(loaves) / 3}" width="40" height="\${Number(loaves) / 3}" fill="#b5651d"/>\`);
  await Deno.writeTextFile("loaves.svg", \`<svg xmlns="http://www.w3.org/2000/svg" width="160" height="220" viewBox="0 0 160 220">\${bars.join("")}</svg>\`);
  await Deno.writeTextFile("clean.csv", [head, ...rows.map(([day, town, loaves]) => [day, town.toUpperCase(), loaves].join())].join("\\n") + "\\n");
  console.log("days:", rows.length);`;

test("a program reads the conversation's CSV and returns an image of a chart and a CSV that becomes a table", {
  tag: "@once",
}, async ({ page }) => {
  const chat = await Workspace.open(page);
  await pick(page, csv);
  await chat.tell(
    "Draw the loaves, and clean the rows",
    { tool: "load_toolset", input: { id: "code" } },
    { tool: "code", input: { action: "execute", code: PROGRAM, files: ["Sales.csv"], tables: true } },
    { text: "Drawn and cleaned." },
  );
  const chart = page.getByRole("button", { name: "Enlarge: loaves.svg" });
  await expect(chart).toBeVisible();
  const image = chart.getByRole("img");
  await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(160);
  await expect(page.getByRole("link", { name: "clean.csv 57 bytes" })).toBeVisible();
  await sound(page);

  await chart.click();
  await expect(page.getByRole("dialog").getByRole("img", { name: "loaves.svg" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: /^clean\.csv as table clean/ }).click();
  await expect(page.getByText("KÖLN")).toBeVisible();
});

const MODULES = { "twice.ts": "export const twice = (n: number) => 2 * n;" };
const TWO_FILES = {
  tool: "code",
  input: {
    action: "execute",
    code: `import { twice } from "./twice.ts"; console.log("twice:", twice(21));`,
    modules: MODULES,
  },
};

test("a program of two files is written in a subagent's conversation, watched, stopped and run again", {
  tag: ["@once", "@long"],
}, async ({ page }) => {
  const chat = await Workspace.open(page);
  await chat.tell("Load it", { tool: "load_toolset", input: { id: "code" } }, { text: "Loaded." });
  const task = `Double a number\n${directive(TWO_FILES, { text: "Now the next part", hang: true })}`;
  await chat.tell(
    "Have it written",
    { tool: "code", input: { action: "generate", task } },
    { text: "It is being written." },
  );
  const from = new URL(page.url()).pathname;
  await page.getByText("Started to write a program").click();
  await page.getByRole("link", { name: "Watch live" }).click();
  await page.waitForURL((url) => url.pathname !== from);
  const [, job_id] = /chat\/(.+)$/.exec(page.url()) ?? [];

  await expect(page.getByText("Now the next part", { exact: true })).toBeVisible();
  await page.getByText("Ran a program").click();
  await expect(page.getByRole("group", { name: "Wrote" })).toContainText("twice: 42");
  await expect(page.locator("code", { hasText: "export const twice" })).toBeVisible();
  await sound(page);
  await chat.stopButton.click();
  await chat.idle();

  await chat.tell("Go on", TWO_FILES, { text: "It doubles numbers." });
  await expect(page.getByText("It doubles numbers.", { exact: true })).toBeVisible();
  await page.goto(from);
  await chat.tell("Is it done?", { tool: "code", input: { action: "status", job_id } }, { text: "It is." });
  await page.getByText("Looked at a program").click();
  await expect(page.getByRole("group", { name: "Returned" })).toContainText('"state": "done"');
});
