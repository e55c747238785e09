import type { Locator, Page } from "@playwright/test";
import { type Block, show } from "./canvas.ts";
import { expect } from "./fixtures.ts";
import { axe, inEachLook } from "./looks.ts";

const options = ["Post", "Pick up", "Bike"];
const guest = { group: "guests" };

const everyField: Block = {
  type: "form",
  submitLabel: "Send it",
  groups: [
    { name: "way", heading: "How it comes", columns: 2 },
    { name: "guests", heading: "Guest", repeat: { min: 1, max: 3, add_label: "Add a guest" } },
  ],
  fields: [
    { name: "who", label: "Who", type: "text", required: true },
    { name: "mail", label: "Mail", type: "email" },
    { name: "phone", label: "Phone", type: "phone" },
    { name: "site", label: "Site", type: "url" },
    { name: "note", label: "Note", type: "textarea" },
    { name: "loaves", label: "Loaves", type: "number", unit: "pieces", min: 1 },
    { name: "weight", label: "Weight", type: "number", unit: "kg" },
    { name: "day", label: "Day", type: "date" },
    { name: "hour", label: "Hour", type: "time" },
    { name: "ready", label: "Ready at", type: "datetime" },
    { name: "extras", label: "Extras", type: "multiselect", options: ["Seeds", "Nuts", "Salt"] },
    { name: "how", label: "How", type: "radio", options, group: "way", required: true },
    { name: "street", label: "Street", type: "text", group: "way", show_when: { field: "how", is: "Bike" } },
    { name: "town", label: "Town", type: "select", options: ["Porto", "Braga"], group: "way" },
    { name: "floor", label: "Floor", type: "slider", min: 0, max: 9, group: "way" },
    { name: "bell", label: "Ring the bell", type: "checkbox", group: "way" },
    { name: "stars", label: "Last time", type: "rating" },
    { name: "colour", label: "Ribbon", type: "colour" },
    { name: "list", label: "List", type: "file", accept: [".csv"] },
    { name: "agreed", label: "Agreed", type: "checkbox", required: true },
    { name: "name", label: "Name", type: "text", required: true, ...guest },
    { name: "drink", label: "Drink", type: "radio", options: ["Tea", "Milk", "Other"], ...guest },
    { name: "which", label: "Which", type: "text", show_when: { field: "drink", is: "Other" }, ...guest },
    { name: "age", label: "Age", type: "number", ...guest },
    { name: "order", label: "Order", type: "hidden", default: "o7" },
  ],
};

const everyAnswer = {
  ...{ who: "Ana", mail: "ana@b.example", phone: "+351 22 123", site: "https://b.example", note: "Warm" },
  ...{ loaves: 12, weight: 1.5, day: "2026-11-28", hour: "17:30", ready: "2026-11-28T18:05" },
  ...{ extras: ["Seeds", "Salt"], how: "Bike", street: "Mill lane 4", town: "Braga", floor: 3, bell: true },
  ...{ stars: 4, colour: "#2f6f4f", agreed: true, order: "o7" },
  guests: [
    { name: "Ben", drink: "Other", which: "Cocoa", age: 3 },
    { name: "Eva", drink: "Milk" },
  ],
};

export async function fillEveryField(page: Page, url: string): Promise<void> {
  const steps = Array.from({ length: 9 }, (_, at) => `s${at}[Step ${at} of the dough] --> s${at + 1}`);
  const diagram = { type: "diagram", title: "The way", source: `flowchart LR\n${steps.join("\n")}` };
  const easel = await show(page, url, "Order", diagram, everyField);
  const surface = easel.sheet("Order");
  const drawing = surface.frameLocator("iframe").getByRole("img", { name: "The way" });
  await expect(drawing).toContainText(/Step\s*8/);

  await page.keyboard.press("Escape");
  await expect(easel.composer).not.toBeFocused();
  await page.keyboard.press("w");
  await expect(surface.getByRole("textbox", { name: "Who" })).toBeFocused();
  await fillFirst(page, surface);
  await expect(surface.getByText("Draft saved")).toBeVisible();
  await fillRest(page, surface);

  await inEachLook(page, async () => {
    await easel.canvas();
    await axe(page, ["iframe"]);
    await surface.locator("iframe").scrollIntoViewIfNeeded();
    await expect(drawing).toHaveCSS("mask-image", /linear-gradient/);
  });
  const sent = page.waitForRequest((request) => request.url().endsWith("/api/chat"));
  await surface.getByRole("button", { name: "Add a guest" }).press("Tab");
  await expect(surface.getByRole("button", { name: "Send it" })).toBeFocused();
  await page.keyboard.press("Enter");
  const { output } = (await sent).postDataJSON().answer;
  expect(output).toMatchObject({ action: "submit", data: everyAnswer });
  expect(output.data.list).toMatchObject([{ name: "list.csv", mediaType: "text/csv" }]);
  await expect(surface.getByText(/answered\s\d\d:\d\d/)).toBeVisible();
  await expect(surface.getByText("Cocoa")).toBeVisible();
  await easel.idle();
}

