import { attached, csv, PNG, pick } from "./attach.ts";
import { expect, test } from "./fixtures.ts";
import { Workspace } from "./page.ts";

test("a failed upload shows its reason, can be retried or removed, and blocks sending; an early message waits for uploads; pasted images are attached, pasted text is not", async ({
  page,
}) => {
  const easel = await Workspace.open(page);
  await page.route("**/api/files?**", (route) => route.abort());
  await pick(page, csv);
  await expect(attached(page)).toContainText("Easel or the file cannot be reached");
  await easel.composer.fill("Now");
  await easel.composer.press("Enter");
  await expect(easel.messages).toHaveCount(0);
  await expect(page.getByText("Remove or retry failed files")).toBeVisible();
  await page.unroute("**/api/files?**");
  await attached(page).getByRole("button", { name: "Retry Sales.csv" }).click();
  await expect(attached(page)).toContainText("57 bytes");

  await pick(page, { name: "nothing.txt", type: "text/plain", body: "" });
  await expect(attached(page).first()).toContainText("Empty, or a folder");
  await attached(page).first().getByRole("button", { name: "Remove nothing.txt" }).click();
  await expect(attached(page)).toHaveCount(1);
  await attached(page).getByRole("button", { name: "Remove Sales.csv" }).click();
  await expect(attached(page)).toHaveCount(0);

  const upload = Promise.withResolvers<void>();
  await page.route("**/api/files?**", async (route) => {
    await upload.promise;
    await route.continue();
  });
  await pick(page, csv);
  await easel.say("Read it", { text: "I have." });
  await expect(page.getByText("Sends after upload")).toBeVisible();
  await expect(easel.messages).toHaveCount(0);
  upload.resolve();
  await expect(page.getByText("I have.", { exact: true })).toBeVisible();
  await expect(easel.messages.first().getByRole("link", { name: "Sales.csv 57 bytes" })).toBeVisible();

  await easel.idle();
  await easel.composer.focus();
  const paste = (withText: boolean) =>
    page.evaluate(
      ({ base64, withText }) => {
        const data = new DataTransfer();
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        data.items.add(new File([bytes], "image.png", { type: "image/png" }));
        if (withText) data.setData("text/plain", "cells");
        const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
        document.activeElement?.dispatchEvent(event);
      },
      { base64: PNG.toString("base64"), withText },
    );
  await paste(true);
  await expect(attached(page)).toHaveCount(0);
  await paste(false);
  await expect(attached(page)).toContainText("image.png");
});
