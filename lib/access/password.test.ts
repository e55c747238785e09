import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeAll } from "@/lib/base/process";
import { isPassword } from "./password";

beforeEach(() => vi.stubEnv("EASEL_PASSWORD", "Größe ﬁt"));
afterEach(async () => {
  vi.unstubAllEnvs();
  await closeAll();
});

test("the password is taken, however its letters were typed", async () => {
  expect(await isPassword("Größe ﬁt")).toBe(true);
  expect(await isPassword("Größe fit".normalize("NFD"))).toBe(true);
});

test.each(["", " ", "größe ﬁt", "Größe ﬁ", "Größe ﬁt ", "x".repeat(50)])("%j is not it", async (given) => {
  expect(await isPassword(given)).toBe(false);
});

test("without a password nothing is right", async () => {
  vi.stubEnv("EASEL_PASSWORD", "");
  expect(await isPassword("")).toBe(false);
});

test("a wrong password costs as much time as the right one", async () => {
  await isPassword("warm");
  const took = async (given: string) => {
    const times: number[] = [];
    for (let round = 0; round < 5; round++) {
      const start = performance.now();
      await isPassword(given);
      times.push(performance.now() - start);
    }
    return Math.min(...times);
  };
  const right = await took("Größe ﬁt");
  for (const wrong of ["", "Größe ﬁu", "x".repeat(1_000)]) {
    expect((await took(wrong)) / right).toBeGreaterThan(0.5);
  }
});
