import { afterAll, beforeAll, expect, it } from "vitest";
import { type Provider, startProvider } from "@/e2e/provider/server";
import { closeAll } from "@/lib/ground/base/process";
import { openaiCompatible } from "./openai-compatible";
import { listedWindow } from "./window";

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider({ models: ["fake-32k", "plain"] });
});
afterAll(async () => {
  await closeAll();
  await provider.close();
});

it("returns the listed context window, or null if none is listed or the server is unreachable", async () => {
  const find = (name: string, baseUrl = provider.url) =>
    listedWindow(openaiCompatible, name, { apiKey: "a-key-for-tests", baseUrl });
  expect(await find("fake-32k")).toBe(32_000);
  expect(await find("plain")).toBeNull();
  expect(await find("gone")).toBeNull();
  expect(await find("fake-32k", "http://127.0.0.1:9/v1")).toBeNull();
});
