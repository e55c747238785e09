import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

const CSV = "date,town,loaves\n2026-11-20,Ulm,370\n2026-11-21,Köln,517\n";
export const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWNYZWwMAAKbARGWi8UhAAAAAElFTkSuQmCC",
  "base64",
);
export type AttachedFile = { name: string; type: string; body: string | Buffer };
export const csv: AttachedFile = { name: "Sales.csv", type: "text/csv", body: CSV };
export const png: AttachedFile = { name: "shelf.png", type: "image/png", body: PNG };

export async function drop(page: Page, ...files: AttachedFile[]): Promise<void> {
  const encoded = files.map(({ body, ...file }) => ({
    ...file,
    base64: Buffer.from(body).toString("base64"),
  }));
  const data = await page.evaluateHandle((all) => {
    const transfer = new DataTransfer();
    for (const { name, type, base64 } of all) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([bytes], name, { type }));
    }
    return transfer;
  }, encoded);
  const chat = page.getByRole("region", { name: "Chat" });
  await chat.dispatchEvent("dragenter", { dataTransfer: data });
  await expect(page.getByText("Drop to attach")).toBeVisible();
  await chat.dispatchEvent("drop", { dataTransfer: data });
  await expect(page.getByText("Drop to attach")).toHaveCount(0);
}

export async function pick(page: Page, ...files: AttachedFile[]): Promise<void> {
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Attach files" }).click();
  const all = files.map(({ name, type, body }) => ({ name, mimeType: type, buffer: Buffer.from(body) }));
  await (await choosing).setFiles(all);
}

export const attached = (page: Page) =>
  page.getByRole("list", { name: "Attached files" }).getByRole("listitem");
