import { type Bomb, quick } from "./bombs";

/* Code whose result, error, globals or text is made to mislead the host. */

const words = /\S/;

export const results: Record<string, Bomb> = {
  "a string of 2 MB": { code: `return "x".repeat(2_000_000);`, says: /larger than 1 MB/ },
  "a string of 200 MB": { code: `return "x".repeat(200_000_000);`, says: /larger than 1 MB|64 MB/ },
  "two-byte characters of more than 1 MB": { code: `return "ä".repeat(600_000);`, says: /larger than 1 MB/ },
  "a list of a million numbers": {
    code: `return Array.from({ length: 1e6 }, (_, i) => i);`,
    says: /larger than 1 MB/,
  },
  "a string of exactly 1 MB": { code: `return "x".repeat(999_998);`, gives: "x".repeat(999_998) },
  "a circular object": { code: `const a = {}; a.a = a; return a;`, says: /circular/ },
  "an endless toJSON": {
    code: `const a = { toJSON: () => ({ a }) }; return a;`,
    says: /Maximum call stack|64 MB|computed/,
  },
  "an object nested 100,000 levels deep": {
    code: `let a = {}; for (let i = 0; i < 1e5; i++) a = { a }; return a;`,
    says: /Maximum call stack|cannot be converted/,
  },
  "a function": { code: `return () => {};`, says: /no form for a function/ },
  "a symbol": { code: `return Symbol("x");`, says: /no form for a symbol/ },
  "a BigInt": { code: `return 10n ** 20n;`, gives: "100000000000000000000" },
  "a Map in a Set": { code: `return new Set([new Map([["a", 1n]])]);`, gives: [{ a: "1" }] },
  "NaN, Infinity and -0": { code: `return [NaN, Infinity, -0];`, gives: [null, null, 0] },
  "an invalid date": { code: `return [new Date(NaN)];`, gives: [null] },
  "a proxy": { code: `return new Proxy({ a: 1 }, {});`, gives: { a: 1 } },
  "a proxy that throws": {
    code: `return new Proxy({}, { ownKeys() { throw new Error("mine"); } });`,
    says: /mine/,
  },
  "a revoked proxy": {
    code: `const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy;`,
    says: /revoked/,
  },
  "a proxy with endless nested proxies": {
    code: `const more = () => new Proxy({}, { ownKeys: () => ["a"], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }), get: (_, key) => key === "a" ? more() : undefined }); return more();`,
    says: /Maximum call stack|64 MB|computed/,
  },
  "a proxy of an array with a huge length": {
    code: `return new Proxy([], { get: (target, key) => key === "length" ? 2 ** 53 : target[key] });`,
    says: /64 MB of memory|computed for longer|Invalid string length/,
    limits: quick,
  },
  "a thenable that throws": { code: `return { get then() { throw new Error("mine"); } };`, says: /mine/ },
  "a thenable that resolves twice": { code: `return { then(done) { done(1); done(2); } };`, gives: 1 },
  "a thenable that resolves with itself": {
    code: `const more = { then(done) { done(more); } }; return more;`,
    says: /computed for longer|64 MB/,
    limits: quick,
  },
  "a string with unusual characters": {
    code: `return "\\u0000\\ud800\\u2028😀\\u202e";`,
    gives: "\u0000\ud800\u2028😀\u202e",
  },
  "unusual keys": {
    code: `return { "\\u0000": 1, "": 2, "__proto__x": 3 };`,
    gives: { "\u0000": 1, "": 2, __proto__x: 3 },
  },
  "no result": { code: ``, gives: null },
};

