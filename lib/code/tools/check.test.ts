import { afterAll, expect, test } from "vitest";
import { closeAll } from "@/lib/ground/base/process";
import { checkToolCode } from "./check";

afterAll(() => closeAll());

const look = (code: string) => checkToolCode(code, new AbortController().signal);

test("code is looked at without being run, with types or without", async () => {
  expect(await look("while (true);")).toEqual({ ok: true });
  expect(await look("const n: number = args.n;\nreturn n;")).toEqual({ ok: true });
});

test("what does not compile is named by line and column", async () => {
  expect(await look("const a = 1;\nreturn a +;")).toMatchObject({
    ok: false,
    line: 2,
    column: 11,
    message: expect.stringContaining("does not compile"),
  });
});

test("one who has gone meanwhile is told nothing of the server's troubles", async () => {
  await expect(checkToolCode("return 1", AbortSignal.abort())).rejects.toMatchObject({ code: "unavailable" });
});
