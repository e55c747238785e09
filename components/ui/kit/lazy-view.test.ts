import { expect, it, vi } from "vitest";
import { retried } from "./lazy-view";

it("code that fails to load once is loaded again", async () => {
  const load = vi.fn().mockRejectedValueOnce(new Error("offline")).mockResolvedValueOnce("loaded");
  expect(await retried(load, 3, 1)).toBe("loaded");
});

it("code that never loads fails in the end", async () => {
  const load = vi.fn().mockRejectedValue(new Error("offline"));
  await expect(retried(load, 3, 1)).rejects.toThrow("offline");
  expect(load).toHaveBeenCalledTimes(3);
});