async function fillFirst(page: Page, surface: Locator): Promise<void> {
  const { keyboard } = page;
  const { to, type } = keys(page, surface);
  await keyboard.type("Ana");
  await type("textbox", "Mail", "ana@b.example");
  await type("textbox", "Phone", "+351 22 123");
  await type("textbox", "Site", "https://b.example");
  await type("textbox", "Note", "Warm");
  await type("spinbutton", "Loaves", "12");
  await type("spinbutton", "Weight", "1.5");
  await to(surface.getByLabel("Day"));
  await keyboard.type("11282026");
  await to(surface.getByLabel("Hour"));
  await keyboard.type("0530PM");
  await to(surface.getByLabel("Ready at"));
  await keyboard.type("11282026");
  await keyboard.press("ArrowRight");
  await keyboard.type("0605PM");
  const extras = surface.getByRole("group", { name: "Extras" });
  for (const name of ["Seeds", "Salt"]) {
    await to(extras.getByRole("checkbox", { name }));
    await keyboard.press("Space");
  }
  await choose(page, surface.getByRole("radiogroup", { name: "How" }), ["Post", "Pick up", "Bike"]);
  await type("textbox", "Street", "Mill lane 4");
}

async function fillRest(page: Page, surface: Locator): Promise<void> {
  const { keyboard } = page;
  const { to, type } = keys(page, surface);
  await to(surface.getByRole("combobox", { name: "Town" }));
  await keyboard.press("Enter");
  await expect(page.getByRole("option", { name: "No choice" })).toBeFocused();
  await keyboard.type("Bra");
  await expect(page.getByRole("option", { name: "Braga" })).toBeFocused();
  await keyboard.press("Enter");
  await expect(surface.getByRole("combobox", { name: "Town" })).toBeFocused();
  await to(surface.getByRole("slider", { name: "Floor" }));
  for (const _ of [1, 2, 3]) await keyboard.press("ArrowRight");
  await to(surface.getByRole("checkbox", { name: "Ring the bell" }));
  await keyboard.press("Space");
  const stars = ["1 of 5", "2 of 5", "3 of 5", "4 of 5"];
  await choose(page, surface.getByRole("radiogroup", { name: "Last time" }), stars);
  await type("textbox", "Ribbon", "#2f6f4f");
  // Listen before the key is pressed, because Playwright needs time to enable the interception of file choosers in
  // Chromium.
  const choosing = page.waitForEvent("filechooser");
  await to(surface.locator("input[type=file]"));
  await keyboard.press("Space");
  const file = { name: "list.csv", mimeType: "text/csv", buffer: Buffer.from("a,b\n1,2\n") };
  await (await choosing).setFiles(file);
  await expect(surface.getByRole("button", { name: "Remove list.csv" })).toBeVisible();
  await to(surface.getByRole("checkbox", { name: "Agreed" }));
  await keyboard.press("Space");

  const first = surface.getByRole("group", { name: "Guest 1" });
  await to(first.getByRole("textbox", { name: "Name" }));
  await keyboard.type("Ben");
  await choose(page, first.getByRole("radiogroup", { name: "Drink" }), ["Tea", "Milk", "Other"]);
  await to(first.getByRole("textbox", { name: "Which" }));
  await keyboard.type("Cocoa");
  await to(first.getByRole("spinbutton", { name: "Age" }));
  await keyboard.type("3");
  await to(surface.getByRole("button", { name: "Add a guest" }));
  await keyboard.press("Enter");
  const second = surface.getByRole("group", { name: "Guest 2" });
  await expect(second.getByRole("textbox", { name: "Name" })).toBeFocused();
  await keyboard.type("Eva");
  await choose(page, second.getByRole("radiogroup", { name: "Drink" }), ["Tea", "Milk"]);
  await to(surface.getByRole("button", { name: "Add a guest" }));
  await keyboard.press("Space");
  const third = surface.getByRole("group", { name: "Guest 3" });
  await expect(third.getByRole("textbox", { name: "Name" })).toBeFocused();
  await keyboard.press("Shift+Tab");
  await expect(third.getByRole("button", { name: "Remove Guest 3" })).toBeFocused();
  await keyboard.press("Enter");
  await expect(third).toHaveCount(0);
  await expect(surface.getByRole("button", { name: "Add a guest" })).toBeFocused();
}

function keys(page: Page, surface: Locator) {
  const to = async (target: Locator) => {
    await expect(target).toBeVisible();
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press("Tab");
      if (await target.evaluate((element) => element === document.activeElement)) return;
    }
    await expect(target).toBeFocused();
  };
  const type = async (role: "textbox" | "spinbutton", name: string, text: string) => {
    await to(surface.getByRole(role, { name, exact: true }));
    await page.keyboard.type(text);
  };
  return { to, type };
}

async function choose(page: Page, group: Locator, names: string[]): Promise<void> {
  const [first = "", ...others] = names;
  await page.keyboard.press("Tab");
  await expect(group.getByRole("radio", { name: first })).toBeFocused();
  for (const name of others) {
    await page.keyboard.press("ArrowRight");
    await expect(group.getByRole("radio", { name })).toBeChecked();
  }
}
