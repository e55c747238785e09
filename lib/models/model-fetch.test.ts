import { afterEach, expect, test, vi } from "vitest";
import { explainModelError } from "./errors";
import { modelFetch } from "./model-fetch";
import { modelServer } from "./testing/server";

afterEach(() => vi.unstubAllGlobals());

const answering = (status: number, type: string) =>
  vi.stubGlobal("fetch", async () => new Response("<p>", { status, headers: { "content-type": type } }));

test("a web page in place of an answer leads to the address that was given", async () => {
  answering(200, "text/html; charset=utf-8");
  const error = await modelFetch("http://localhost/v1").catch((thrown: unknown) => thrown);
  expect(explainModelError(error)).toEqual({
    code: "invalid_response",
    message: expect.stringContaining("Settings → Models"),
  });
});

test.each([
  [200, "text/event-stream"],
  [200, "application/json"],
  [502, "text/html"],
])("%d with %s is passed on", async (status, type) => {
  answering(status, type);
  const response = await modelFetch("http://localhost/v1");
  expect([response.status, await response.text()]).toEqual([status, "<p>"]);
});

test("where a server points to is not asked, so that no key gets there", async () => {
  const thief = await modelServer(() => ({}));
  const pointing = await modelServer(() => ({ status: 307, headers: { location: thief.url } }));
  const headers = { "x-api-key": "a key" };
  const error = await modelFetch(pointing.url, { method: "POST", headers }).catch(
    (thrown: unknown) => thrown,
  );
  expect(explainModelError(error).code).toBe("invalid_response");
  expect(thief.asked).toEqual([]);
  await Promise.all([thief.close(), pointing.close()]);
});
