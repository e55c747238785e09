import type { SandboxLimits } from "../../../lib/code/isolate/limits.ts";

/**
 * Code that exhausts a resource, with the error that the sandbox must return or the result that it must still
 * give.
 */
export type Bomb = { code: string; says?: RegExp; gives?: unknown; limits?: Partial<SandboxLimits> };

const CPU = /computed for longer than 0.6 s/;
const WALL = /not finish within 0.8 s/;

export const quick = { cpuMs: 600 };
const short = { wallMs: 800 };
/* Error of code that may reach either limit first. */
const MEMORY_OR_CPU = /64 MB of memory|computed for longer/;

export const memory: Record<string, Bomb> = {
  "an endless list of small objects": {
    code: `const all = []; for (;;) all.push({ a: {} });`,
    says: MEMORY_OR_CPU,
  },
  "an endless list of arrays": {
    code: `const all = []; for (;;) all.push(new Array(1000).fill(1));`,
    says: MEMORY_OR_CPU,
  },
  "one huge array": { code: `return new Array(2 ** 28).fill(1).length;`, says: MEMORY_OR_CPU },
  "filling an array of the maximum length": {
    code: `const all = new Array(2 ** 32 - 1); for (let i = 0; ; i++) all[i] = i;`,
    says: MEMORY_OR_CPU,
  },
  "an endless list of typed arrays": {
    code: `const all = []; for (;;) all.push(new Uint8Array(2 ** 20).fill(1));`,
    says: MEMORY_OR_CPU,
  },
  "typed arrays, with each error caught": {
    code: `const all = []; for (;;) { try { all.push(new Uint8Array(2 ** 20).fill(1)) } catch {} }`,
    says: MEMORY_OR_CPU,
    limits: quick,
  },
  "one huge buffer": {
    code: `return new ArrayBuffer(2 ** 33).byteLength;`,
    says: /64 MB of memory|RangeError/,
  },
  "a growing buffer": {
    code: `const buffer = new ArrayBuffer(0, { maxByteLength: 2 ** 32 }); for (let n = 2 ** 20; ; n *= 2) { buffer.resize(n); new Uint8Array(buffer).fill(1); }`,
    says: /64 MB of memory|RangeError/,
  },
  "a string that keeps doubling": { code: `let text = "x"; for (;;) text += text;`, says: MEMORY_OR_CPU },
  "a string that keeps doubling and is flattened each time": {
    code: `let text = "xyz"; for (;;) { text += text; text.charCodeAt(text.length - 1); JSON.stringify(text); }`,
    says: MEMORY_OR_CPU,
  },
  "an endless list of strings": {
    code: `const all = []; for (let i = 0; ; i++) all.push(("x" + i).repeat(10000));`,
    says: MEMORY_OR_CPU,
  },
  "repeat and padEnd": {
    code: `const all = []; for (;;) all.push("ab".padEnd(2 ** 24, "cd").split(""));`,
    says: MEMORY_OR_CPU,
  },
  "a growing map": {
    code: `const map = new Map(); for (let i = 0; ; i++) map.set(i, i);`,
    says: MEMORY_OR_CPU,
  },
  "a growing map of objects": {
    code: `const map = new Map(); for (let i = 0; ; i++) map.set({ i }, { i });`,
    says: MEMORY_OR_CPU,
  },
  "a growing set of strings": {
    code: `const set = new Set(); for (let i = 0; ; i++) set.add("key" + i);`,
    says: MEMORY_OR_CPU,
  },
  "an object with endless keys": {
    code: `const all = {}; for (let i = 0; ; i++) all["key" + i] = i;`,
    says: MEMORY_OR_CPU,
  },
  "endless closures": {
    code: `const all = []; for (;;) { const big = new Array(100).fill(1); all.push(() => big); }`,
    says: MEMORY_OR_CPU,
  },
  "a regex replacement in a long string": {
    code: `return "a".repeat(2 ** 26).replace(/a/g, "aaaaaaaa").length;`,
    says: MEMORY_OR_CPU,
  },
  "millions of regex matches": {
    code: `return "ab".repeat(2 ** 23).match(/(a)(b)/g).map((m) => [m]).length;`,
    says: MEMORY_OR_CPU,
  },
  "endless new regexes": {
    code: `const all = []; for (let i = 0; ; i++) { const r = new RegExp("a{" + (i % 1000) + "}" + i); r.test("aaaa"); all.push(r); }`,
    says: MEMORY_OR_CPU,
  },
  "a BigInt that keeps growing": {
    code: `let n = 2n; for (;;) n *= n;`,
    says: /64 MB of memory|computed for longer|BigInt/,
    limits: quick,
  },
  "allocations in a timer": {
    code: `const all = []; setInterval(() => { for (let i = 0; i < 1e5; i++) all.push({ i }); }, 1); await new Promise(() => {});`,
    says: MEMORY_OR_CPU,
  },
  "allocations in promises": {
    code: `const all = []; const more = () => Promise.resolve().then(() => { for (let i = 0; i < 1e5; i++) all.push({ i }); return more(); }); await more();`,
    says: MEMORY_OR_CPU,
  },
  "an endless list of promises": {
    code: `const all = []; for (;;) all.push(new Promise(() => {}).then(() => {}));`,
    says: MEMORY_OR_CPU,
  },
  "allocations after a response from the host": {
    code: `await state.get("x"); const all = []; for (;;) all.push(new Array(1000).fill(1));`,
    says: MEMORY_OR_CPU,
  },
  "Array.from": {
    code: `return Array.from({ length: 2 ** 29 }, (_, i) => ({ i })).length;`,
    says: MEMORY_OR_CPU,
  },
  "an array that keeps growing by concat": {
    code: `let all = [1, 2, 3, 4]; for (;;) all = all.concat(all, all);`,
    says: MEMORY_OR_CPU,
  },
  "an array that keeps growing by spread": {
    code: `let all = [1, 2, 3, 4]; for (;;) all = [...all, ...all];`,
    says: MEMORY_OR_CPU,
  },
  "JSON that keeps encoding itself": {
    code: `let text = "x"; for (;;) text = JSON.stringify([text, text]);`,
    says: MEMORY_OR_CPU,
  },
  "endless suspended generators": {
    code: `const all = []; function* g() { const big = new Array(1e4).fill(0); yield big; } for (;;) { const it = g(); it.next(); all.push(it); }`,
    says: MEMORY_OR_CPU,
  },
  "endless symbols as keys": {
    code: `const all = {}; for (;;) all[Symbol("x".repeat(1000))] = 1;`,
    says: MEMORY_OR_CPU,
  },
  "endless functions made by new Function": {
    code: `const all = []; for (let i = 0; ; i++) all.push(new Function("return " + i));`,
    says: MEMORY_OR_CPU,
  },
  "a clone of its own clone, repeated": {
    code: `let all = [1]; for (;;) all = structuredClone([all, all]);`,
    says: MEMORY_OR_CPU,
  },
  "an endless chain of promises": {
    code: `const again = () => Promise.resolve().then(again); again(); await new Promise(() => {});`,
    says: MEMORY_OR_CPU,
    limits: quick,
  },
};

