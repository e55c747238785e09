import { globSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test, vi } from "vitest";
import type { Handler } from "@/lib/platform/http/route";
import { testRequest } from "@/lib/platform/http/test-request";
import { RIGHTS, WRITERS } from "./testing/route-doors";

type Route = Partial<Record<string, Handler>>;
const METHODS = ["POST", "PUT", "PATCH", "DELETE"];
const SOME = ["PUT api/settings", "POST api/import", "PATCH api/conversations/[id]"];

/** The handlers of all methods that change something, by method and path. */
const handlers = new Map<string, Handler>();

beforeAll(async () => {
  vi.stubEnv("EASEL_RIGHTS", "page");
  for (const file of globSync("**/route.ts", { cwd: import.meta.dirname })) {
    const path = file.replace(/\/route\.ts$/, "");
    if (path === "api/[[...path]]") continue;
    const route: Route = await import(/* @vite-ignore */ join(import.meta.dirname, file));
    const allow = (await route.OPTIONS?.(testRequest(`/${path}`)))?.headers.get("allow") ?? "";
    for (const method of METHODS) {
      const handler = route[method];
      if (handler && allow.split(", ").includes(method)) handlers.set(`${method} ${path}`, handler);
    }
  }
});

test("WRITERS lists every route that changes something", () => {
  const paths = new Set([...handlers.keys()].map((name) => name.split(" ")[1]));
  expect(Object.keys(WRITERS).sort()).toEqual([...paths].sort());
});

test("exactly the routes in RIGHTS need the proof of a page", () => {
  const needing = [...handlers].filter(([, { fromPage }]) => fromPage).map(([name]) => name);
  expect(needing.sort()).toEqual(Object.keys(RIGHTS).sort());
  const some = [...handlers].filter(([, { fromPage }]) => fromPage === "some").map(([name]) => name);
  expect(some.sort()).toEqual(SOME.toSorted());
});

// The request names a page of Easel in Origin, as any program can.
test.each(Object.keys(RIGHTS).filter((name) => !SOME.includes(name)))(
  "%s refuses a request without a proof if EASEL_RIGHTS needs one",
  async (name) => {
    const [method = "", path = ""] = name.split(" ");
    const headers = { origin: "http://localhost:3000" };
    const request = testRequest(`/${path.replaceAll(/[[\]]/g, "")}`, { method, body: {}, headers });
    const params = { id: "x", name: "x", phone: "x", conversation: "x" };
    const response = await handlers.get(name)?.(request, { params: Promise.resolve(params) });
    expect(response?.status).toBe(403);
    expect(await response?.json()).toMatchObject({ error: { details: { needs: "page" } } });
  },
);
