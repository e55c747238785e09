import { expect, test } from "./fixtures.ts";
import { sound } from "./looks.ts";
import { ask as asked } from "./past.ts";

test("blocks are seen as the agent sees them, changed, deleted and brought back", { tag: "@once" }, async ({
  page,
  easel,
}) => {
  const ask = (method: string, path: string, body?: unknown) => asked(easel.url, method, path, body);
  await ask("PUT", "/api/memory/blob", { content: "Lives in Bern.\nWrites plainly, and wants plain words." });
  await ask("POST", "/api/memory/blocks", {
    ...{ label: "person", kind: "core", permission: "partner" },
    ...{ description: "Who I work for", text: `Allergic to peanuts. ${"x".repeat(4_700)}` },
  });
  await ask("POST", "/api/memory/blocks", {
    label: "garden",
    kind: "working",
    text: "Tomatoes by the wall.",
  });
  await ask("POST", "/api/memory/blocks", { label: "trip.2025", kind: "archival", text: "Lisbon in May." });
  await page.goto("/memory");
  const blocks = page.getByRole("list", { name: "Blocks" });
  await expect(blocks.getByRole("listitem")).toHaveCount(2);
  await expect(blocks.getByText("It asks you each time")).toBeVisible();
  await sound(page);

  await blocks.getByRole("link", { name: "garden" }).click();
  const open = page.getByRole("dialog", { name: "garden" });
  const text = open.getByRole("textbox", { name: "Text of garden" });
  await expect(text).toHaveValue("Tomatoes by the wall.");
  await expect(open.getByRole("list", { name: "Versions" })).toBeVisible();
  await sound(page);
  await open.getByRole("radio", { name: "Only you write it" }).click();
  await expect
    .poll(async () => (await ask("GET", "/api/memory/blocks/garden")).block.permission)
    .toBe("read_only");
  await ask("PATCH", "/api/memory/blocks/garden", { text: "Peas." });
  await expect(text).toHaveValue("Peas.");
  await open.getByRole("button", { name: "Delete" }).click();
  await expect(blocks.getByRole("listitem")).toHaveCount(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(blocks.getByText("Peas.")).toBeVisible();

  await page.getByRole("tab", { name: "Archive" }).click();
  await page.getByRole("button", { name: "More for “trip.2025”" }).click();
  await page.getByRole("menuitem", { name: "Merge into another" }).click();
  const merge = page.getByRole("dialog");
  await merge.getByRole("combobox", { name: "Into" }).selectOption("garden");
  await merge.getByRole("button", { name: "Merge" }).click();
  await expect(merge).toHaveCount(0);
  await expect(page.getByText("The archive is empty.")).toBeVisible();
  expect((await ask("GET", "/api/memory/blocks/garden")).block.text).toBe("Peas.\nLisbon in May.");
});
