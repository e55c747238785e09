import type { FrameLocator, Page } from "@playwright/test";
import { Talk } from "./api.ts";
import { call } from "./call.ts";
import { expect, test } from "./fixtures.ts";
import { FRAME, Workspace } from "./page.ts";

const CLOCK = `export default function Clock({ label = "Clock" }) {
  const [born] = useState(() => crypto.randomUUID());
  const [ticks, setTicks] = useState(0);
  const [cart, setCart] = useAgentState("KEY", []);
  useEffect(() => {
    const timer = setInterval(() => setTicks((now) => now + 1), 100);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className="flex flex-col gap-2">
      <p data-born={born}>{label}: {ticks > 5 ? "running" : "starting"}</p>
      <Input aria-label="Note" />
      <p>Cart: {cart.join(", ") || "empty"}</p>
      <Button onClick={() => setCart((now) => [...now, "bread"])}>Add</Button>
      <Button onClick={() => callTool("done", { cart })}>Finish</Button>
    </div>
  );
}`;

let count = 0;
const unique = (base: string) => `${base} ${process.pid} ${count++}`;

async function clock(url: string, message: string): Promise<Talk> {
  const talk = new Talk(url);
  const input = { code: CLOCK.replace("KEY", `cart ${message}`), title: "Clock" };
  await talk.say(message, { tool: "render_and_wait", input }, { text: "Thank you." });
  await talk.until("waiting");
  return talk;
}

const frameOf = (easel: Workspace): FrameLocator => easel.sheet("Clock").frameLocator(FRAME);
const bornIn = (frame: FrameLocator) => frame.locator("[data-born]").getAttribute("data-born");

async function go(page: Page, name: string): Promise<void> {
  const before = page.url();
  const views = page.getByRole("navigation", { name: "Views" });
  if (await views.isVisible()) await page.getByRole("button", { name: /^Conversations/ }).click();
  await page.getByRole("link", { name }).filter({ visible: true }).first().click();
  await expect(page).not.toHaveURL(before);
}

const pin = async (page: Page, title: string, action: "Pin" | "Unpin" | "Pin to the canvas" = "Pin") => {
  await page.getByRole("button", { name: `More for “${title}”` }).click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
};

test("a pinned component keeps running next to other conversations, in the settings and on a phone", {
  tag: ["@once", "@long"],
}, async ({ page, easel: server }) => {
  const message = unique("Show the clock");
  const other = unique("Another matter");
  const talk = await clock(server.url, message);
  await new Talk(server.url).say(other, { text: "Yes?" });
  const easel = await Workspace.open(page, `/chat/${talk.id}`);
  await easel.canvas();
  const frame = frameOf(easel);
  await frame.getByLabel("Note").fill("half a sen");
  const born = await bornIn(frame);
  const isAsItWas = async () => {
    await expect(frame.locator("[data-born]")).toHaveAttribute("data-born", born ?? "");
    await expect(frame.getByLabel("Note")).toHaveValue("half a sen");
  };
  await pin(page, "Clock");
  await expect(easel.sheet("Clock").getByRole("button", { name: "Unpin" })).toBeVisible();
  await isAsItWas();

  await go(page, other);
  await expect(page).not.toHaveURL(new RegExp(talk.id));
  await easel.canvas();
  await isAsItWas();
  await expect(frame.getByText("Clock: running")).toBeVisible();
  await expect(easel.sheet("Clock")).toContainText(`from “${message}”`);
  await easel.accessible();

  await go(page, "Settings");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goBack();
  await easel.canvas();
  await isAsItWas();
  await go(page, "New conversation");
  await expect(
    page.getByRole("heading", { level: 1, name: "New conversation" }).filter({ visible: true }),
  ).toBeVisible();
  await easel.canvas();
  await isAsItWas();
  // On a phone either the chat or the canvas is visible.
  const size = page.viewportSize() ?? { width: 1280, height: 800 };
  await page.setViewportSize({ width: 390, height: 844 });
  await easel.chat();
  await expect(easel.composer).toBeVisible();
  await go(page, other);
  await easel.canvas();
  await isAsItWas();
  await page.setViewportSize(size);
  await isAsItWas();

  await frame.getByRole("button", { name: "Add" }).click();
  await expect(frame.getByText("Cart: bread")).toBeVisible();
  const state = `/api/state/${encodeURIComponent(`cart ${message}`)}`;
  await expect.poll(async () => (await call(server.url, "GET", state)).body.value).toEqual(["bread"]);
  await call(server.url, "PUT", state, { value: ["cake"] });
  await expect(frame.getByText("Cart: cake", { exact: true })).toBeVisible();
  await page.reload();
  await easel.canvas();
  await expect(frame.getByText("Cart: cake", { exact: true })).toBeVisible();
  expect(await bornIn(frame)).not.toBe(born);

  await frame.getByRole("button", { name: "Finish" }).click();
  const { messages } = await talk.until("completed");
  const shown = messages.at(-1)?.parts.find(({ type }) => type === "tool-render_and_wait");
  expect(shown?.output).toEqual({ action: "done", cart: ["cake"] });
  await expect(easel.sheet("Clock")).toContainText("answered");
  const again = await bornIn(frame);
  await easel.sheet("Clock").getByRole("link", { name: message }).click();
  await expect(page).toHaveURL(new RegExp(`/chat/${talk.id}#s-`));
  await expect(frame.locator("[data-born]")).toHaveAttribute("data-born", again ?? "");
  await pin(page, "Clock", "Unpin");
  await expect(frame.locator("[data-born]")).toHaveAttribute("data-born", again ?? "");
});