export const thrown: Record<string, Bomb> = {
  "a string": { code: `throw "mine";`, says: /threw mine/ },
  null: { code: `throw null;`, says: /threw null/ },
  undefined: { code: `throw undefined;`, says: /threw undefined/ },
  "a number": { code: `throw 7;`, says: /threw 7/ },
  "a symbol": { code: `throw Symbol("mine");`, says: /mine/ },
  "a function": { code: `throw () => {};`, says: /function/ },
  "an object": { code: `throw { code: 7 };`, says: /"code":7/ },
  "an unreadable object": {
    code: `throw new Proxy({}, { get() { throw 1; }, ownKeys() { throw 1; }, getPrototypeOf() { throw 1; } });`,
    says: words,
  },
  "an error whose getters throw": {
    code: `throw Object.defineProperties(new Error(), { name: { get() { throw 1; } }, message: { get() { throw 1; } }, stack: { get() { throw 1; } } });`,
    says: words,
  },
  "an error whose message is not a string": {
    code: `const e = new Error(); e.message = { toString() { throw 1; } }; e.stack = 7; e.name = Symbol("x"); throw e;`,
    says: words,
  },
  "an error with a message of 16 MB": {
    code: `throw new Error("x".repeat(2 ** 24));`,
    says: /threw Error: xxx/,
  },
  "an error with a faked stack": {
    code: `const e = new Error("mine"); e.stack = "at code.js:999999:1"; throw e;`,
    says: /threw Error: mine\./,
  },
  "a faked stack with huge positions": {
    code: `const e = new Error("mine"); e.stack = "code.js:99999999999999999999:99999999999999999999"; throw e;`,
    says: /mine/,
  },
  "an error of a custom class": {
    code: `class Mine extends Error { get name() { return "Mine"; } } throw new Mine("x");`,
    says: /threw Mine: x \(line 1, column/,
  },
  "an AggregateError": {
    code: `await Promise.any([Promise.reject(new Error("mine"))]);`,
    says: /AggregateError/,
  },
  "an unhandled rejection": { code: `Promise.reject(new Error("mine"));`, says: /mine/ },
  "an unhandled rejection with an object": {
    code: `Promise.reject({ get message() { throw 1; } }); setTimeout(() => {}, 50);`,
    says: words,
  },
  "an error in a timer": { code: `setTimeout(() => { throw new Error("mine"); }, 1);`, says: /mine/ },
  "an error in a microtask": { code: `queueMicrotask(() => { throw new Error("mine"); });`, says: /mine/ },
  "an error in code with a long string": {
    code: `\n\nfoo.bar(${JSON.stringify("x".repeat(200_000))})`,
    says: /line 3, column 1/,
  },
  "endless recursion": { code: `const f = () => f() + 1; f();`, says: /Maximum call stack/ },
  "endless recursion with errors caught": {
    code: `const f = () => { try { return f(); } catch { return f(); } }; f();`,
    says: /Maximum call stack|computed for longer/,
    limits: quick,
  },
  "deep nesting in JSON.parse": {
    code: `return JSON.parse("[".repeat(1e6));`,
    says: /SyntaxError|Maximum call stack/,
  },
  "deep nesting in a regex": {
    code: `return new RegExp("(".repeat(1e5) + ")".repeat(1e5)).test("");`,
    says: /SyntaxError|Maximum call stack/,
  },
  "deep nesting in eval": {
    code: `return eval("(".repeat(1e5));`,
    says: /SyntaxError|Maximum call stack/,
  },
  "endless recursion in toString": {
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
  "Promise, before calls to the host": {
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
  "a setter for index 0 of arrays": {
    code: `Object.defineProperty(Array.prototype, 0, { set() { throw new Error("mine"); } }); console.log(1); return new Set([1]);`,
    says: words,
  },
  "every global": {
    code: `for (const name of Object.getOwnPropertyNames(globalThis)) { try { globalThis[name] = null; } catch {} } return 1;`,
    gives: 1,
  },
};

export const sources: Record<string, Bomb> = {
  "code that closes the wrapping function": {
    code: `}); throw new Error("out"); (async () => {`,
    says: /does not compile/,
  },
  "code that closes the wrapping block": { code: `} ; for (;;); {`, says: /does not compile/ },
  import: { code: `import fs from "node:fs"; return fs;`, says: /does not compile[\s\S]*no modules/ },
  export: { code: `export default 1;`, says: /does not compile/ },
  "a reserved word as a name": { code: `let let = 1;`, says: /does not compile/ },
  "an unterminated string": { code: `return "abc`, says: /does not compile.*line 1/ },
  "characters that are not JavaScript": { code: `return \u0000\u2028 \u{1F4A9}`, says: /does not compile/ },
  JSX: { code: `return <p>hi</p>;`, says: /does not compile/ },
  TypeScript: { code: `const n: number = 1; enum A { B = 2 } return (n as number) + A.B;`, gives: 3 },
  "code that ends with a comment": { code: `return 1 // end`, gives: 1 },
  "a sourceURL comment": { code: `//# sourceURL=/etc/passwd\nnull.x`, says: /line 2, column/ },
  "brackets nested 100,000 levels deep": {
    code: `return ${"[".repeat(100_000)}${"]".repeat(100_000)}`,
    says: words,
  },
  "200,000 statements": { code: `let n = 0;${"n++;".repeat(200_000)} return n;`, gives: 200_000 },
  "code in strict mode": { code: `"use strict"; undefinedName = 1;`, says: /undefinedName is not defined/ },
};
