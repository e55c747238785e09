import { expect, it, vi } from "vitest";
import { retried } from "./lazy-view";

it("retried loads again after a failed load", async () => {
  const load = vi.fn().mockRejectedValueOnce(new Error("offline")).mockResolvedValueOnce("loaded");
  expect(await retried(load, 3, 1)).toBe("loaded");
});

it("retried rejects after the last attempt fails", async () => {
  const load = vi.fn().mockRejectedValue(new Error("offline"));
  await expect(retried(load, 3, 1)).rejects.toThrow("offline");
  expect(load).toHaveBeenCalledTimes(3);
});
