import type { Limits } from "../../../lib/sandbox/limits.ts";

/** Code that takes too much of something, and how the sandbox is to say so, or what comes of it all the same. */
export type Bomb = { code: string; says?: RegExp; gives?: unknown; limits?: Partial<Limits> };

const CPU = /computed for longer than 0.6 s/;
const WALL = /not done after 0.8 s/;

const quick = { cpuMs: 600 };
const short = { wallMs: 800 };
/* Where two limits may be the first to be met. */
const MEMORY_OR_CPU = /64 MB of memory|computed for longer/;

export const memory: Record<string, Bomb> = {
  "small objects without end": { code: `const all = []; for (;;) all.push({ a: {} });`, says: MEMORY_OR_CPU },
  "arrays of arrays": {
    code: `const all = []; for (;;) all.push(new Array(1000).fill(1));`,
    says: MEMORY_OR_CPU,
  },
  "one huge array": { code: `return new Array(2 ** 28).fill(1).length;`, says: MEMORY_OR_CPU },
  "an array of the greatest length, filled": {
    code: `const all = new Array(2 ** 32 - 1); for (let i = 0; ; i++) all[i] = i;`,
    says: MEMORY_OR_CPU,
  },
  "typed arrays that are kept": {
    code: `const all = []; for (;;) all.push(new Uint8Array(2 ** 20).fill(1));`,
    says: MEMORY_OR_CPU,
  },
  "typed arrays whose failure is caught": {
    code: `const all = []; for (;;) { try { all.push(new Uint8Array(2 ** 20).fill(1)) } catch {} }`,
    says: MEMORY_OR_CPU,
    limits: quick,
  },
  "one huge buffer": {
    code: `return new ArrayBuffer(2 ** 33).byteLength;`,
    says: /64 MB of memory|RangeError/,
  },
  "a buffer that grows": {
    code: `const buffer = new ArrayBuffer(0, { maxByteLength: 2 ** 32 }); for (let n = 2 ** 20; ; n *= 2) { buffer.resize(n); new Uint8Array(buffer).fill(1); }`,
    says: /64 MB of memory|RangeError/,
  },
  "a string that doubles": { code: `let text = "x"; for (;;) text += text;`, says: MEMORY_OR_CPU },
  "a string that doubles, and is made flat": {
    code: `let text = "xyz"; for (;;) { text += text; text.charCodeAt(text.length - 1); JSON.stringify(text); }`,
    says: MEMORY_OR_CPU,
  },
  "strings in a list": {
    code: `const all = []; for (let i = 0; ; i++) all.push(("x" + i).repeat(10000));`,
    says: MEMORY_OR_CPU,
  },
  "repeat and padEnd": {
    code: `const all = []; for (;;) all.push("ab".padEnd(2 ** 24, "cd").split(""));`,
    says: MEMORY_OR_CPU,
  },
  "a map that grows": {
    code: `const map = new Map(); for (let i = 0; ; i++) map.set(i, i);`,
    says: MEMORY_OR_CPU,
  },
  "a map of objects": {
    code: `const map = new Map(); for (let i = 0; ; i++) map.set({ i }, { i });`,
    says: MEMORY_OR_CPU,
  },
  "a set of strings": {
    code: `const set = new Set(); for (let i = 0; ; i++) set.add("key" + i);`,
    says: MEMORY_OR_CPU,
  },
  "an object as a dictionary": {
    code: `const all = {}; for (let i = 0; ; i++) all["key" + i] = i;`,
    says: MEMORY_OR_CPU,
  },
  closures: {
    code: `const all = []; for (;;) { const big = new Array(100).fill(1); all.push(() => big); }`,
    says: MEMORY_OR_CPU,
  },
  "a regex over a long text": {
    code: `return "a".repeat(2 ** 26).replace(/a/g, "aaaaaaaa").length;`,
    says: MEMORY_OR_CPU,
  },
  "matches of a regex": {
    code: `return "ab".repeat(2 ** 23).match(/(a)(b)/g).map((m) => [m]).length;`,
    says: MEMORY_OR_CPU,
  },
  "regexes without end": {
    code: `const all = []; for (let i = 0; ; i++) { const r = new RegExp("a{" + (i % 1000) + "}" + i); r.test("aaaa"); all.push(r); }`,
    says: MEMORY_OR_CPU,
  },
  "numbers as large as they get": {
    code: `let n = 2n; for (;;) n *= n;`,
    says: /64 MB of memory|computed for longer|BigInt/,
    limits: quick,
  },
  "in a timer": {
    code: `const all = []; setInterval(() => { for (let i = 0; i < 1e5; i++) all.push({ i }); }, 1); await new Promise(() => {});`,
    says: MEMORY_OR_CPU,
  },
  "in promises": {
    code: `const all = []; const more = () => Promise.resolve().then(() => { for (let i = 0; i < 1e5; i++) all.push({ i }); return more(); }); await more();`,
    says: MEMORY_OR_CPU,
  },
  "promises without end": {
    code: `const all = []; for (;;) all.push(new Promise(() => {}).then(() => {}));`,
    says: MEMORY_OR_CPU,
  },
  "after an answer of the host": {
    code: `await state.get("x"); const all = []; for (;;) all.push(new Array(1000).fill(1));`,
    says: MEMORY_OR_CPU,
  },
  "Array.from": {
    code: `return Array.from({ length: 2 ** 29 }, (_, i) => ({ i })).length;`,
    says: MEMORY_OR_CPU,
  },
  "flat and concat": {
    code: `let all = [1, 2, 3, 4]; for (;;) all = all.concat(all, all);`,
    says: MEMORY_OR_CPU,
  },
  spread: { code: `let all = [1, 2, 3, 4]; for (;;) all = [...all, ...all];`, says: MEMORY_OR_CPU },
  "JSON of itself": {
    code: `let text = "x"; for (;;) text = JSON.stringify([text, text]);`,
    says: MEMORY_OR_CPU,
  },
  generators: {
    code: `const all = []; function* g() { const big = new Array(1e4).fill(0); yield big; } for (;;) { const it = g(); it.next(); all.push(it); }`,
    says: MEMORY_OR_CPU,
  },
  "symbols and private names": {
    code: `const all = {}; for (;;) all[Symbol("x".repeat(1000))] = 1;`,
    says: MEMORY_OR_CPU,
  },
  "functions that are made": {
    code: `const all = []; for (let i = 0; ; i++) all.push(new Function("return " + i));`,
    says: MEMORY_OR_CPU,
  },
  "a clone of a clone": {
    code: `let all = [1]; for (;;) all = structuredClone([all, all]);`,
    says: MEMORY_OR_CPU,
  },
};

