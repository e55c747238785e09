/**
 * Attempts of sandboxed code to reach the host. Each is the body of an async function whose result starts
 * with `got` if it succeeded. `host(value)` tells whether a value leads to Node's own realm.
 */
export const HELP = `
const host = (value) => {
  try {
    const make = value?.constructor?.constructor ?? Object.getPrototypeOf(value)?.constructor?.constructor;
    let there = make("return this")();
    // An async or generator function returned a promise or generator. Use the realm that created it.
    if (/Promise|Generator/.test(Object.prototype.toString.call(there))) {
      there = there.constructor.constructor.constructor("return this")();
    }
    if (there?.process?.pid || there?.process?.env) return "got the process";
    return typeof there === "object" && there !== globalThis ? "got another realm" : "nothing";
  } catch (error) { return "nothing: " + error; }
};
const any = (...values) => values.map(host).find((said) => said.startsWith("got")) ?? "nothing";
const all = (from, deep = 4, seen = new Set()) => {
  if ((typeof from !== "object" && typeof from !== "function") || from === null || seen.has(from) || deep === 0) return [];
  seen.add(from);
  const inner = [Object.getPrototypeOf(from)];
  for (const key of Reflect.ownKeys(from)) {
    try { inner.push(from[key]); } catch {}
    try { const { get, set } = Object.getOwnPropertyDescriptor(from, key); inner.push(get, set); } catch {}
  }
  return [from, ...inner.flatMap((value) => all(value, deep - 1, seen))];
};
`;

export const constructors: Record<string, string> = {
  "a function's constructor": `return host(() => {});`,
  "the constructor of a promise from the host": `return host(state.get("x"));`,
  "the constructor of a value from the host": `await state.set("x", { a: [1] }); const x = await state.get("x"); return any(x, x.a, Object.getPrototypeOf(x));`,
  "the constructor of an error from the host": `try { await fetch("http://127.0.0.1") } catch (error) { return any(error, error.stack, Object.getPrototypeOf(error)); }`,
  "the constructor of an error from the state": `try { await state.get(7) } catch (error) { return any(error, error.constructor, error.cause); }`,
  "the constructor of the arguments": `return any(args, args.constructor, args.list, args.list[0]);`,
  "the constructor of an async generator": `return host(async function* () {});`,
  "every global and its nested properties": `return any(...all(globalThis));`,
  "properties of console, state, fetch, resolve and crypto": `return any(...all(console), ...all(state), ...all(fetch), ...all(resolve), ...all(crypto));`,
  "constructors from the libraries": `return any(...all(new URL("http://a")), ...all(new TextEncoder()), ...all(structuredClone({})), ...all(new AbortController()));`,
  "a stack overflow during a call to the host": `const deep = () => { try { return deep() } catch (error) { return error } }; const error = deep(); const dive = (n) => { if (n === 0) return state.get("x"); return dive(n - 1); }; const found = [error]; for (let n = 1000; n < 20000; n += 500) { try { found.push(dive(n)) } catch (e) { found.push(e) } } return any(...found);`,
  "Error.prepareStackTrace": `const seen = []; Error.prepareStackTrace = (error, frames) => { for (const frame of frames) seen.push(frame.getThis?.(), frame.getFunction?.(), frame); return ""; }; try { null.x } catch (error) { error.stack } try { await state.get(7) } catch (error) { error.stack } return any(...seen.flatMap((value) => all(value, 3)));`,
  "Error.captureStackTrace on an error from the host": `const seen = []; Error.prepareStackTrace = (_, frames) => { seen.push(...frames.map((frame) => frame.getFunction?.())); return "x" }; const trap = {}; await state.get(7).catch(() => Error.captureStackTrace(trap)); trap.stack; return any(...seen);`,
  "arguments.callee.caller": `const f = new Function("return arguments.callee.caller"); const callers = []; let at = f(); for (let i = 0; i < 20 && at; i++) { callers.push(at); at = at.caller; } return any(...callers.flatMap((value) => all(value, 3)));`,
  "a custom Symbol.species of promises": `const seen = []; class Mine extends Promise { constructor(run) { super((a, b) => { seen.push(a, b); run(a, b) }) } static get [Symbol.species]() { return Mine } } Object.defineProperty(Promise, Symbol.species, { value: Mine }); Promise.prototype.constructor = Mine; await state.get("x"); return any(...seen);`,
  "getters on Object.prototype that the bridge may read": `const seen = []; for (const name of ["reject", "resolve", "error", "then", "timeout", "arguments", "result", "copy", "toJSON", "get", "set"]) Object.defineProperty(Object.prototype, name, { configurable: true, get() { seen.push(this); return undefined; }, set() {} }); try { await Promise.race([state.get("x"), null]) } catch {} for (const name of ["reject", "resolve", "error", "then", "timeout", "arguments", "result", "copy", "toJSON", "get", "set"]) delete Object.prototype[name]; return any(...seen);`,
};

