export type Machine = {
  /** A secret file outside the program's folder, and a path that does not exist. */
  secret: string;
  target: string;
  port: number;
  /** The module that Deno runs first, and a module of Easel. */
  main: string;
  own: string;
  pid: number;
};

type Probes = Record<string, (machine: Machine) => string>;

const text = JSON.stringify;

export const files: Probes = {
  "read a file": ({ secret }) => `got(Deno.readTextFileSync(${text(secret)}))`,
  "read a file by node:fs": ({ secret }) =>
    `import fs from "node:fs"; got(fs.readFileSync(${text(secret)}, "utf8"))`,
  "read a file by a relative path": ({ secret }) =>
    `got(Deno.readTextFileSync("../../../../../../../../.." + ${text(secret)}))`,
  "read a file by fetch of a file: URL": ({ secret }) =>
    `got(await (await fetch("file://" + ${text(secret)})).text())`,
  "read a file by a symbolic link": ({ secret }) =>
    `Deno.symlinkSync(${text(secret)}, "link"); got(Deno.readTextFileSync("link"))`,
  "read a file by a symbolic link of node:fs": ({ secret }) =>
    `import fs from "node:fs"; fs.symlinkSync(${text(secret)}, "link"); got(fs.readFileSync("link", "utf8"))`,
  "read a file by a hard link": ({ secret }) =>
    `Deno.linkSync(${text(secret)}, "link"); got(Deno.readTextFileSync("link"))`,
  "copy a file": ({ secret }) =>
    `Deno.copyFileSync(${text(secret)}, "copy"); got(Deno.readTextFileSync("copy"))`,
  "move a file": ({ secret }) =>
    `Deno.renameSync(${text(secret)}, "moved"); got(Deno.readTextFileSync("moved"))`,
  "list the root folder": () => `got([...Deno.readDirSync("/")].length)`,
  "list the parent folder": () => `got([...Deno.readDirSync("..")].length)`,
  "stat a file": ({ secret }) => `got(Deno.statSync(${text(secret)}).size)`,
  "watch a folder": () => `const w = Deno.watchFs("/tmp"); got(w.rid ?? "watching")`,
  "write a file": ({ target }) => `Deno.writeTextFileSync(${text(target)}, "x"); got("written")`,
  "write a file by node:fs": ({ target }) =>
    `import fs from "node:fs"; fs.appendFileSync(${text(target)}, "x"); got("written")`,
  "create a temporary file": () => `got(Deno.makeTempFileSync())`,
  "read /proc": () => `got(Deno.readTextFileSync("/proc/self/environ"))`,
  "read the file descriptors": () => `got(Deno.readTextFileSync("/proc/self/fd/0") + "open")`,
  "open a SQLite database elsewhere": ({ target }) =>
    `const { DatabaseSync } = await import("node:sqlite"); new DatabaseSync(${text(target)}).exec("create table a (b)"); got("made")`,
  "load a SQLite extension": ({ own }) =>
    `const { DatabaseSync } = await import("node:sqlite"); const d = new DatabaseSync(":memory:", { allowExtension: true }); d.loadExtension(${text(own)}); got("loaded")`,
  "attach a SQLite database": ({ target }) =>
    `const { DatabaseSync } = await import("node:sqlite"); const d = new DatabaseSync(":memory:"); d.exec("attach " + ${text(`'${"$"}'`)}.replace("$", ${text(target)}) + " as other; create table other.a (b)"); got("attached")`,
};

