import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeAll } from "@/lib/ground/base/process";
import { isPassword } from "./password";

beforeEach(() => vi.stubEnv("EASEL_PASSWORD", "Größe ﬁt"));
afterEach(() => {
  vi.unstubAllEnvs();
});
afterAll(closeAll);

test("isPassword accepts the password in any Unicode normalization", async () => {
  expect(await isPassword("Größe ﬁt")).toBe(true);
  expect(await isPassword("Größe fit".normalize("NFD"))).toBe(true);
});

test.each(["", " ", "größe ﬁt", "Größe ﬁ", "Größe ﬁt ", "x".repeat(50)])(
  "isPassword rejects %j",
  async (password) => {
    expect(await isPassword(password)).toBe(false);
  },
);

test("isPassword rejects everything if no password is set", async () => {
  vi.stubEnv("EASEL_PASSWORD", "");
  expect(await isPassword("")).toBe(false);
});

test("isPassword takes as long for a wrong password as for the right one", async () => {
  await isPassword("warm");
  const took = async (password: string) => {
    // CPU time on all threads, which is independent of other load.
    const before = process.cpuUsage();
    await isPassword(password);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  for (const wrong of ["", "Größe ﬁu", "x".repeat(1_000)]) {
    const best = { right: Number.POSITIVE_INFINITY, wrong: Number.POSITIVE_INFINITY };
    for (let round = 0; round < 2; round++) {
      best.right = Math.min(best.right, await took("Größe ﬁt"));
      best.wrong = Math.min(best.wrong, await took(wrong));
    }
    expect(best.wrong / best.right).toBeGreaterThan(0.5);
  }
});
