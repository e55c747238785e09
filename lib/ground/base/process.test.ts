import { expect, test } from "vitest";
import { env } from "./env";
import { closeAll } from "./process";

test("the environment of a test is read anew, also by what reads it between a close and the next setting", async () => {
  const name = "EASEL_SANDBOX_HOST";
  await closeAll();
  expect(env()[name]).toBeUndefined();
  process.env[name] = "*.sandbox.example.com";
  expect(env()[name]).toContain("sandbox.example.com");
  delete process.env[name];
  expect(env()[name]).toBeUndefined();
});