export const machine: Probes = {
  "read the environment": () => `got(Deno.env.toObject())`,
  "read an environment variable": () => `got(Deno.env.get("PATH") ?? "none")`,
  "read the environment by node:process": () => `import p from "node:process"; got({ ...p.env })`,
  "read the host name": () => `got(Deno.hostname())`,
  "read the user by node:os": () => `import os from "node:os"; got(os.userInfo())`,
  "list the network interfaces": () => `got(Deno.networkInterfaces())`,
  "start a process": () => `got(new Deno.Command("/bin/sh", { args: ["-c", "id"] }).outputSync().code)`,
  "start a process by node:child_process": () =>
    `import { execSync } from "node:child_process"; got(execSync("id").toString())`,
  "fork itself": () =>
    `import { fork } from "node:child_process"; const c = fork("program.ts"); c.on("error", () => {}); got(c.pid.toString())`,
  "signal the server": ({ pid }) => `Deno.kill(${pid}, "SIGCONT"); got("sent")`,
  "signal the server by node:process": ({ pid }) =>
    `import p from "node:process"; p.kill(${pid}, 0); got("sent")`,
  "load a library": () =>
    `Deno.dlopen("libc.so.6", { getpid: { parameters: [], result: "i32" } }); got("loaded")`,
  "load an addon": ({ own }) =>
    `import { createRequire } from "node:module"; createRequire(import.meta.url)(${text(own)}.replace(/\\.\\w+$/, ".node")); got("loaded")`,
  "read memory by a pointer": () =>
    `got(new Deno.UnsafePointerView(Deno.UnsafePointer.create(4096n)).getUint8())`,
  inspect: () =>
    `import inspector from "node:inspector"; inspector.open(0, "127.0.0.1"); got(inspector.url())`,
  "request permissions": () =>
    `const all = await Promise.all(["read", "write", "net", "env", "run", "ffi", "sys"].map((name) => Deno.permissions.request({ name }))); if (all.some(({ state }) => state === "granted")) got("granted")`,
};

export const network: Probes = {
  connect: ({ port }) => `got((await Deno.connect({ port: ${port} })).localAddr)`,
  "connect by node:net": ({ port }) =>
    `import net from "node:net"; await new Promise((done, fail) => net.connect(${port}, "127.0.0.1", done).on("error", fail)); got("connected")`,
  "fetch from loopback": ({ port }) => `got((await fetch("http://127.0.0.1:${port}/")).status)`,
  "fetch by node:http": ({ port }) =>
    `import http from "node:http"; await new Promise((done, fail) => http.get("http://127.0.0.1:${port}/", done).on("error", fail)); got("answered")`,
  "fetch in a worker": ({ port }) =>
    `const w = new Worker("data:text/javascript," + encodeURIComponent("fetch('http://127.0.0.1:${port}/').then((r) => postMessage(r.status), () => postMessage(0))"), { type: "module" }); if (await new Promise((done) => { w.onmessage = ({ data }) => done(data) })) got("answered"); w.terminate()`,
  "open a WebSocket": ({ port }) =>
    `const s = new WebSocket("ws://127.0.0.1:${port}/"); await new Promise((done, fail) => { s.onopen = done; s.onerror = fail; s.onclose = fail }); got("open")`,
  "open an EventSource": ({ port }) =>
    `const s = new EventSource("http://127.0.0.1:${port}/"); await new Promise((done, fail) => { s.onopen = done; s.onerror = fail }); got("open")`,
  listen: () => `got(Deno.listen({ port: 0 }).addr)`,
  serve: () => `got(Deno.serve({ port: 0 }, () => new Response("a")).addr)`,
  "send a datagram": ({ port }) =>
    `import { createSocket } from "node:dgram"; await new Promise((done, fail) => createSocket("udp4").on("error", fail).send("x", ${port}, "127.0.0.1", (error) => error ? fail(error) : done())); got("sent")`,
  "resolve a host name": () => `got(await Deno.resolveDns("localhost", "A"))`,
  "resolve a host name by node:dns": () =>
    `import dns from "node:dns/promises"; got(await dns.lookup("example.com"))`,
  "open a Unix socket": () => `got(await Deno.connect({ transport: "unix", path: "/run/docker.sock" }))`,
};

