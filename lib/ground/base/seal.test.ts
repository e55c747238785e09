import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeAll } from "./process";
import { redact } from "./redact";
import { seal, unseal } from "./seal";

const KEY = "a key that looks like nothing";

beforeEach(() => vi.stubEnv("EASEL_SECRET", "correct horse battery"));
afterEach(async () => {
  vi.unstubAllEnvs();
  await closeAll();
});

const restart = async (secret: string) => {
  await closeAll();
  vi.stubEnv("EASEL_SECRET", secret);
};

test("unseal decrypts a sealed secret, also after a restart", async () => {
  const sealed = seal("provider:openai", KEY);
  expect(sealed).toMatch(/^v1\.[\w-]+$/);
  expect(unseal("provider:openai", sealed)).toBe(KEY);
  await restart("correct horse battery");
  expect(unseal("provider:openai", sealed)).toBe(KEY);
});

test("seal encrypts the same secret differently each time", () => {
  const [one, other] = [seal("x", KEY), seal("x", KEY)];
  expect(one).not.toBe(other);
  expect(Buffer.from(one.slice(3), "base64url").includes(KEY)).toBe(false);
});

test.each(["", "ß\u0000🙂", "k".repeat(2_000)])("unseal returns the value that was sealed: %j", (secret) => {
  expect(unseal("x", seal("x", secret))).toBe(secret);
});

test("unseal returns null under another name or EASEL_SECRET, or after any modification", async () => {
  const sealed = seal("provider:openai", KEY);
  expect(unseal("provider:google", sealed)).toBeNull();
  const bytes = Buffer.from(sealed.slice(3), "base64url");
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8((changed[at] ?? 0) ^ 1, at);
    expect(unseal("provider:openai", `v1.${changed.toString("base64url")}`)).toBeNull();
  }
  for (let length = 0; length < bytes.length; length++) {
    expect(unseal("provider:openai", `v1.${bytes.subarray(0, length).toString("base64url")}`)).toBeNull();
  }
  await restart("correct horse batterz");
  expect(unseal("provider:openai", sealed)).toBeNull();
});

test.each(["", "v1", "v1.", "v2.AAAA", "plain text", "v1.AAAA.AAAA", KEY])(
  "unseal returns null for invalid input: %j",
  (text) => {
    expect(unseal("x", text)).toBeNull();
  },
);

test("redact hides sealed and unsealed secrets, also after shutdown", async () => {
  seal("x", "entered-just-now");
  await closeAll();
  expect(redact("the key entered-just-now was refused")).toBe("the key [hidden] was refused");
});
