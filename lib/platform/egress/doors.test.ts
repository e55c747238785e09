import { globSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { fetching } from "@/lib/code/isolate/fetch";
import { env } from "@/lib/ground/base/env";
import { askService } from "@/lib/platform/services/ask";
import { fetchImage } from "@/lib/web/images/remote";
import { fetchUrl } from "@/lib/web/pages/fetch-url";
import { guardedFetch } from "./guarded-fetch";
import { guardedStream } from "./guarded-stream";
import { caller } from "./testing/staged";

const sources = globSync(["lib/**/*.{ts,mjs}", "app/**/*.ts", "instrumentation.ts"], {
  exclude: ["**/*.test.ts", "**/testing/**"],
});
const filesWith = (pattern: RegExp) =>
  sources.filter((file) => pattern.test(readFileSync(file, "utf8"))).sort();

test("only the listed modules import the functions that send agents' requests", () => {
  const imports = filesWith(
    /import (?!type)[^;]*\b(?:guardedFetch|makeGuardedFetch|guardedStream|openProxyAccess)\b[^;]*from "@\/lib\/platform\/egress\//,
  );
  expect(imports).toEqual([
    "lib/agent/activity/again.ts",
    "lib/code/deno/packages.ts",
    "lib/code/isolate/fetch.ts",
    "lib/code/registry/take.ts",
    "lib/code/skills/address.ts",
    "lib/data/calendars/dav.ts",
    "lib/data/calendars/feed.ts",
    "lib/models/providers/openai-compatible.ts",
    "lib/platform/services/ask.ts",
    "lib/platform/sign-in/oidc-client.ts",
    "lib/platform/web-push/send.ts",
    "lib/tools/mcp/wire.ts",
    "lib/web/browser/sessions.ts",
    "lib/web/images/remote.ts",
    "lib/web/pages/fetch-url.ts",
    "lib/web/search/search.ts",
  ]);
});

/**
 * Modules outside lib/platform/egress that use a network API, with the reason why no address chosen by an
 * agent reaches it unchecked.
 */
const UNGUARDED: Record<string, string> = {
  "app/login/send.ts": "runs in a page, and asks this server",
  "lib/code/deno/opencode/endpoint.ts": "serves a program of this server on loopback",
  "lib/code/deno/opencode/http.ts": "asks a program of this server on loopback",
  "lib/code/isolate/fetch.ts": "the fetch that it is given is the guarded one",
  "lib/code/isolate/host.ts": "calls lib/code/isolate/fetch.ts",
  "lib/code/isolate/recorded-answers.ts": "the fetch that it is given is the guarded one",
  "lib/code/skills/address.ts": "the fetch that it is given is the guarded one",
  "lib/ground/base/env.ts": "parses addresses",
  "lib/models/providers/ask-for-models.ts": "asks a provider whose address the user or the operator sets",
  "lib/models/providers/available.ts": "asks whether a model server listens on this machine",
  "lib/models/providers/local.ts": "parses addresses",
  "lib/models/providers/model-fetch.ts": "asks a provider whose address the user or the operator sets",
  "lib/models/providers/post.ts": "calls the model server whose address the user has set",
  "lib/platform/http/guard.ts": "parses addresses",
  "lib/platform/services/ask.ts": "its fetch is the guarded one",
  "lib/platform/sign-in/passkeys.ts": "parses addresses",
  "lib/store/connection.ts": "connects with Postgres",
  "lib/tools/mail/imap.ts": "connects with the address that checkMailServer returns",
  "lib/tools/mail/smtp.ts": "connects with the address that checkMailServer returns",
  "lib/tools/mcp/sign-in.ts": "parses addresses",
  "lib/web/images/remote.ts": "the fetch that it is given is the guarded one",
  "lib/web/pages/fetch-url.ts": "the fetch that it is given is the guarded one",
  "lib/web/search/search.ts": "the fetch that it is given is the guarded one",
};

test("the list of unguarded modules is complete", () => {
  const network =
    /(?<![.\w])(?:globalThis\.)?fetch\(|from "(?:undici|node:(?:https?2?|net|tls|dgram))"|^import (?!type)[^;]*from "(?:imapflow|nodemailer(?:\/lib\/smtp-.*)?)"/m;
  const unguarded = filesWith(network).filter((file) => !file.startsWith("lib/platform/egress/"));
  expect(unguarded).toEqual(Object.keys(UNGUARDED));
});

/**
 * Modules that start a program, a thread or a browser, or connect with one, with the limits of its network. A program
 * without limits could send requests without the guard.
 */
const PROGRAMS: Record<string, string> = {
  "lib/code/deno/deno.ts": "runs agents' programs with --deny-net; the server sends their requests",
  "lib/code/deno/opencode/process.ts": "runs OpenCode with a proxy that does not exist, and without a shell",
  "lib/code/isolate/sandbox-process.ts": "runs agents' code in isolates, which have no network functions",
  "lib/code/registry/strict.ts": "runs TypeScript's compiler, which reads types; runs no code of agents",
  "lib/data/documents/engine.ts": "runs operations on documents, which have no network functions",
  "lib/data/files/extract.ts": "reads files; runs no code of agents",
  "lib/data/sqlite/database-process.ts": "runs SQL, which has no network functions",
  "lib/ground/processes/confine-to-root.ts": "wraps programs of the other modules",
  "lib/ground/processes/confined.ts": "types and messages of the other modules",
  "lib/ground/processes/isolate-program.ts": "wraps programs of the other modules",
  "lib/ground/processes/pool.ts": "types of the other modules",
  "lib/ground/processes/process/watch.mjs": "ends a process that hangs",
  "lib/ground/processes/program.ts": "starts the programs of the other modules",
  "lib/models/embedding/embed.ts": "computes vectors; runs no code of agents",
  "lib/store/embedded/cluster.ts": "runs Postgres's own programs",
  "lib/store/embedded/folders.ts": "runs Postgres's own programs",
  "lib/store/embedded/pid-file.ts": "runs ps",
  "lib/store/embedded/postmaster.ts": "runs Postgres",
  "lib/tools/mail/parse.ts": "parses mails; runs no code of mails",
  "lib/tools/mcp/local.ts": "runs a command that the user has confirmed, with the network of its system user",
  "lib/web/browser/chromium.ts": "runs Chromium with no network but the guarding proxy",
  "lib/web/browser/engine.ts": "reads the memory of Chromium",
  "lib/web/browser/remote.ts":
    "connects with the browser of the operator, and tests that it uses only the proxy",
  "lib/web/pages/readable.ts": "reads HTML; runs no code of pages",
};

test("the list of programs is complete", () => {
  const starts =
    /from "node:(?:child_process|worker_threads)"|\bstartProgram\(|(?:extends|new) Confined\b|new WebSocket\(|import\("playwright"\)/;
  expect(filesWith(starts)).toEqual(Object.keys(PROGRAMS));
});

const { EASEL_EGRESS_ALLOW: holes, PORT } = env();

function open() {
  holes.push("127.0.0.0/8", "localhost");
  onTestFinished(() => void holes.splice(-2));
}

type Door = (url: string) => Promise<unknown>;
const signal = new AbortController().signal;
const doors: Record<string, Door> = {
  guardedFetch: (url) => guardedFetch(url, { caller, method: "PATCH", body: "{}" }),
  guardedStream: (url) => guardedStream(url, { caller, method: "POST", body: "{}" }),
  fetch_url: (url) =>
    fetchUrl({ url, method: "PATCH" }, { caller: { ...caller, conversationId: "c" }, signal }),
  "the sandbox": (url) => fetching({ caller, signal })([url, { method: "POST", headers: [] }]),
  images: (url) => fetchImage(caller.agentId, url, signal),
  services: (url) => askService(url, { caller }),
};

test.each(Object.entries(doors))("%s does not reach Easel even if loopback is allowed", async (_, ask) => {
  open();
  for (const host of ["127.0.0.1", "localhost", "127.1", "2130706433", "localhost."])
    await expect(ask(`http://${host}:${PORT}/api/mcp`)).rejects.toThrow(
      /Easel itself|not on the public internet/,
    );
});

test.each(["guardedFetch", "fetch_url", "the sandbox", "images"])(
  "%s does not follow a redirect to Easel",
  async (name) => {
    open();
    const site = createServer((_, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${PORT}/api/mcp` }).end(),
    );
    site.listen(0, "127.0.0.1");
    onTestFinished(() => void site.close());
    await new Promise((done) => site.once("listening", done));
    const { port } = site.address() as AddressInfo;
    await expect(doors[name]?.(`http://127.0.0.1:${port}/`)).rejects.toThrow("That address is Easel itself");
  },
);
