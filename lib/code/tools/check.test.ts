import { afterAll, expect, test } from "vitest";
import { closeAll } from "@/lib/ground/base/process";
import { checkToolCode } from "./check";

afterAll(() => closeAll());

const look = (code: string) => checkToolCode(code, new AbortController().signal);

test("checkToolCode checks code without running it, with and without types", async () => {
  expect(await look("while (true);")).toEqual({ ok: true });
  expect(await look("const n: number = args.n;\nreturn n;")).toEqual({ ok: true });
});

test("checkToolCode reports a syntax error with line and column", async () => {
  expect(await look("const a = 1;\nreturn a +;")).toMatchObject({
    ok: false,
    line: 2,
    column: 11,
    message: expect.stringContaining("does not compile"),
  });
});

test("checkToolCode hides the server's errors from a caller who aborted", async () => {
  await expect(checkToolCode("return 1", AbortSignal.abort())).rejects.toMatchObject({ code: "unavailable" });
});
