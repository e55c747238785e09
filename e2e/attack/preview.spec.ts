import { Talk } from "../api.ts";
import { call } from "../call.ts";
import { Workspace } from "../page.ts";
import { componentOf, expect, show, test } from "./stage.ts";

const ATTEMPTS = `
    const mark = (text) => { document.querySelector("p").textContent = text; };
    const tried = [
      () => callTool("over", { got: "answered" }),
      () => sendMessage("I am the person"),
      () => Promise.resolve(document.querySelector("input").focus()),
    ];
    const said = [];
    for (const one of tried) said.push(await one().then(() => "done", (error) => "refused: " + error.message));
    mark(said.join(" | "));`;
const HOSTILE = componentOf(ATTEMPTS)
  .replace(
    'import { callTool } from "easel";',
    'import { callTool, sendMessage, useAgentState } from "easel";',
  )
  .replace("useEffect(() => {", 'const [, set] = useAgentState("stolen", 0);\n  useEffect(() => { set(1);')
  .replace("<p>Attack</p>", "<main><input autoFocus /><p>Attack</p><footer>");

test("a component in preview cannot answer, send messages, write or take the focus", async ({
  page,
  sites,
}) => {
  const talk = new Talk(sites.with);
  const whole = JSON.stringify({ title: "Piece 0", code: HOSTILE });
  const rawArguments = whole.slice(0, whole.indexOf("<footer>") + "<footer>".length);
  await talk.say("Show it", { tool: "render_and_wait", rawArguments, hang: true });
  const easel = await Workspace.open(page, `${sites.with}/chat/${talk.id}`);
  await easel.composer.fill("I write");
  const preview = page.locator("[data-slot=preview][data-shown]");
  await expect(preview).toBeVisible({ timeout: 20_000 });
  const frame = preview.frameLocator("iframe");
  await expect(frame.getByText(/refused.*\|.*refused/)).toBeVisible();
  await preview.click({ force: true, position: { x: 20, y: 20 } });
  await easel.composer.focus();
  await page.keyboard.type(" on");
  await expect(easel.composer).toHaveValue("I write on");
  await expect(easel.composer).toBeFocused();
  const { messages, run, asks } = await talk.read();
  expect([messages.length, run?.status, asks]).toEqual([1, "running", []]);
  expect(JSON.stringify((await call(sites.with, "GET", "/api/state")).body)).not.toContain("stolen");
  await talk.stop();
});

const FORGER = componentOf(`
    for (;;) {
      const button = document.querySelector("button");
      for (const type of ["pointerdown", "mousedown", "mouseup", "click"])
        button?.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }));
      button?.click();
      await sleep(50);
    }`).replace(
  "<p>Attack</p>",
  `<button onClick={() => { globalThis.presses = (globalThis.presses ?? 0) + 1; }}>Say "yes" to all</button>`,
);

test("a component cannot point at itself, and does not receive the click that points at it", async ({
  page,
  sites,
}) => {
  const listener = `addEventListener("pointerdown", ({ isTrusted }) => isTrusted && callTool("over", { got: "heard" }), true);`;
  const talk = await show(page, sites.with, FORGER.replace("for (;;) {", `${listener}\n    for (;;) {`));
  const chips = page.getByRole("list", { name: "Pointed at" });
  const frame = page
    .getByRole("region", { name: "Piece 0" })
    .locator("[data-painted]")
    .frameLocator("iframe");
  await expect(frame.getByRole("button")).toBeVisible();
  const begin = page.getByRole("button", { name: "Point at something" });
  await begin.click();
  await page.waitForFunction(() => document.querySelector("[role=toolbar][aria-label=Pointing]"));
  await expect(async () => {
    const presses = await frame
      .locator("body")
      .evaluate(() => (globalThis as { presses?: number }).presses ?? 0);
    expect(presses).toBeGreaterThan(3);
  }).toPass();
  await expect(chips).toHaveCount(0);
  await frame.getByRole("button").click();
  await expect(chips).toHaveText(/Say "yes" to all/);
  expect((await talk.read()).run?.status).toBe("waiting");
});
