import { call } from "./call.ts";
import { rewrite } from "./editor.ts";
import { expect, test } from "./fixtures.ts";
import { Bench, CODE, create, sound } from "./library.ts";

// The server tries out every save in a browser, which takes long on a busy machine.
test.describe.configure({ timeout: 180_000 });

test("edits code with an error at its line, saves, compares and restores it; the second of two users decides; code that fails its try-out is saved on request only", {
  tag: ["@once", "@long"],
}, async ({ page, easel }) => {
  const name = await create(easel.url);
  const bench = await Bench.open(page, name, "#code");
  await expect(bench.frame.getByRole("heading", { name: "Ideas" })).toBeVisible();
  await bench.writeFirst("const wrong = ;\n");
  await expect(page.getByText("Line 1: Unexpected")).toBeVisible();
  await expect(page.locator(".cm-error-line")).toHaveText("const wrong = ;");
  await expect(page.locator(".cm-error")).toBeVisible();
  await sound(page);
  await page.keyboard.press("Control+s");
  await expect(page.getByText("Not saved", { exact: true })).toBeVisible();
  await expect(bench.frame.getByRole("heading", { name: "Ideas" })).toBeVisible();

  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.locator(".cm-error")).toHaveCount(0);
  await rewrite(bench.editor, CODE.replace("<h2>{title}</h2>", "<h2>Mine: {title}</h2>"));
  await expect(bench.frame.getByRole("heading", { name: "Mine: Ideas" })).toBeVisible();
  await expect(page.getByText("With your unsaved changes")).toBeVisible();
  await page.reload();
  await expect(bench.editor).toContainText("Mine: {title}");
  await bench.editor.press("Escape");
  await page.keyboard.press("Shift+Tab");
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeFocused();
  await bench.editor.press("Control+s");
  await expect(page.getByText("Saved as version 2")).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole("heading", { level: 1 })).toContainText("v2");
  expect(await call(easel.url, "GET", `/api/components/${name}`)).toMatchObject({ body: { version: 2 } });

  await bench.tab("Versions");
  await page.getByRole("button", { name: "Version 2" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Version 2" })).toBeFocused();
  const code = page.getByRole("table", { name: "Code" });
  await expect(code.getByText("removed: ")).toHaveCount(1);
  await expect(code.locator("mark")).toHaveText(/Mine:/);
  await sound(page);
  await page.getByRole("button", { name: "All versions" }).click();
  await expect(page.getByRole("button", { name: "Version 2" })).toBeFocused();
  await page.getByRole("button", { name: "Version 1" }).click();
  await page.getByRole("button", { name: "Restore version 1" }).click();
  await expect(page.getByText("Restored as version 3.")).toBeVisible({ timeout: 30_000 });
  await expect(bench.frame.getByRole("heading", { name: "Ideas", exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("v3");

  await bench.tab("Code");
  await bench.writeFirst("// mine\n");
  await call(easel.url, "PATCH", `/api/components/${name}`, { description: "Theirs" });
  const choice = page.getByRole("region", { name: "Two versions" });
  await expect(choice).toContainText("Version 4 went live while you edited version 3.");
  await choice.getByRole("button", { name: "Compare" }).click();
  await expect(choice.getByRole("table")).toContainText("// mine");
  await sound(page);
  await choice.getByRole("button", { name: "Save mine over it" }).click();
  await expect(page.getByText("Saved as version 5")).toBeVisible({ timeout: 30_000 });
  await expect(choice).toHaveCount(0);
  const { body } = await call(easel.url, "GET", `/api/components/${name}`);
  expect(body.code).toBe(`// mine\n${CODE}`);

  await rewrite(bench.editor, 'export default function Board() { throw new Error("no flour"); }');
  await bench.editor.press("Control+s");
  const anyway = page.getByRole("button", { name: "Save anyway" });
  const saved = page.getByText("Saved as version 6");
  await expect(anyway.or(saved)).toBeVisible({ timeout: 30_000 });
  // Without a browser the server has no try-out.
  if (await anyway.isVisible()) await anyway.click();
  await expect(saved).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole("alert").filter({ hasText: "no flour" })).toBeVisible();
  await page.getByRole("button", { name: "Let the agent fix it" }).click();
  await expect(page.getByRole("textbox", { name: "Message" })).toHaveValue(
    new RegExp(`${name}.*no flour`, "s"),
  );
});
