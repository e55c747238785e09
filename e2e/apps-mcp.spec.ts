import type { Page } from "@playwright/test";
import { type APIRequestContext, expect as expects } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { sound } from "./looks.ts";
import { appServer } from "./mcp/app-server.ts";
import { Workspace } from "./page.ts";
import { pageHeadersOf } from "./page-proof.ts";

const load = { tool: "load_toolset", input: { id: "mcp:house" } };
const paint = { tool: "house_paint", input: { wall: 1 } };

async function connect(request: APIRequestContext, server: { url: string }) {
  const url = server.url.replace("127.0.0.1", "localhost");
  const headers = await pageHeadersOf(request);
  const added = await request.post("/api/mcp", { headers, data: { id: "house", title: "House", url } });
  expects(added.ok()).toBe(true);
  await expects
    .poll(async () => (await (await request.get("/api/mcp/house")).json()).status)
    .toBe("connected");
}

const app = (page: Page) =>
  page.locator("[data-slot=app] iframe").contentFrame().locator("iframe").contentFrame();

test("renders an MCP app, passes its calls to its server through the page, accepts its answer and restores it after a reload", {
  tag: "@once",
}, async ({ page }) => {
  const server = await appServer();
  const easel = await Workspace.open(page);
  await connect(page.request, server);
  await easel.say("Paint", load, paint, { text: "Red it is." });
  await page.getByRole("button", { name: "Allow", exact: true }).click();

  await easel.canvas();
  const surface = page.getByRole("region", { name: "Paint a wall" });
  await expect(surface).toContainText("Waiting for you");
  const inside = app(page);
  await expect(inside.locator("#input")).toHaveText('{"wall":1}');
  await expect(inside.locator("#result")).toHaveText('{"wall":1,"colours":["red","green"]}');
  await expect(surface).toContainText("App of House, without network");
  await expect.poll(async () => (await surface.locator("[data-slot=app]").boundingBox())?.height).toBe(260);
  await sound(page);

  await inside.locator("#more").click();
  await expect(inside.locator("#said")).toContainText("blue");
  await inside.locator("#write").click();
  const question = surface.getByRole("region", { name: /wants to use/ });
  await expect(question).toContainText('"text": "red"');
  await sound(page);
  await question.getByRole("button", { name: "Don’t allow" }).click();
  await expect(inside.locator("#said")).toHaveText("Refused: The user did not allow it.");
  await inside.locator("#write").click();
  await question.getByRole("button", { name: "Allow", exact: true }).click();
  await expect(inside.locator("#said")).toContainText("wrote red");
  await inside.locator("#link").click();
  await expect(surface.getByRole("region", { name: /wants to open a page/ })).toContainText(
    "https://paint.example/red",
  );
  await surface.getByRole("button", { name: "Don’t open" }).click();

  await inside.locator("#full").click();
  await expect(page.getByRole("dialog", { name: "Paint a wall" })).toBeVisible();
  await expect(inside.locator("#said")).toHaveText('{"mode":"fullscreen"}');
  await page.getByRole("button", { name: "Leave full screen" }).click();

  await page.reload();
  await easel.canvas();
  await expect(app(page).locator("#result")).toContainText("green");
  await app(page).locator("#red").click();
  await easel.chat();
  await expect(easel.spoken).toHaveText("Red it is.");
  await easel.canvas();
  await expect(surface.getByRole("region", { name: "Your answer" })).toContainText("Take red.");
  await sound(page);
  await page.request.delete("/api/mcp/house");
  await server.close();
});