export const loops: Record<string, Bomb> = {
  "a loop": { code: `for (;;);`, says: CPU, limits: quick },
  "a loop in a try that catches all": {
    code: `for (;;) { try { for (;;); } catch {} finally { continue; } }`,
    says: CPU,
    limits: quick,
  },
  "a loop after an answer of the host": { code: `await state.get("x"); for (;;);`, says: CPU, limits: quick },
  "a loop after a timer": {
    code: `await new Promise((done) => setTimeout(done, 5)); for (;;);`,
    says: CPU,
    limits: quick,
  },
  "a loop in a timer": { code: `setTimeout(() => { for (;;); }, 1);`, says: CPU, limits: quick },
  "a loop in toJSON of the result": { code: `return { toJSON() { for (;;); } };`, says: CPU, limits: quick },
  "a loop in a getter of the result": { code: `return { get x() { for (;;); } };`, says: CPU, limits: quick },
  "a loop in then of the result": { code: `return { then() { for (;;); } };`, says: CPU, limits: quick },
  "a loop in the message of an error": {
    code: `throw Object.defineProperty(new Error(), "message", { get() { for (;;); } });`,
    says: CPU,
    limits: quick,
  },
  "a loop in toString of a log": {
    code: `console.log({ toJSON() { for (;;); } });`,
    says: CPU,
    limits: quick,
  },
  "a loop of microtasks": {
    code: `const again = () => Promise.resolve().then(again); again(); await new Promise(() => {});`,
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
  "a sort that compares for ever": { code: `[1, 2, 3].sort(() => { for (;;); });`, says: CPU, limits: quick },
  "a regex that backtracks": {
    code: `return /^(a+)+$/.test("a".repeat(40) + "!");`,
    says: CPU,
    limits: quick,
  },
  "a regex with alternatives": { code: `return /(x+x+)+y/.test("x".repeat(60));`, says: CPU, limits: quick },
  "a regex in replace": {
    code: `return "a".repeat(50000).replace(/(a*)*b/g, "");`,
    says: /computed for longer|Maximum call stack|RangeError/,
    limits: quick,
  },
  "a regex with a look-behind": {
    code: `return /(?<=(a|aa)+)b/.test("a".repeat(60) + "c" + "a".repeat(60));`,
    gives: false,
  },
  "a timer that comes again at once": { code: `setInterval(() => {}, 0);`, says: WALL, limits: short },
  "timers that beget timers": {
    code: `const more = () => { setTimeout(more); setTimeout(more); }; more();`,
    says: /computed for longer|not done after|timers already/,
    limits: { ...quick, wallMs: 3_000 },
  },
  "timers without number": {
    code: `for (let i = 0; i < 1e6; i++) setTimeout(() => {}, 1e6 - i);`,
    says: /10000 timers already/,
  },
  "a promise that nothing settles": {
    code: `await new Promise(() => {});`,
    says: /nothing will ever settle/,
  },
  "a thenable that nothing settles": { code: `return { then() {} };`, says: /nothing will ever settle/ },
  "a timer far away": { code: `setTimeout(() => resolve(1), 1e9);`, says: WALL, limits: short },
  "a promise beside a timer": {
    code: `setInterval(() => {}, 10); await new Promise(() => {});`,
    says: WALL,
    limits: short,
  },
  "a date that never comes": {
    code: `const end = Date.now() + 1e9; while (Date.now() < end);`,
    says: CPU,
    limits: quick,
  },
};

export const floods: Record<string, Bomb> = {
  "calls of the host at once": { code: `for (;;) state.get("x");`, says: /1,000 calls/ },
  "calls of the host at once, caught": {
    code: `for (;;) { try { state.get("x").catch(() => {}) } catch {} }`,
    says: /1,000 calls/,
  },
  "calls of the host in promises": {
    code: `await Promise.all(Array.from({ length: 5000 }, () => state.get("x")));`,
    says: /1,000 calls/,
  },
  "calls of the host one after the other": {
    code: `for (;;) await state.get("x");`,
    says: /not done after 2.5 s.*let through 100 a second/s,
    limits: { wallMs: 2_500 },
  },
  "calls of fetch": { code: `for (;;) fetch("http://127.0.0.1").catch(() => {});`, says: /1,000 calls/ },
  "random numbers": {
    code: `for (;;) crypto.getRandomValues(new Uint8Array(65536));`,
    says: CPU,
    limits: quick,
  },
  "large values to the host": {
    code: `const big = "x".repeat(900_000); for (let i = 0; i < 20; i++) state.set("k" + i, big).catch(() => {}); await new Promise((done) => setTimeout(done, 100)); return "done";`,
    says: undefined,
    gives: "done",
  },
  "a value too large for the host": {
    code: `await state.set("x", "x".repeat(2_000_000));`,
    says: /at most 1 MB/,
  },
  "lines of log": { code: `for (let i = 0; i < 1e6; i++) console.log("line", i); return 1;`, gives: 1 },
  "lines of log without end": { code: `for (;;) console.log("line");`, says: CPU, limits: quick },
  "a log of 50 MB": { code: `console.log("x".repeat(2 ** 25)); return 1;`, gives: 1 },
  "a log that is an object of many": {
    code: `console.log(Array.from({ length: 1e5 }, (_, i) => ({ i }))); return 1;`,
    gives: 1,
  },
  "resolve again and again": { code: `for (let i = 0; i < 1e6; i++) resolve(i); return "no";`, gives: 0 },
  "resolve, and on": { code: `resolve("first"); for (;;);`, gives: "first" },
  "resolve, and timers on": {
    code: `resolve("first"); setInterval(() => { for (;;); }, 0);`,
    gives: "first",
  },
  "resolve, and microtasks on": {
    code: `resolve("first"); const again = () => Promise.resolve().then(again); again();`,
    gives: "first",
  },
  "resolve, and calls on": {
    code: `resolve("first"); for (let i = 0; i < 1e6; i++) { try { state.set("late", i); } catch {} }`,
    gives: "first",
  },
  "resolve, and throw": { code: `resolve("first"); throw new Error("late");`, gives: "first" },
  "resolve with itself": { code: `resolve(resolve);`, says: /cannot be made into JSON/ },
  "resolve with a promise of a promise": {
    code: `resolve(Promise.resolve({ then: (done) => done(Promise.resolve(5)) }));`,
    gives: 5,
  },
};

const words = /\S/;

export const results: Record<string, Bomb> = {
  "a string of 2 MB": { code: `return "x".repeat(2_000_000);`, says: /larger than 1 MB/ },
  "a string of 200 MB": { code: `return "x".repeat(200_000_000);`, says: /larger than 1 MB|64 MB/ },
  "two-byte characters of more than 1 MB": { code: `return "ä".repeat(600_000);`, says: /larger than 1 MB/ },
  "a list of a million": {
    code: `return Array.from({ length: 1e6 }, (_, i) => i);`,
    says: /larger than 1 MB/,
  },
  "just 1 MB": { code: `return "x".repeat(999_998);`, gives: "x".repeat(999_998) },
  "a cycle": { code: `const a = {}; a.a = a; return a;`, says: /circular/ },
  "a cycle by toJSON": {
    code: `const a = { toJSON: () => ({ a }) }; return a;`,
    says: /Maximum call stack|64 MB|computed/,
  },
  depth: {
    code: `let a = {}; for (let i = 0; i < 1e5; i++) a = { a }; return a;`,
    says: /Maximum call stack|cannot be made/,
  },
  "a function": { code: `return () => {};`, says: /no form for a function/ },
  "a symbol": { code: `return Symbol("x");`, says: /no form for a symbol/ },
  "a BigInt": { code: `return 10n ** 20n;`, gives: "100000000000000000000" },
  "a Map in a Set": { code: `return new Set([new Map([["a", 1n]])]);`, gives: [{ a: "1" }] },
  "NaN, Infinity and -0": { code: `return [NaN, Infinity, -0];`, gives: [null, null, 0] },
  "a date that is none": { code: `return [new Date(NaN)];`, gives: [null] },
  "a proxy": { code: `return new Proxy({ a: 1 }, {});`, gives: { a: 1 } },
  "a proxy that throws": {
    code: `return new Proxy({}, { ownKeys() { throw new Error("mine"); } });`,
    says: /mine/,
  },
  "a proxy that was revoked": {
    code: `const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy;`,
    says: /revoked/,
  },
  "a proxy of proxies without end": {
    code: `const more = () => new Proxy({}, { ownKeys: () => ["a"], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }), get: (_, key) => key === "a" ? more() : undefined }); return more();`,
    says: /Maximum call stack|64 MB|computed/,
  },
  "a proxy of an array that is endless": {
    code: `return new Proxy([], { get: (target, key) => key === "length" ? 2 ** 53 : target[key] });`,
    says: /64 MB of memory|computed for longer|Invalid string length/,
    limits: quick,
  },
  "a thenable that throws": { code: `return { get then() { throw new Error("mine"); } };`, says: /mine/ },
  "a thenable that resolves twice": { code: `return { then(done) { done(1); done(2); } };`, gives: 1 },
  "a thenable of thenables": {
    code: `const more = { then(done) { done(more); } }; return more;`,
    says: /computed for longer|64 MB/,
    limits: quick,
  },
  "characters of all kinds": {
    code: `return "\\u0000\\ud800\\u2028😀\\u202e";`,
    gives: "\u0000\ud800\u2028😀\u202e",
  },
  "keys of all kinds": {
    code: `return { "\\u0000": 1, "": 2, "__proto__x": 3 };`,
    gives: { "\u0000": 1, "": 2, __proto__x: 3 },
  },
  nothing: { code: ``, gives: null },
};

export const thrown: Record<string, Bomb> = {
  "a string": { code: `throw "mine";`, says: /threw mine/ },
  null: { code: `throw null;`, says: /threw null/ },
  undefined: { code: `throw undefined;`, says: /threw undefined/ },
  "a number": { code: `throw 7;`, says: /threw 7/ },
  "a symbol": { code: `throw Symbol("mine");`, says: /mine/ },
  "a function": { code: `throw () => {};`, says: /function/ },
  "an object": { code: `throw { code: 7 };`, says: /"code":7/ },
  "an object that cannot be read": {
    code: `throw new Proxy({}, { get() { throw 1; }, ownKeys() { throw 1; }, getPrototypeOf() { throw 1; } });`,
    says: words,
  },
  "an error whose name, message and stack throw": {
    code: `throw Object.defineProperties(new Error(), { name: { get() { throw 1; } }, message: { get() { throw 1; } }, stack: { get() { throw 1; } } });`,
    says: words,
  },
  "an error whose message is no string": {
    code: `const e = new Error(); e.message = { toString() { throw 1; } }; e.stack = 7; e.name = Symbol("x"); throw e;`,
    says: words,
  },
  "an error with a message of 50 MB": {
    code: `throw new Error("x".repeat(2 ** 24));`,
    says: /threw Error: xxx/,
  },
  "an error with a stack of its own": {
    code: `const e = new Error("mine"); e.stack = "at code.js:999999:1"; throw e;`,
    says: /threw Error: mine\./,
  },
  "a stack that names what is not there": {
    code: `const e = new Error("mine"); e.stack = "code.js:99999999999999999999:99999999999999999999"; throw e;`,
    says: /mine/,
  },
  "an error of its own class": {
    code: `class Mine extends Error { get name() { return "Mine"; } } throw new Mine("x");`,
    says: /threw Mine: x \(line 1, column/,
  },
  "an AggregateError": {
    code: `await Promise.any([Promise.reject(new Error("mine"))]);`,
    says: /AggregateError/,
  },
  "a rejection that nobody catches": { code: `Promise.reject(new Error("mine"));`, says: /mine/ },
  "a rejection of an object that nobody catches": {
    code: `Promise.reject({ get message() { throw 1; } }); setTimeout(() => {}, 50);`,
    says: words,
  },
  "an error in a timer": { code: `setTimeout(() => { throw new Error("mine"); }, 1);`, says: /mine/ },
  "an error in a microtask": { code: `queueMicrotask(() => { throw new Error("mine"); });`, says: /mine/ },
  "an error in a message of 4 MB of code": {
    code: `\n\nfoo.bar(${JSON.stringify("x".repeat(200_000))})`,
    says: /line 3, column 1/,
  },
  "no recursion's end": { code: `const f = () => f() + 1; f();`, says: /Maximum call stack/ },
  "no recursion's end, caught": {
    code: `const f = () => { try { return f(); } catch { return f(); } }; f();`,
    says: /Maximum call stack|computed for longer/,
    limits: quick,
  },
  "no recursion's end, in JSON.parse": {
    code: `return JSON.parse("[".repeat(1e6));`,
    says: /SyntaxError|Maximum call stack/,
  },
  "no recursion's end, in a regex": {
    code: `return new RegExp("(".repeat(1e5) + ")".repeat(1e5)).test("");`,
    says: /SyntaxError|Maximum call stack/,
  },
  "no recursion's end, in the parser": {
    code: `return eval("(".repeat(1e5));`,
    says: /SyntaxError|Maximum call stack/,
  },
  "no recursion's end, in toString": {
    code: `const a = []; a[0] = a; const b = { toString() { return String(b); } }; return String(b);`,
    says: /Maximum call stack/,
  },
};

export const overwritten: Record<string, Bomb> = {
  JSON: {
    code: `JSON.stringify = JSON.parse = () => { throw 1; }; globalThis.JSON = null; return { a: 1 };`,
    gives: { a: 1 },
  },
  Promise: { code: `Promise.prototype.then = null; globalThis.Promise = null; return 1;`, gives: 1 },
  "Promise, and the host": {
    code: `Promise.prototype.then = () => {}; globalThis.Promise = null; await state.set("o", 5); return await state.get("o");`,
    gives: 5,
  },
  "Array.prototype": {
    code: `for (const name of Object.getOwnPropertyNames(Array.prototype)) { try { Array.prototype[name] = () => { throw 1; }; } catch {} } Array.prototype[Symbol.iterator] = null; console.log("a", [1]); return [1, 2];`,
    gives: [1, 2],
  },
  "Object and Reflect": {
    code: `globalThis.Object = globalThis.Reflect = globalThis.String = globalThis.Error = globalThis.Map = undefined; return { a: 1 };`,
    gives: { a: 1 },
  },
  "Function.prototype": {
    code: `Function.prototype.call = Function.prototype.apply = Function.prototype.bind = null; return 1;`,
    gives: 1,
  },
  "Object.prototype.toJSON": {
    code: `Object.prototype.toJSON = () => "mine"; return { a: 1 };`,
    gives: "mine",
  },
  "String.prototype": {
    code: `for (const name of Object.getOwnPropertyNames(String.prototype)) { try { String.prototype[name] = null; } catch {} } return "a";`,
    gives: "a",
  },
  "Date.now and timers": {
    code: `Date.now = () => 0; const wait = setTimeout; globalThis.setTimeout = null; wait(() => resolve(1), 5);`,
    gives: 1,
  },
  "resolve and console": {
    code: `const done = resolve; globalThis.resolve = globalThis.console = null; done(1);`,
    gives: 1,
  },
  "Symbol.hasInstance": {
    code: `Object.defineProperty(Error, Symbol.hasInstance, { value: () => { throw new TypeError("mine"); } }); Object.defineProperty(Map, Symbol.hasInstance, { value: () => true }); return { a: 1 };`,
    says: words,
  },
  "a setter of an index": {
    code: `Object.defineProperty(Array.prototype, 0, { set() { throw new Error("mine"); } }); console.log(1); return new Set([1]);`,
    says: words,
  },
  everything: {
    code: `for (const name of Object.getOwnPropertyNames(globalThis)) { try { globalThis[name] = null; } catch {} } return 1;`,
    gives: 1,
  },
};

/** What is no program. */
export const sources: Record<string, Bomb> = {
  "a break out of the function": {
    code: `}); throw new Error("out"); (async () => {`,
    says: /does not compile/,
  },
  "a break out, otherwise": { code: `} ; for (;;); {`, says: /does not compile/ },
  import: { code: `import fs from "node:fs"; return fs;`, says: /does not compile[\s\S]*no modules/ },
  export: { code: `export default 1;`, says: /does not compile/ },
  "a name that is kept": { code: `let let = 1;`, says: /does not compile/ },
  "half a string": { code: `return "abc`, says: /does not compile.*line 1/ },
  "characters of no language": { code: `return \u0000\u2028 \u{1F4A9}`, says: /does not compile/ },
  JSX: { code: `return <p>hi</p>;`, says: /does not compile/ },
  TypeScript: { code: `const n: number = 1; enum A { B = 2 } return (n as number) + A.B;`, gives: 3 },
  "an end that is a comment": { code: `return 1 // end`, gives: 1 },
  "another name of the source": { code: `//# sourceURL=/etc/passwd\nnull.x`, says: /line 2, column/ },
  "a nest of 100,000": { code: `return ${"[".repeat(100_000)}${"]".repeat(100_000)}`, says: words },
  "a million statements": { code: `let n = 0;${"n++;".repeat(200_000)} return n;`, gives: 200_000 },
  "strict by itself": { code: `"use strict"; undefinedName = 1;`, says: /undefinedName is not defined/ },
};
