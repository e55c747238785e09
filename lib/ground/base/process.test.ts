import { expect, test } from "vitest";
import { env } from "./env";
import { closeAll } from "./process";

test("`env()` follows each change of a test's environment, also after closeAll", async () => {
  const name = "EASEL_SANDBOX_HOST";
  await closeAll();
  expect(env()[name]).toBeUndefined();
  process.env[name] = "*.sandbox.example.com";
  expect(env()[name]).toContain("sandbox.example.com");
  delete process.env[name];
  expect(env()[name]).toBeUndefined();
});