export const loops: Record<string, Bomb> = {
  "a loop": { code: `for (;;);`, says: CPU, limits: quick },
  "a loop inside try and finally": {
    code: `for (;;) { try { for (;;); } catch {} finally { continue; } }`,
    says: CPU,
    limits: quick,
  },
  "a loop after a response from the host": {
    code: `await state.get("x"); for (;;);`,
    says: CPU,
    limits: quick,
  },
  "a loop after a timer": {
    code: `await new Promise((done) => setTimeout(done, 5)); for (;;);`,
    says: CPU,
    limits: quick,
  },
  "a loop in a timer": { code: `setTimeout(() => { for (;;); }, 1);`, says: CPU, limits: quick },
  "a loop in the result's toJSON": { code: `return { toJSON() { for (;;); } };`, says: CPU, limits: quick },
  "a loop in a getter of the result": { code: `return { get x() { for (;;); } };`, says: CPU, limits: quick },
  "a loop in the result's then": { code: `return { then() { for (;;); } };`, says: CPU, limits: quick },
  "a loop in an error's message getter": {
    code: `throw Object.defineProperty(new Error(), "message", { get() { for (;;); } });`,
    says: CPU,
    limits: quick,
  },
  "a loop in toJSON of a logged value": {
    code: `console.log({ toJSON() { for (;;); } });`,
    says: CPU,
    limits: quick,
  },
  "a loop of microtasks": {
    code: `const again = () => void Promise.resolve().then(again); again(); await new Promise(() => {});`,
    says: CPU,
    limits: quick,
  },
  "a loop of await": { code: `for (;;) await null;`, says: CPU, limits: quick },
  "a loop of queueMicrotask": {
    code: `const again = () => queueMicrotask(again); again();`,
    says: CPU,
    limits: quick,
  },
  "async recursion": {
    code: `const f = async () => { await null; return f(); }; await f();`,
    says: /computed for longer|64 MB/,
    limits: quick,
  },
  "an iterator that never ends": {
    code: `const it = { [Symbol.iterator]: () => ({ next: () => ({ done: false }) }) }; return Math.max(...it);`,
    says: MEMORY_OR_CPU,
    limits: quick,
  },
  "an endless sort comparator": { code: `[1, 2, 3].sort(() => { for (;;); });`, says: CPU, limits: quick },
  "a backtracking regex": {
    code: `return /^(a+)+$/.test("a".repeat(40) + "!");`,
    says: CPU,
    limits: quick,
  },
  "a backtracking regex with nested groups": {
    code: `return /(x+x+)+y/.test("x".repeat(60));`,
    says: CPU,
    limits: quick,
  },
  "a backtracking regex in replace": {
    code: `return "a".repeat(50000).replace(/(a*)*b/g, "");`,
    says: /computed for longer|Maximum call stack|RangeError/,
    limits: quick,
  },
  "a regex with a look-behind": {
    code: `return /(?<=(a|aa)+)b/.test("a".repeat(60) + "c" + "a".repeat(60));`,
    gives: false,
  },
  "an interval of 0 ms": { code: `setInterval(() => {}, 0);`, says: WALL, limits: short },
  "timers that each start two timers": {
    code: `const more = () => { setTimeout(more); setTimeout(more); }; more();`,
    says: /computed for longer|not finish within|timers already/,
    limits: { ...quick, wallMs: 3_000 },
  },
  "a million timers": {
    code: `for (let i = 0; i < 1e6; i++) setTimeout(() => {}, 1e6 - i);`,
    says: /10000 timers already/,
  },
  "a promise that never settles": {
    code: `await new Promise(() => {});`,
    says: /can never settle/,
  },
  "a thenable that never settles": { code: `return { then() {} };`, says: /can never settle/ },
  "a timer with a very long delay": { code: `setTimeout(() => resolve(1), 1e9);`, says: WALL, limits: short },
  "a promise that never settles, with an interval": {
    code: `setInterval(() => {}, 10); await new Promise(() => {});`,
    says: WALL,
    limits: short,
  },
  "a loop until a distant date": {
    code: `const end = Date.now() + 1e9; while (Date.now() < end);`,
    says: CPU,
    limits: quick,
  },
};

