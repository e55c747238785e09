import { Talk } from "./api.ts";
import { call } from "./call.ts";
import { expect, test } from "./fixtures.ts";
import { accessible } from "./looks.ts";
import { Workspace } from "./page.ts";

test("a cell leads to the page that it came from, and an ask to the policy that caused it", {
  tag: "@once",
}, async ({ page, easel: { url }, site }) => {
  const article = `${site.url}/article`;
  const table = {
    type: "table",
    columns: [
      { key: "instrument", label: "Instrument" },
      { key: "error", label: "Error" },
    ],
    data: [
      { instrument: "Float", error: "2 cm" },
      { instrument: "Radar", error: "3 mm" },
    ],
  };
  const talk = new Talk(url);
  const input = { title: "Instruments", blocks: [table], wait: false };
  await (
    await talk.say(
      "Which instrument is best?",
      { tool: "fetch_url", input: { url: article } },
      { tool: "render_blocks", input },
      { text: "The radar." },
    )
  ).text();

  const easel = await Workspace.open(page, `/chat/${talk.id}`);
  await easel.canvas();
  const sheet = easel.sheet("Instruments");
  await sheet.getByRole("button", { name: "More for “Instruments”" }).click();
  await page.getByRole("menuitem", { name: "Why is this here?" }).click();
  await sheet.getByRole("gridcell", { name: "3 mm" }).click();
  const panel = page.getByRole("dialog", { name: "Why is this here?" });
  await expect(panel).toContainText("“Instruments”, row 2, column Error: 3 mm");
  await expect(panel.getByRole("link", { name: "fetch_url", exact: true })).toBeVisible();
  await expect(panel.getByRole("link", { name: /^System prompt, version \d+$/ })).toBeVisible();
  const source = panel.getByRole("link", { name: /^How the Tide Is Read/ });
  await expect(source).toHaveAttribute("href", article);
  await accessible(page);
  const opened = page.waitForEvent("popup");
  await source.click();
  await expect((await opened).getByRole("heading", { name: "How the Tide Is Read at Norvik" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(sheet).toBeFocused();

  await call(url, "PATCH", "/api/tools/get_state", { policy: "ask" });
  await talk.say("Read the state", { tool: "get_state", input: { key: "tide" } });
  await easel.chat();
  const card = page.getByRole("region", { name: "Permission for get_state" });
  await expect(card).toContainText("The policy of get_state is “Ask”.");
  await card.getByRole("link", { name: "Change this" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /state/i })).toBeVisible();
  await call(url, "PATCH", "/api/tools/get_state", { policy: "allow" });
});