/** Each probe is a whole module, because imports are loaded before any code runs. */
export const imports: Probes = {
  "import a text": ({ secret }) => `import t from "file://${secret}" with { type: "text" }; got(t)`,
  bytes: ({ secret }) => `import t from "file://${secret}" with { type: "bytes" }; got(t.length)`,
  JSON: ({ secret }) => `import t from "file://${secret}" with { type: "json" }; got(t)`,
  "import a module": ({ own }) => `import * as t from "file://${own}"; got(Object.keys(t))`,
  "import a module by a relative path": ({ own }) =>
    `import * as t from "../../../../../../../..${own}"; got(Object.keys(t))`,
  "import a text dynamically": ({ secret }) =>
    `got((await import("file://${secret}", { with: { type: "text" } })).default)`,
  "import by a data: URL": ({ secret }) =>
    `got((await import("data:text/javascript," + encodeURIComponent('export { default } from "file://${secret}" with { type: "text" }'))).default)`,
  "import by require": ({ secret }) =>
    `import { createRequire } from "node:module"; got(createRequire("file:///")(${text(secret)}))`,
  "start a worker from a module": ({ own }) =>
    `const w = new Worker("file://${own}", { type: "module" }); w.onerror = (e) => e.preventDefault(); w.onmessage = () => got("runs"); await new Promise((done) => setTimeout(done, 300)); w.terminate()`,
  "import from a host": ({ port }) => `import "http://127.0.0.1:${port}/a.ts"; got("loaded")`,
  "import from a host dynamically": ({ port }) =>
    `await import("http://127.0.0.1:${port}/a.ts"); got("loaded")`,
  "import from deno.land": () => `import "https://deno.land/std/path/mod.ts"; got("loaded")`,
  npm: () => `import "npm:is-odd"; got("loaded")`,
  "import by a bare name": () => `import "zod"; got("loaded")`,
  JSR: () => `import "jsr:@std/path"; got("loaded")`,
};

const esm = (code: string) => ({
  "package.json": JSON.stringify({ name: "a", version: "1.0.0", type: "module", main: "index.js" }),
  "index.js": `const got = (value) => console.log("GOT " + JSON.stringify(value));\n${code}`,
});
const common = (code: string) => ({ "index.js": esm(code)["index.js"] });

export const control = { control: common("got(1);") };

/** npm packages, by name, that try to reach the same targets. */
export const thieves = ({ secret, own, port }: Machine): Record<string, Record<string, string>> => ({
  "reads-by-import": esm(`import t from "file://${secret}" with { type: "json" }; got(t);`),
  "reads-text-by-import": esm(`import t from "file://${secret}" with { type: "text" }; got(t);`),
  "reads-later": esm(`got((await import("file://${secret}", { with: { type: "json" } })).default);`),
  "reads-by-require": common(`got(require(${text(secret)}));`),
  "reads-by-a-way-up": common(`got(require("../../../../../../../../../../../.." + ${text(secret)}));`),
  "reads-by-fs": common(`got(require("fs").readFileSync(${text(secret)}, "utf8"));`),
  "lists-the-cache": common(`got(require("fs").readdirSync(__dirname + "/../../../..").length);`),
  "requires-a-module": common(`got(Object.keys(require(${text(own)})));`),
  "loads-an-addon": common(`process.dlopen({ exports: {} }, ${text(own)}); got("loaded");`),
  "reads-the-environment": common(`got({ ...process.env });`),
  "reads-the-proxy": common(`got(process.env.HTTPS_PROXY);`),
  "starts-a-process": common(`got(require("child_process").execSync("id").toString());`),
  "asks-by-http": esm(
    `import http from "node:http"; await new Promise((done, fail) => http.get("http://127.0.0.1:${port}/", done).on("error", fail)); got("answered");`,
  ),
  "has-a-script": {
    ...common("throw new Error('quiet')"),
    "package.json": JSON.stringify({
      ...{ name: "has-a-script", version: "1.0.0" },
      scripts: { install: "echo GOT", postinstall: "echo GOT", preinstall: "echo GOT" },
    }),
  },
});
