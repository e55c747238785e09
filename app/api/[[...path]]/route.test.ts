import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { closeAll } from "@/lib/ground/base/process";
import { testRequest } from "@/lib/platform/http/test-request";
import * as route from "./route";

const API = join(import.meta.dirname, "..");

afterEach(async () => {
  vi.unstubAllEnvs();
  await closeAll();
});

const context = (path: string[]) => ({ params: Promise.resolve({ path }) });

test.each(Object.entries(route))("%s to an unknown path returns 404 as JSON", async (method, handler) => {
  const response = await handler(testRequest("/api/nope/deep", { method }), context(["nope", "deep"]));
  expect(response.status).toBe(404);
  if (method !== "HEAD") expect(await response.json()).toMatchObject({ error: { code: "not_found" } });
});

test("returns 404 for POST /api with an invalid body", async () => {
  const request = testRequest("/api", {
    method: "POST",
    body: "{",
    headers: { "content-type": "text/plain" },
  });
  expect((await route.POST(request, { params: Promise.resolve({}) })).status).toBe(404);
});

test("returns 401 for an unknown path without a session", async () => {
  vi.stubEnv("EASEL_PASSWORD", "open sesame");
  expect((await route.GET(testRequest("/api/nope"), context(["nope"]))).status).toBe(401);
});

test.each(globSync("**/route.ts", { cwd: API }).filter((path) => !path.startsWith("[[")))(
  "%s handles every HTTP method",
  (path) => {
    expect(readFileSync(join(API, path), "utf8")).toContain(
      "export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({",
    );
  },
);
