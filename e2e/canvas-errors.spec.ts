import type { Locator, Page } from "@playwright/test";
import { Talk } from "./api.ts";
import { expect, test } from "./fixtures.ts";
import { FRAME, Workspace } from "./page.ts";

type Shown = { easel: Workspace; talk: Talk; sheet: Locator; alert: Locator };

/** `tries`: how often the agent shows the component, because failed try-outs are not displayed. */
async function show(page: Page, url: string, code: string, tries = 1): Promise<Shown> {
  const talk = new Talk(url);
  const shown = { tool: "render_and_wait", input: { code, title: "Oven" } };
  await talk.say("Show the oven", ...Array(tries).fill(shown), { text: "I will mend it." });
  await talk.until("waiting");
  const easel = await Workspace.open(page, `${url}/chat/${talk.id}`);
  await easel.canvas();
  const surface = easel.sheet("Oven");
  return { easel, talk, sheet: surface, alert: surface.getByRole("alert") };
}

const inHandler = `export default function Oven() {
  const [degrees, setDegrees] = useState(230);
  const bake = () => {
    throw new Error("no steam");
  };
  return (
    <div>
      <p>{degrees} degrees</p>
      <Button onClick={() => setDegrees(degrees + 10)}>Hotter</Button>
      <Button onClick={bake}>Bake</Button>
    </div>
  );
}`;

test("an error in an event handler is shown with its line, and the component keeps running", {
  tag: ["@once", "@long"],
}, async ({ browser, viewport, easel: server }) => {
  // A separate page, because the browser logs the thrown error to the console, and the shared page allows none.
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  const { easel, talk, sheet: surface, alert } = await show(page, server.url, inHandler);
  const frame = surface.frameLocator(FRAME);
  await frame.getByRole("button", { name: "Hotter" }).click();
  await frame.getByRole("button", { name: "Bake" }).click();
  await expect(alert).toContainText("Something failed (line 4): no steam");
  await expect(alert).toContainText('> 4 |     throw new Error("no steam");');
  await frame.getByRole("button", { name: "Hotter" }).click();
  await expect(frame.getByText("250 degrees")).toBeVisible();
  await alert.getByRole("button", { name: "Close" }).click();
  await expect(alert).toHaveCount(0);

  await frame.getByRole("button", { name: "Bake" }).click();
  await alert.getByRole("button", { name: "Let the agent fix it" }).click();
  await easel.chat();
  await expect(easel.messages.filter({ hasText: "I will mend it." })).toBeVisible();
  const lastUserMessage = async () =>
    (await talk.read()).messages.findLast(({ role }) => role === "user")?.parts[0]?.text;
  await expect.poll(lastUserMessage).toContain("failed while it was used (line 4");
  expect(await lastUserMessage()).toContain('throw new Error("no steam");');
  await context.close();
});

const inEffect = `export default function Oven() {
  useEffect(() => {
    document.querySelector("#absent").focus();
  }, []);
  return <p>Ready</p>;
}`;

test("an error at the first render is reported to the agent twice, and then shown instead of the component", {
  tag: ["@once", "@long"],
}, async ({ page, easel: server }) => {
  const { alert, sheet: surface, talk } = await show(page, server.url, inEffect, 3);
  const errors = (await talk.read()).messages.flatMap(({ parts }) =>
    parts.flatMap(({ errorText }) => errorText ?? []),
  );
  expect(errors).toHaveLength(2);
  expect(errors[0]).toMatch(/was not shown\. It throws.*\(line 3\)/s);
  await expect(alert).toContainText("Failed to render (line 3)");
  await expect(surface.getByRole("button", { name: "Restart" })).toBeVisible();
});

const loop = `export default function Oven() {
  return <Button onClick={() => setTimeout(() => { for (;;); }, 300)}>Bake</Button>;
}`;
const clock = `export default function Clock() {
  const [n, setN] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setN((now) => now + 1), 50);
    return () => clearInterval(timer);
  }, []);
  return <p>Tick {n}</p>;
}`;

test("stops an endless loop without affecting another component", { tag: ["@once", "@long"] }, async ({
  page,
  easel: server,
}) => {
  const isPhone = (page.viewportSize()?.width ?? 0) < 768;
  if (!isPhone) await page.setViewportSize({ width: 2200, height: 1000 });
  const talk = new Talk(server.url);
  const piece = (title: string, code: string) => ({ tool: "render_and_wait", input: { code, title } });
  await talk.say("Show both", { tools: [piece("Clock", clock), piece("Oven", loop)] });
  await talk.until("waiting");
  const easel = await Workspace.open(page, `/chat/${talk.id}`);
  await easel.canvas();
  const surface = easel.sheet("Oven");
  await surface.frameLocator(FRAME).getByRole("button", { name: "Bake" }).click();
  await expect(surface.getByRole("alert")).toContainText("Stopped:");
  if (isPhone) await page.getByRole("button", { name: /Clock.*bring to front/ }).click();
  const tick = easel.sheet("Clock").frameLocator(FRAME).getByText(/^Tick/);
  const before = await tick.textContent();
  await expect(tick).not.toHaveText(before ?? "");
  await easel.sheet("Clock").getByRole("heading").waitFor();
});
