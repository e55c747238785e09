import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { EVERY_MS, followPrefix } from "./follow-prefix";

const asked: { code: string; known?: string }[] = [];
let answer: () => Response | Promise<Response>;

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
  vi.stubGlobal("fetch", (_: string, { body }: { body: string }) => {
    asked.push(JSON.parse(body));
    return Promise.resolve(answer());
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function follow() {
  const written = { code: "" };
  const end = new AbortController();
  const onMade = vi.fn();
  const poke = followPrefix(() => [{ code: written.code, isWhole: false }], onMade, end.signal);
  return { written, end, onMade, poke };
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it("growing code is requested at intervals, and each new version is returned", async () => {
  answer = () => Response.json({ hash: "one", made: { js: "1", css: "" } });
  const { written, end, onMade } = follow();
  await pass(EVERY_MS * 5);
  expect(asked).toEqual([]);
  for (let word = 0; word < 20; word++) {
    written.code += "word ";
    await pass(EVERY_MS / 4);
  }
  expect(asked.length).toBeGreaterThan(2);
  expect(asked.length).toBeLessThanOrEqual(6);
  expect(onMade).toHaveBeenCalledWith({ js: "1", css: "" });
  answer = () => Response.json({ hash: "one" });
  onMade.mockClear();
  written.code += "more";
  await pass(EVERY_MS * 2);
  expect(asked.at(-1)).toEqual({ code: written.code, known: "one" });
  expect(onMade).not.toHaveBeenCalled();
  end.abort();
  written.code += "after its end";
  const before = asked.length;
  await pass(EVERY_MS * 5);
  expect(asked).toHaveLength(before);
});

it("requests continue after a version that cannot be shown and after a failed request", async () => {
  answer = () => new Response(null, { status: 204 });
  const { written, end, onMade } = follow();
  written.code = "a";
  await pass(EVERY_MS * 2);
  answer = () => Promise.reject(new TypeError("Failed to fetch"));
  written.code = "ab";
  await pass(EVERY_MS * 2);
  answer = () => Response.json({ hash: "two", made: { js: "2", css: "" } });
  written.code = "abc";
  await pass(EVERY_MS * 2);
  expect(asked.map(({ code }) => code)).toEqual(["a", "ab", "abc"]);
  expect(onMade).toHaveBeenCalledExactlyOnceWith({ js: "2", css: "" });
  answer = () => new Response(null, { status: 204 });
  written.code = "abcd";
  await pass(EVERY_MS * 2);
  answer = () => Response.json({ hash: "three", made: { js: "3", css: "" } });
  await pass(1_500);
  expect(onMade).toHaveBeenLastCalledWith({ js: "3", css: "" });
  const before = asked.length;
  await pass(20_000);
  expect(asked).toHaveLength(before);
  end.abort();
});

it("new code is requested at once, but within the rate limit", async () => {
  answer = () => Response.json({ hash: "one" });
  const { written, end, poke } = follow();
  await pass(EVERY_MS * 2 + 20);
  for (const word of ["a", "ab", "abc"]) {
    written.code = word;
    poke();
    await pass(0);
  }
  expect(asked.map(({ code }) => code)).toEqual(["a"]);
  await pass(EVERY_MS);
  expect(asked.map(({ code }) => code)).toEqual(["a", "abc"]);
  end.abort();
  written.code = "abcd";
  poke();
  await pass(EVERY_MS * 2);
  expect(asked).toHaveLength(2);
});

it("complete code is requested at once, or right after the pending request", async () => {
  answer = () => Response.json({ hash: "one" });
  const { written, end, poke } = follow();
  await pass(EVERY_MS * 2 + 20);
  written.code = "a";
  poke();
  await pass(0);
  written.code = "ab";
  poke(true);
  await pass(0);
  expect(asked.map(({ code }) => code)).toEqual(["a", "ab"]);
  await pass(EVERY_MS * 2);
  const late = Promise.withResolvers<Response>();
  answer = () => late.promise;
  written.code = "abc";
  poke();
  written.code = "abcd";
  poke(true);
  await pass(0);
  expect(asked.at(-1)?.code).toBe("abc");
  answer = () => Response.json({ hash: "two" });
  late.resolve(answer() as Response);
  await pass(0);
  expect(asked.at(-1)?.code).toBe("abcd");
  const before = asked.length;
  poke(true);
  await pass(EVERY_MS * 5);
  expect(asked).toHaveLength(before);
  end.abort();
});

it("if the longest candidate cannot be shown, the next shorter one is tried once", async () => {
  answer = () =>
    asked.at(-1)?.code === "half"
      ? new Response(null, { status: 204 })
      : Response.json({ hash: "one", made });
  const made = { js: "1", css: "" };
  const end = new AbortController();
  const onMade = vi.fn();
  const read = () => ["half", "before"].map((code) => ({ code, isWhole: true }));
  followPrefix(read, onMade, end.signal);
  await pass(EVERY_MS * 5);
  expect(asked).toMatchObject([
    { code: "half", whole: true },
    { code: "before", whole: true },
  ]);
  expect(onMade).toHaveBeenCalledExactlyOnceWith(made);
  end.abort();
});