test("a pinned table keeps its order and filter, and can be unpinned elsewhere", {
  tag: ["@once", "@long"],
}, async ({ page, easel: server }) => {
  const message = unique("Show the loaves");
  const talk = new Talk(server.url);
  const table = {
    type: "table",
    columns: [{ key: "name", label: "Name" }],
    data: Array.from({ length: 20 }, (_, row) => [`Loaf ${row}`]),
  };
  await talk.say(message, { tool: "render_blocks", input: { title: "Loaves", blocks: [table] } });
  await talk.until("waiting");
  const easel = await Workspace.open(page, `/chat/${talk.id}`);
  await easel.canvas();
  const surface = easel.sheet("Loaves");
  await pin(page, "Loaves");
  await surface.getByRole("searchbox").fill("loaf 1");
  await surface.getByRole("button", { name: "Name" }).click();
  await expect(surface.getByText("11 of 20 rows")).toBeVisible();

  await go(page, "New conversation");
  await expect(
    page.getByRole("heading", { level: 1, name: "New conversation" }).filter({ visible: true }),
  ).toBeVisible();
  await easel.canvas();
  await expect(surface.getByText("11 of 20 rows")).toBeVisible();
  await expect(surface.getByRole("searchbox")).toHaveValue("loaf 1");
  await expect(surface.getByRole("columnheader", { name: "Name" })).toHaveAttribute("aria-sort", "ascending");
  await surface.getByRole("button", { name: "Done" }).click();
  await expect(surface.getByRole("button", { name: "Done" })).toHaveCount(0);

  await pin(page, "Loaves", "Unpin");
  await expect(surface).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(surface).toBeVisible();
  const pinned = async () =>
    (await call(server.url, "GET", `/api/conversations/${talk.id}`)).body.conversation.pinnedSurface;
  await expect.poll(pinned).toBeTruthy();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("Unpin “Loaves”");
  await page.keyboard.press("Enter");
  await expect(surface).toHaveCount(0);
});

test("a pinned library component looks as in the library and follows its versions", {
  tag: ["@once", "@long"],
}, async ({ page, easel: server }) => {
  const name = `Clock${process.pid}x${count++}`;
  const props_schema = { type: "object", properties: { label: { type: "string", default: "Tick" } } };
  const made = { name, description: "A clock", code: CLOCK.replace("KEY", name), props_schema };
  expect(await call(server.url, "POST", "/api/components", made)).toMatchObject({ status: 200 });
  await page.goto(`/agent/components/${name}`);
  const inLibrary = page.getByRole("main").frameLocator(FRAME);
  await expect(inLibrary.getByText("Tick: running")).toBeVisible();
  await page.getByRole("textbox", { name: "label" }).fill("For the oven");
  await expect(inLibrary.getByText("For the oven")).toBeVisible();
  await pin(page, name, "Pin to the canvas");
  await page.getByRole("button", { name: "Show", exact: true }).click();

  const easel = new Workspace(page);
  const surface = easel.sheet(/^Clock/);
  const frame = surface.frameLocator(FRAME);
  await expect(frame.getByText("For the oven: running")).toBeVisible();
  await expect(surface.getByRole("link", { name: "gallery" })).toHaveAttribute(
    "href",
    `/agent/components/${name}`,
  );
  await easel.accessible();

  const code = made.code.replace("Finish", "Finish it");
  expect(await call(server.url, "PATCH", `/api/components/${name}`, { code })).toMatchObject({ status: 200 });
  await expect(frame.getByRole("button", { name: "Finish it" })).toBeVisible();
  const unpinned = page.waitForResponse((response) => response.request().method() === "DELETE");
  await surface.getByRole("button", { name: "Unpin" }).click();
  await expect(surface).toHaveCount(0);
  await unpinned;
  const pinned = `/api/pins/components/${name}`;
  await call(server.url, "PUT", pinned, { props: { label: "For the bread" } });
  await expect(frame.getByText("For the bread")).toBeVisible();
  await call(server.url, "DELETE", pinned);
  await expect(surface).toHaveCount(0);
});