export const floods: Record<string, Bomb> = {
  "endless concurrent calls to the host": { code: `for (;;) state.get("x");`, says: /1,000 calls/ },
  "endless concurrent calls to the host, with errors caught": {
    code: `for (;;) { try { state.get("x").catch(() => {}) } catch {} }`,
    says: /1,000 calls/,
  },
  "5,000 concurrent calls to the host": {
    code: `await Promise.all(Array.from({ length: 5000 }, () => state.get("x")));`,
    says: /1,000 calls/,
  },
  "endless sequential calls to the host": {
    code: `for (;;) await state.get("x");`,
    says: /not finish within 2.5 s.*limited to 100 a second/s,
    limits: { wallMs: 2_500 },
  },
  "endless calls of fetch": {
    code: `for (;;) fetch("http://127.0.0.1").catch(() => {});`,
    says: /1,000 calls/,
  },
  "endless random bytes": {
    code: `for (;;) crypto.getRandomValues(new Uint8Array(65536));`,
    says: CPU,
    limits: quick,
  },
  "twenty large values sent to the host": {
    code: `const big = "x".repeat(900_000); for (let i = 0; i < 20; i++) state.set("k" + i, big).catch(() => {}); await new Promise((done) => setTimeout(done, 100)); return "done";`,
    says: undefined,
    gives: "done",
  },
  "a value too large for the host": {
    code: `await state.set("x", "x".repeat(2_000_000));`,
    says: /at most 1 MB/,
  },
  "a million log lines": {
    code: `for (let i = 0; i < 1e6; i++) console.log("line", i); return 1;`,
    gives: 1,
  },
  "endless log lines": { code: `for (;;) console.log("line");`, says: CPU, limits: quick },
  "a log line of 32 MB": { code: `console.log("x".repeat(2 ** 25)); return 1;`, gives: 1 },
  "a logged list of 100,000 objects": {
    code: `console.log(Array.from({ length: 1e5 }, (_, i) => ({ i }))); return 1;`,
    gives: 1,
  },
  "resolve called a million times": {
    code: `for (let i = 0; i < 1e6; i++) resolve(i); return "no";`,
    gives: 0,
  },
  "a loop after resolve": { code: `resolve("first"); for (;;);`, gives: "first" },
  "a looping timer after resolve": {
    code: `resolve("first"); setInterval(() => { for (;;); }, 0);`,
    gives: "first",
  },
  "endless microtasks after resolve": {
    code: `resolve("first"); const again = () => Promise.resolve().then(again); again();`,
    gives: "first",
  },
  "a million calls after resolve": {
    code: `resolve("first"); for (let i = 0; i < 1e6; i++) { try { state.set("late", i); } catch {} }`,
    gives: "first",
  },
  "an error after resolve": { code: `resolve("first"); throw new Error("late");`, gives: "first" },
  "resolve called with itself": { code: `resolve(resolve);`, says: /cannot be converted to JSON/ },
  "resolve called with nested promises": {
    code: `resolve(Promise.resolve({ then: (done) => done(Promise.resolve(5)) }));`,
    gives: 5,
  },
};
