import { describe, expect, it, test } from "vitest";
import { addressBits, textBits } from "./message-bits";

const words = new Set("rye spelt flour oats page next hours order kind".split(" "));
const mill = "https://mill.test";
const site = (...paths: string[]) => ({
  words,
  last: paths.at(-1) ?? "",
  addresses: new Map(paths.map((path) => [`${mill}${path}`, path])),
});
const bits = (path: string, of = site("/", "/hours", "/flour?page=1"), host = "") =>
  addressBits({ address: `${mill}${path}`, path, host }, of);

describe("the bits of an address", () => {
  it("are those of the choice among the named addresses", () => {
    expect(bits("/hours")).toBeCloseTo(1 + Math.log2(3));
    expect(bits("/hours", site("/hours"))).toBe(1);
    const alphabet = Array.from({ length: 256 }, (_, n) => `/${n}`);
    expect(bits("/77", site(...alphabet))).toBe(9);
  });

  it("are few for the next page, and more for a farther one", () => {
    const next = bits("/flour?page=2");
    expect(next).toBeLessThan(11);
    expect(bits("/flour?page=900")).toBeGreaterThan(next + 8);
  });

  it("are few for known words and many for others", () => {
    const known = bits("/rye");
    expect(known).toBeLessThan(13);
    expect(bits("/sourdough")).toBeGreaterThan(40);
    expect(bits("/c2stbGl2ZS1yeWUtNDcxMQ")).toBeGreaterThan(120);
  });

  it("include a host that is not known, needless escapes and unusual characters", () => {
    const plain = bits("/hours");
    expect(bits("/flour", undefined, "secret.mill.test")).toBeGreaterThan(plain + 60);
    expect(bits("/%68ours")).toBeGreaterThan(plain + 30);
    expect(bits("/hours,,;!")).toBeGreaterThan(plain + 40);
  });
});

test("a text costs little if its words are known, and all that it can carry otherwise", () => {
  expect(textBits("", words)).toBe(0);
  expect(textBits("rye flour", words)).toBeLessThan(16);
  expect(textBits("4711", words)).toBeGreaterThan(Math.log2(10_000));
  expect(textBits("neighbour-code-7391", words)).toBeGreaterThan(90);
  expect(textBits("🌾🌾🌾", words)).toBeGreaterThan(3 * 16);
});

test("a choice of capitals costs what it can carry", () => {
  expect(textBits("rYe", words)).toBeGreaterThan(textBits("rye", words) + 1);
});

/** Kraft's inequality: codes of these lengths exist only if the sum is at most 1. */
test("a site cannot receive more messages of n bits than 2^n", () => {
  const named = site(...Array.from({ length: 20 }, (_, n) => `/p/${n}`));
  const digits = Array.from({ length: 10_000 }, (_, n) => `/p/${n}`);
  const sum = digits.reduce((total, path) => total + 2 ** -bits(path, named), 0);
  expect(sum).toBeLessThanOrEqual(1);
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  const texts = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => `${a}${b}${c}`)));
  const all = [...words, ...texts, ...[...words].flatMap((a) => [...words].map((b) => `${a} ${b}`))];
  expect(all.reduce((total, text) => total + 2 ** -textBits(text, words), 0)).toBeLessThanOrEqual(1);
});