export const names: Record<string, string> = {
  require: `return "got " + typeof require("fs");`,
  "import()": `return "got " + typeof (await import("node:fs")).readFileSync;`,
  "import() of a file": `return "got " + JSON.stringify(await import("file:///etc/passwd"));`,
  "import() in new Function": `return "got " + await new Function("return import('fs')")();`,
  "import() in eval": `return "got " + await eval("import('node:child_process')");`,
  "import.meta": `return "got " + eval("import.meta");`,
  process: `return "got " + process.pid;`,
  "process.binding": `return "got " + globalThis.process.binding("fs");`,
  global: `return "got " + Object.keys(global);`,
  Buffer: `return "got " + Buffer.from("x");`,
  "module and exports": `return "got " + module.constructor + exports;`,
  __dirname: `return "got " + __dirname;`,
  WebAssembly: `return "got " + new WebAssembly.Memory({ initial: 65536 });`,
  SharedArrayBuffer: `return "got " + new SharedArrayBuffer(8);`,
  "SharedArrayBuffer after a library is loaded": `new URL("http://a"); return "got " + SharedArrayBuffer;`,
  Atomics: `return "got " + Atomics.wait;`,
  Worker: `return "got " + new Worker("data:,");`,
  XMLHttpRequest: `return "got " + new XMLHttpRequest();`,
  WebSocket: `return "got " + new WebSocket("ws://127.0.0.1");`,
  "isolated-vm": `return typeof ivm === "undefined" && typeof $0 === "undefined" && typeof Isolate === "undefined" ? "nothing" : "got it";`,
  "names of the sandbox's own code": `return ["speak", "libraries", "open", "post", "enter", "random", "module"].some((name) => { try { return typeof eval(name) !== "undefined" } catch { return false } }) ? "got it" : "nothing";`,
  "fetch of a file URL": `return "got " + await fetch("file:///etc/passwd");`,
  "fetch from loopback": `return "got " + await fetch("http://127.0.0.1:1/");`,
  "the bridge's use of built-ins": `const seen = []; const json = JSON.stringify; JSON.stringify = (...a) => { seen.push(a); return json(...a) }; const { push } = Array.prototype; Array.prototype.push = function (...a) { seen.push; return push.apply(this, a) }; await state.get.call({}, "x"); return seen.length ? "got the bridge's JSON" : "nothing";`,
};

export const pollution: Record<string, string> = {
  "by a key in its result": `return JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}');`,
  "by a value in the state": `await state.set("x", JSON.parse('{"__proto__":{"polluted":1}}')); return await state.get("x");`,
  "by a key in the state": `await state.set("__proto__", { polluted: 1 }); await state.set("constructor", 1); return await state.get("__proto__");`,
  "by a thrown value": `throw Object.assign(new Error("x"), JSON.parse('{"__proto__":{"polluted":1}}'));`,
  "by a logged value": `console.log(JSON.parse('{"__proto__":{"polluted":1}}')); console.log({ toJSON() { return { polluted: 1 } } });`,
  "by a change of Object.prototype": `Object.prototype.polluted = 1; return 1;`,
  "by a change of Array.prototype": `Array.prototype.polluted = 1; Array.prototype[Symbol.iterator] = null; return [1];`,
  "by a change of globalThis": `globalThis.polluted = 1; globalThis.JSON = null; globalThis.Promise = null;`,
  "by a change of the prototype of its arguments": `Object.defineProperty(Object.getPrototypeOf(args), "polluted", { value: 1 });`,
  "by a symbol from the global registry": `globalThis[Symbol.for("polluted")] = 1; Symbol.for("polluted").constructor.prototype.polluted = 1;`,
};
