import { expect, type FrameLocator, type Locator, type Page } from "@playwright/test";

export type Use = (frame: FrameLocator, page: Page) => Promise<void>;

export const uses: Record<string, Use> = {
  "accordion-faq": async (frame) => {
    await frame.getByRole("button", { name: "Can I leave?" }).click();
    await expect(frame.getByText("Any time.")).toBeVisible();
    await frame.getByRole("radio", { name: "Yearly" }).click();
    await expect(frame.getByRole("radio", { name: "Yearly" })).toBeChecked();
    await frame.getByText("AL", { exact: true }).hover();
    await expect(frame.getByRole("tooltip")).toHaveText("Ada Lovelace");
  },
  "animation-frame": (frame) => changes(() => drawnOn(frame)),
  "calendar-dates": async (frame) => {
    await frame.getByRole("button", { name: "Next" }).click();
    await expect(frame.getByText("June 2026")).toBeVisible();
    await expect(frame.getByRole("button", { name: "Choose" })).toBeDisabled();
    await frame.getByRole("button", { name: "15" }).click();
    await expect(frame.getByRole("button", { name: "Choose" })).toBeEnabled();
  },
  "canvas-paint": async (frame, page) => {
    await frame.getByRole("button", { name: "#ef4444" }).click();
    const before = await drawnOn(frame);
    const canvas = frame.locator("canvas");
    await drag(page, canvas, { x: 100, y: 100 }, canvas, { x: 200, y: 160 });
    expect(await drawnOn(frame)).not.toBe(before);
  },
  "charts-bare": async (frame) => {
    await expect(frame.locator(".recharts-surface")).toHaveCount(4);
    await expect(frame.locator(".recharts-bar-rectangle")).toHaveCount(6);
    await expect(frame.locator(".recharts-pie-sector")).toHaveCount(3);
    await expect(frame.locator(".recharts-area-area")).toBeVisible();
    await expect(frame.locator(".recharts-radar-polygon")).toBeVisible();
  },
  "charts-line": async (frame) => {
    await expect(frame.locator(".recharts-line-curve")).toHaveCount(2);
    await frame.locator(".recharts-wrapper").hover();
    await expect(frame.locator(".recharts-tooltip-wrapper")).toContainText("Feb");
  },
  "charts-more": async (frame) => {
    await expect(frame.locator(".recharts-scatter-symbol")).toHaveCount(12);
    await expect(frame.locator(".recharts-radial-bar-sector")).toHaveCount(4);
    await expect(frame.locator(".recharts-trapezoid").first()).toBeVisible();
    await expect(frame.locator(".recharts-treemap-depth-1").first()).toBeVisible();
    await expect(frame.locator(".recharts-sankey-link")).toHaveCount(2);
  },
  "class-timer": (frame) => expect(frame.getByText(/^[1-9]\d*s$/)).toBeVisible(),
  "color-tools": async (frame) => {
    await frame.getByRole("button", { name: "pink" }).click();
    await expect(frame.getByRole("heading", { name: "pink" })).toHaveCSS("color", /^oklch\(0\.\d+ 0\.2/);
    await frame.getByRole("slider").press("ArrowRight");
    await expect(frame.locator(".grid")).toHaveClass(/grid-cols-4/);
  },
  "contact-form": async (frame) => {
    await frame.getByRole("button", { name: "Send" }).click();
    await expect(frame.getByText("Please enter a valid email")).toBeVisible();
    await frame.getByRole("combobox").click();
    await frame.getByRole("option", { name: "Support" }).click();
    await expect(frame.getByRole("combobox")).toHaveText("Support");
  },
  "csv-import": async (frame) => {
    await frame.getByRole("textbox").fill("name,team,points\nEve,green,9");
    await expect(frame.getByRole("cell", { name: "Eve" })).toBeVisible();
    await expect(frame.getByText('"green": 9')).toBeVisible();
  },
  "d3-tree": async (frame) => {
    await expect(frame.locator("rect")).toHaveCount(5);
    await expect
      .poll(async () => Number(await frame.locator("rect").nth(1).getAttribute("height")))
      .toBeGreaterThan(100);
  },
  "dialog-dropdown": async (frame) => {
    await frame.getByRole("button", { name: "Actions" }).click();
    await frame.getByRole("menuitem", { name: "Delete" }).click();
    await expect(frame.getByRole("alertdialog")).toContainText("This cannot be undone.");
    await frame.getByRole("button", { name: "Keep" }).click();
    await expect(frame.getByRole("alertdialog")).toHaveCount(0);
  },
  "effort-value-board": async (frame, page) => {
    const target = frame.locator("[data-cell=avoid]");
    await drag(page, frame.getByText("Dark mode"), CENTRE, target, { x: 60, y: 120 });
    await expect(target).toContainText("Dark mode");
    await expect(frame.locator("[data-cell=quick]")).not.toContainText("Dark mode");
  },
  "error-boundary": async (frame) => {
    await expect(frame.getByText("Not today")).toBeVisible();
    await frame.getByRole("button", { name: "Try again" }).click();
    await expect(frame.getByText("It works now")).toBeVisible();
  },
  "file-reader": async (frame) => {
    const file = { name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("bread") };
    await frame.locator("input[type=file]").setInputFiles(file);
    await expect(frame.getByText("5 characters")).toBeVisible();
  },
  "force-graph": async (frame) => {
    await expect(frame.locator("circle")).toHaveCount(6);
    await expect(frame.locator("g").first()).not.toHaveAttribute("transform", "translate(0,0)");
  },
  "generic-table": async (frame) => {
    await expect(frame.getByRole("row").nth(1)).toContainText("Zoe");
    await frame.getByRole("button", { name: "Age" }).click();
    await expect(frame.getByRole("row").nth(1)).toContainText("Abe");
  },
  "hook-form-zod": async (frame) => {
    await frame.getByRole("textbox", { name: "Email" }).fill("nobody");
    await frame.getByRole("button", { name: "Sign up" }).click();
    await expect(frame.getByText("That is no email address")).toBeVisible();
    await frame.getByRole("textbox", { name: "Email" }).fill("ada@example.com");
    await frame.getByRole("button", { name: "Sign up" }).click();
    await expect(frame.getByText("Saved", { exact: true })).toBeVisible();
  },
  "import-module": (frame) => expect(frame.getByText("The mean is 2.5")).toBeVisible(),
  "long-list": async (frame) => {
    await expect(frame.getByText("5000 people")).toBeVisible();
    await frame.getByPlaceholder("Search 5,000 people").fill("Grace 49");
    await expect(frame.getByText("20 people")).toBeVisible();
  },
  "memo-forward-ref": async (frame) => {
    await expect(frame.getByLabel("Name")).toHaveValue("typed");
    await frame.getByRole("button", { name: "Clear" }).click();
    await expect(frame.getByLabel("Name")).toHaveValue("");
  },
  "native-drag": async (frame) => {
    await frame.getByText("Write").dragTo(frame.getByRole("heading", { name: /^Done/ }));
    await expect(frame.getByText("Done (1)")).toBeVisible();
    await expect(frame.getByText("Todo (1)")).toBeVisible();
  },
  pomodoro: async (frame) => {
    await frame.getByRole("button", { name: "Start" }).click();
    await expect(frame.getByText("24:58")).toBeVisible();
    await frame.getByRole("tab", { name: "Break" }).click();
    await expect(frame.getByText("05:00")).toBeVisible();
  },
  "portal-modal": async (frame) => {
    await frame.getByRole("button", { name: "Close" }).click();
    await expect(frame.getByRole("dialog")).toHaveCount(0);
    await frame.getByRole("button", { name: "Open" }).click();
    await expect(frame.getByRole("dialog")).toContainText("Hello from a portal");
  },
  "public-imports": async (frame) => {
    for (let clicks = 0; clicks < 3; clicks++) await frame.getByRole("button", { name: "Add" }).click();
    await expect(frame.getByText("Too many")).toBeVisible();
    await frame.getByRole("link", { name: "Items" }).click();
    await expect(frame.getByRole("status")).toHaveText("/items");
    await frame.getByRole("button", { name: "light" }).click();
    await expect(frame.getByRole("button", { name: "dark" })).toBeVisible();
    await frame.getByLabel("Name").fill("Grace");
    for (const text of ["Hello Grace", "Wide", "Caught"]) await expect(frame.getByText(text)).toBeVisible();
    await expect(frame.getByText("Desktop")).toHaveCSS("color", "rgb(1, 2, 3)");
    for (const name of ["Star", "Dot"])
      await expect(frame.getByLabel(name).or(frame.getByAltText(name))).toBeVisible();
  },
  "resizable-carousel": async (frame) => {
    await expect(frame.locator(".recharts-bar-rectangle")).toHaveCount(3);
    await frame.getByRole("button", { name: "Next slide" }).click();
    await expect(frame.getByRole("button", { name: "Previous slide" })).toBeEnabled();
    await frame.getByRole("button", { name: /May 12/ }).click();
    await expect(frame.getByRole("gridcell", { selected: true })).toHaveText("12");
  },
  "shared-cart": async (frame) => {
    await frame.getByRole("button", { name: "More Tea" }).click();
    await frame.getByRole("button", { name: "More Tea" }).click();
    await expect(frame.getByRole("button", { name: "Pay 9.00 €" })).toBeEnabled();
    await frame.getByRole("button", { name: "Less Tea" }).click();
    await expect(frame.getByRole("button", { name: "Pay 4.50 €" })).toBeEnabled();
  },
  "snake-game": async (frame) => {
    await frame.getByRole("button", { name: "Play again" }).click();
    await frame.locator("[tabindex]").first().press("ArrowUp");
    const rows = () =>
      frame
        .locator(".grid > div")
        .evaluateAll((cells) =>
          cells.flatMap(({ className }, at) => (className.includes("green") ? [Math.floor(at / 15)] : [])),
        );
    await expect.poll(async () => Math.min(...(await rows())), { intervals: [50] }).toBeLessThan(5);
  },
  "sortable-list": async (frame, page) => {
    const rows = frame.getByRole("listitem");
    await drag(page, rows.nth(0).locator("span"), CENTRE, rows.nth(2), { x: 20, y: 24 });
    await expect(rows).toHaveText(["Price", "Support", "Speed", "Design"]);
  },
  "suspense-lazy": async (frame) => {
    await expect(frame.getByText("Loaded after a while")).toBeVisible();
    await expect(frame.locator(".recharts-line-curve")).toBeVisible();
  },
  "svg-clock": async (frame) => {
    await expect(frame.getByRole("img", { name: "Clock" })).toBeVisible();
    await changes(() => frame.locator("figcaption").innerText());
  },
  "theme-context": async (frame) => {
    await expect(frame.getByText("21°C")).toBeVisible();
    await frame.getByRole("button", { name: "Show °F" }).click();
    await expect(frame.getByText("70°F")).toBeVisible();
  },
  "tic-tac-toe": async (frame) => {
    for (const at of [0, 3, 1, 4, 2]) await frame.getByRole("button").nth(at).click();
    await expect(frame.getByRole("heading", { name: "X wins!" })).toBeVisible();
  },
  "todo-reducer": async (frame) => {
    await frame.getByPlaceholder("What needs doing?").fill("Bake bread");
    await frame.getByPlaceholder("What needs doing?").press("Enter");
    await expect(frame.getByText("2 left")).toBeVisible();
    await frame
      .getByRole("listitem")
      .filter({ hasText: "Bake bread" })
      .getByRole("button", { name: "toggle" })
      .click();
    await expect(frame.getByText("1 left")).toBeVisible();
  },
  "top-level-await": (frame) => expect(frame.getByText("1 + 2")).toBeVisible(),
  "virtual-list": async (frame) => {
    await frame.locator(".overflow-auto").evaluate((list) => list.scrollTo(0, list.scrollHeight));
    await expect(frame.getByText("[4999]")).toBeVisible();
  },
};

type Point = { x: number; y: number };

const CENTRE = { x: 8, y: 8 };

const drawnOn = (frame: FrameLocator): Promise<string> =>
  frame
    .locator("canvas")
    .evaluate((canvas) => (canvas instanceof HTMLCanvasElement ? canvas.toDataURL() : ""));

async function changes(read: () => Promise<string>): Promise<void> {
  const before = await read();
  await expect.poll(read).not.toBe(before);
}

async function drag(page: Page, from: Locator, at: Point, to: Locator, end: Point): Promise<void> {
  await from.scrollIntoViewIfNeeded();
  const [start, goal] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !goal) throw new Error("There is nothing to drag");
  await page.mouse.move(start.x + at.x, start.y + at.y);
  await page.mouse.down();
  await page.mouse.move(start.x + at.x + 6, start.y + at.y + 6, { steps: 3 });
  await page.mouse.move(goal.x + end.x, goal.y + end.y, { steps: 8 });
  await page.mouse.up();
}
