import { vi } from "vitest";

export type TakenFile = { name: string; content: Blob };

export function filesTaken(): TakenFile[] {
  const made: Blob[] = [];
  const taken: TakenFile[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((content) => `blob:${made.push(content as Blob) - 1}`);
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    const content = made[Number(this.href.replace("blob:", ""))];
    if (content) taken.push({ name: this.download, content });
  });
  return taken;
}
