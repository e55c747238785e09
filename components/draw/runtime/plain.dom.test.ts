import { describe, expect, it } from "vitest";
import { toPlain } from "./plain";

const plain = (value: unknown) => toPlain(value, "payload").value;

class Point {
  x = 1;
  #y = 2;
  get y() {
    return this.#y;
  }
}
class Closed {
  #secret = 1;
  read() {
    return this.#secret;
  }
}

describe("toPlain", () => {
  it.each<[string, unknown, unknown]>([
    ["a Set", new Set([1, new Set(["a"])]), [1, ["a"]]],
    ["a Map with texts as keys", new Map([["a", new Map([["b", 1]])]]), { a: { b: 1 } }],
    [
      "a Map with other keys",
      new Map<unknown, unknown>([
        [1, 2],
        ["a", 3],
      ]),
      [
        [1, 2],
        ["a", 3],
      ],
    ],
    [
      "a key __proto__ of a Map",
      [...Object.keys(plain(new Map([["__proto__", 1]])) as object)],
      ["__proto__"],
    ],
    ["dates", [new Date(0), new Date(Number.NaN)], ["1970-01-01T00:00:00.000Z", "Invalid Date"]],
    ["bigints", [10n, 2n ** 64n, -5n], [10, "18446744073709551616", -5]],
    ["NaN and infinite numbers", [Number.NaN, -Infinity], ["NaN", "-Infinity"]],
    ["typed arrays", [new Uint8Array([1, 2]), new BigInt64Array([3n])], [[1, 2], [3]]],
    ["bytes", [new Uint8Array([1]).buffer, new DataView(new ArrayBuffer(2), 1)], [[1], [0]]],
    [
      "a generator",
      (function* () {
        yield 1;
      })(),
      [1],
    ],
    [
      "entries of a form",
      new URLSearchParams("a=1&a=2"),
      [
        ["a", "1"],
        ["a", "2"],
      ],
    ],
    ["an address", new URL("https://example.test/a"), "https://example.test/a"],
    ["a pattern", /a+/g, "/a+/g"],
    ["the fields of an instance", new Point(), { x: 1 }],
    ["boxed values", [Object(1), Object("a"), Object(2n)], [1, "a", 2]],
    ["a hole", Object.assign(new Array(2), { 1: 2 }), [null, 2]],
    ["undefined in a list", [undefined], [null]],
    [
      "the same object twice",
      (() => {
        const a = { b: 1 };
        return [a, a];
      })(),
      [{ b: 1 }, { b: 1 }],
    ],
    ["a proxy", new Proxy({ a: 1 }, {}), { a: 1 }],
    [
      "an error",
      Object.assign(new TypeError("No", { cause: "why" }), { code: 7 }),
      { name: "TypeError", message: "No", cause: "why", code: 7 },
    ],
  ])("converts %s", (_, value, expected) => {
    expect(JSON.parse(JSON.stringify(plain(value)))).toEqual(expected);
  });

  it("reports conversions", () => {
    const plainValue = { a: [1, "b", null, { c: true }] };
    expect(toPlain(plainValue, "payload").isConverted).toBe(false);
    for (const value of [new Set(), [1n], { a: new Date() }, Number.NaN, new Point()])
      expect(toPlain(value, "payload").isConverted).toBe(true);
  });

  it("leaves files to the caller, with path and position", () => {
    const { value, files } = toPlain({ list: [new Blob(["x"])] }, "payload");
    expect(files.map(({ path }) => path)).toEqual(["payload.list[0]"]);
    files[0]?.replace({ id: "f1" });
    expect(value).toEqual({ list: [{ id: "f1" }] });
    const whole = toPlain(new File(["x"], "a.txt"), "payload");
    whole.files[0]?.replace("stored");
    expect(whole.value).toBe("stored");
  });

  const circle: Record<string, unknown> = {};
  circle.a = { b: [circle] };
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  it.each<[string, unknown, string]>([
    ["a function", { on: { click: () => {} } }, "payload.on.click is a function"],
    ["a symbol", [Symbol("a")], "payload[0] is a symbol"],
    ["an element", { node: document.createElement("p") }, "payload.node is the element <p>"],
    ["an event", { e: new Event("click") }, "payload.e is an event"],
    ["the window", { "my window": globalThis }, 'payload["my window"] is the window'],
    ["a circle", circle, "payload.a.b[0] is an object that contains itself"],
    ["a promise", { p: Promise.resolve() }, "payload.p is a promise"],
    ["a React element", { $$typeof: Symbol.for("react.transitional.element") }, "payload is a React element"],
    [
      "a closed instance",
      new Map([["k", new Closed()]]),
      "payload.k is an instance of Closed, which has no fields",
    ],
    ["a WeakMap", { w: new WeakMap() }, "payload.w is an instance of WeakMap"],
    [
      "a getter that throws",
      {
        get a() {
          throw new Error("Boom");
        },
      },
      "payload.a cannot be read: Boom",
    ],
    ["a revoked proxy", { r: revoked.proxy }, "payload.r cannot be read"],
    [
      "an endless generator",
      (function* () {
        for (;;) yield "more";
      })(),
      "is too large",
    ],
    [
      "endless nesting",
      new Proxy(
        {},
        {
          ownKeys: () => ["a"],
          getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
          get: (_target, key, self) => (key === "a" ? Object.create(self) : undefined),
        },
      ),
      "cannot be",
    ],
  ])("rejects %s with its path", (_, value, problem) => {
    expect(() => plain(value)).toThrow(problem);
  });
});
