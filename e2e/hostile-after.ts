import { chunks, spoken, Talk } from "./api.ts";
import { call } from "./call.ts";
import { expect, test } from "./fixtures.ts";

/** After each test of the file, checks that the server works and has logged no error. */
export function unharmed(): void {
  test.beforeEach(({ easel }) => {
    easel.output.length = 0;
  });
  test.afterEach(async ({ easel }) => {
    expect((await call(easel.url, "GET", "/api/health")).status).toBe(200);
    const stream = await new Talk(easel.url).say("hello", { text: "fine" });
    expect(spoken(await chunks(stream))).toBe("fine");
    expect(easel.output.filter((line) => / error |⨯|unhandled/i.test(line))).toEqual([]);
  });
}
