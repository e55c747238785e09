import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeAll } from "@/lib/ground/base/process";
import { AppError } from "@/lib/shared/errors";
import { route } from "./route";
import { answer, testRequest } from "./test-request";

let logged: string[];
beforeEach(() => {
  logged = [];
  vi.spyOn(process.stderr, "write").mockImplementation((line) => logged.push(String(line)) > 0);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await closeAll();
});

const failing = (error: unknown) =>
  route({}, () => {
    throw error;
  })(testRequest("/api/x?token=abc"));

test("a route returns the code, message and details of an AppError", async () => {
  const error = new AppError("conflict", "Answered already.", { details: { at: 1 } });
  expect(await answer(await failing(error))).toEqual({
    status: 409,
    error: { code: "conflict", message: "Answered already.", details: { at: 1 } },
  });
  expect(logged).toEqual([]);
});

test("a route recognizes an AppError of another bundle", async () => {
  const error = Object.assign(new Error("Answered already."), { name: "AppError", code: "conflict" });
  expect(await answer(await failing(error))).toMatchObject({ status: 409, error: { code: "conflict" } });
});

test("a route sends `retryAfter` as the Retry-After header", async () => {
  const response = await failing(new AppError("too_many_requests", "Wait.", { details: { retryAfter: 7 } }));
  expect([response.status, response.headers.get("retry-after")]).toEqual([429, "7"]);
});

test.each([
  new Error("secret detail", { cause: new Error("root") }),
  "secret detail",
  undefined,
  { secret: "detail" },
])("a route logs an error that is no AppError and returns its id (%s)", async (error) => {
  const { status, error: report } = await answer(await failing(error));
  const id = /\(id ([0-9a-f]{8})\)/.exec(report.message)?.[1];
  expect([status, report.code]).toEqual([500, "internal"]);
  expect(JSON.stringify(report)).not.toContain("detail");
  expect(logged).toHaveLength(1);
  expect(logged[0]).toContain(`id="${id}"`);
  expect(logged[0]).toContain("GET /api/x failed");
  expect(logged[0]).not.toContain("token=abc");
  if (error instanceof Error) expect(logged[0]).toMatch(/secret detail.* <- Error: root/);
});

test.each([
  Object.assign(new Error("x"), { code: "ECONNREFUSED" }),
  Object.assign(new Error("x"), { code: "ENOENT", syscall: "connect" }),
  Object.assign(new AggregateError([], "x"), { code: "ECONNREFUSED" }),
  Object.assign(new Error("x"), { code: "CONNECTION_CLOSED" }),
  Object.assign(new Error("x"), { code: "57P01" }),
  Object.assign(new Error("x"), { code: "53100" }),
  new Error("Failed query", { cause: Object.assign(new Error("x"), { code: "CONNECT_TIMEOUT" }) }),
])("a route returns 503 if the database is down (%o)", async (error) => {
  expect(await answer(await failing(error))).toMatchObject({
    status: 503,
    error: { code: "unavailable", message: expect.stringContaining("database") },
  });
  expect(logged).toHaveLength(1);
});

test("a route reports a full disk", async () => {
  const error = new Error("Failed query", { cause: Object.assign(new Error("x"), { code: "53100" }) });
  const { error: report } = await answer(await failing(error));
  expect(report.message).toMatch(/disk of the database is full.*Free some space/);
});

const coded = (code: string) => new Error("Failed query", { cause: Object.assign(new Error("x"), { code }) });
const failingWrite = (error: unknown) =>
  route({}, () => {
    throw error;
  })(testRequest("/api/x", { method: "POST" }));

test("a route answers a write to a read-only database with 503 and says that nothing was stored", async () => {
  const { status, error: report } = await answer(await failingWrite(coded("25006")));
  expect([status, report.code]).toEqual([503, "unavailable"]);
  expect(report.message).toMatch(/read-only at the moment, so nothing was stored\. Reading still works/);
});

test("a route says that a write may have been stored only if the connection broke after it was sent", async () => {
  expect((await answer(await failingWrite(coded("ECONNRESET")))).error.message).toContain(
    "may have been stored",
  );
  expect((await answer(await failingWrite(coded("ECONNREFUSED")))).error.message).not.toContain("may have");
  expect((await answer(await failing(coded("ECONNRESET")))).error.message).not.toContain("may have");
});

test("a route answers ENOENT of a file with 500, not as an unreachable database", async () => {
  expect((await failing(Object.assign(new Error("x"), { code: "ENOENT", syscall: "open" }))).status).toBe(
    500,
  );
});

test("a route does not log a request aborted by the client", async () => {
  const request = testRequest("/api/x", { signal: AbortSignal.abort() });
  await route({}, ({ request }) => request.signal.throwIfAborted())(request);
  expect(logged).toEqual([]);
});
