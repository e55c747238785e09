import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, describe, expect, test } from "vitest";
import type { PageRequest } from "@/e2e/web/serve";
import { sample } from "@/lib/ground/base/testing/sample";
import { guardFor } from "@/lib/platform/egress/testing/guard";
import type { Guard } from "@/lib/shared/tools/external-effects";
import { page, stage } from "./testing/stage";

const got: string[] = [];
const takes = ({ method, url, body }: PageRequest) => {
  got.push(`${method} ${url.pathname}${url.search} ${body}`);
  return page("Taken");
};
const send = (more = "") => `fetch('/take?fetch', { method: 'POST', body: 'x'${more} })`;
const DOES = {
  form: "document.forms[0].submit()",
  blank: "document.forms[0].target = '_blank'; document.forms[0].submit()",
  framed: "document.forms[0].target = 'frame'; document.forms[0].submit()",
  fetch: send(),
  keepalive: send(", keepalive: true"),
  put: "fetch('/take?put', { method: 'PUT', body: 'x' })",
  xhr: "const x = new XMLHttpRequest(); x.open('DELETE', '/take?xhr'); x.send()",
  beacon: "navigator.sendBeacon('/take?beacon', 'x')",
  worker: `new Worker(URL.createObjectURL(new Blob([\`fetch('\${origin}/take?worker', { method: 'POST', body: 'x', mode: 'no-cors' })\`])))`,
  popup: `const w = window.open('about:blank'); w.eval(\`fetch('\${origin}/take?popup', { method: 'POST', body: 'x' })\`)`,
  later: `setTimeout(() => ${send()}, 400)`,
};
type SendMethod = keyof typeof DOES;
const ways = Object.keys(DOES) as SendMethod[];
/** Nothing waits for the response of these requests, or they are sent after the call has ended. */
const UNREPORTED = new Set<SendMethod>(["beacon", "later", "worker", "popup"]);
const PAGES = {
  acts: page(`<form method=post action="/take?form"><input name=who value=Ada><button id=send>Send</button></form>
    <iframe name=frame srcdoc="<p>Frame</p>"></iframe><a id=on href="/plain">On</a><a id=loads href="/loads">On</a>
    <input id=field><textarea id=area oninput="fetch('/take?input', { method: 'POST', body: value })"></textarea>
    ${ways.map((way) => `<button id=${way} onclick="${DOES[way].replaceAll('"', "&quot;")}">${way}</button>`).join("")}`),
  plain: page("<p id=p>Plain</p>"),
  loads: page(`<script>${send()}</script><p>Loads</p>`),
  socket: page(`<button id=use onclick="socket.send('x')">Use</button><script>
    const socket = new WebSocket("ws://localhost:" + new URLSearchParams(location.search).get("port"))</script>`),
  take: takes,
};
const scene = stage(PAGES);
/** Permits clicks, and no text. */
const none: Guard = { ...guardFor(), maySay: async (_, text) => text === "" };

async function guarded(path = "acts") {
  const talk = scene.conversation();
  await talk.opens(path);
  talk.guards(none);
  got.length = 0;
  return talk;
}
const approvalRequired = (what: string | RegExp) => ({
  ok: false,
  held: [expect.objectContaining({ what: expect.stringMatching(what) })],
});

describe("a request that a click causes", () => {
  test.each(
    sample(
      ways.filter((way) => !UNREPORTED.has(way)),
      5,
    ),
  )("is held back until approval: %s", async (way) => {
    const { calls, guards } = await guarded();
    expect(await calls("click", { selector: `#${way}` })).toMatchObject(
      approvalRequired(/^(POST|PUT|DELETE) http:\/\/localhost/),
    );
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(got).toEqual([]);
    guards(undefined);
    expect(await calls("click", { selector: `#${way}` })).toMatchObject({ ok: true });
    await expect.poll(() => got.length).toBe(1);
  });

  test("is reported with its content, and the page stays unchanged", async () => {
    const { calls, gives } = await guarded();
    expect(await calls("click", { selector: "#send" })).toMatchObject({
      held: [{ what: `POST ${scene.site.url}/take?form`, sends: "who=Ada" }],
    });
    expect(await gives("extract_text", { selector: "#send" })).toEqual({ text: "Send" });
  });
});

test.each([...UNREPORTED])("blocks a request that is sent late or awaits no response: %s", async (way) => {
  const { calls } = await guarded();
  await calls("click", { selector: `#${way}` });
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(got).toEqual([]);
});

test("a request that a page sends after the call is blocked, and reported with the next result", async () => {
  const { calls, gives } = await guarded();
  expect(await calls("click", { selector: "#later" })).toMatchObject({ ok: true });
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(await gives("extract_text", { selector: "#on" })).toMatchObject({
    notes: [expect.stringMatching(/tried to send POST .*fetch, which was blocked/)],
  });
  expect(got).toEqual([]);
});

test("reading requests are allowed, and so are all requests of a page that a link opens", async () => {
  const { calls } = await guarded();
  expect(await calls("click", { selector: "#on" })).toMatchObject({ ok: true, output: { title: "T" } });
  const again = await guarded();
  expect(await again.calls("click", { selector: "#loads" })).toMatchObject({ ok: true });
  await expect.poll(() => got).toEqual(["POST /take?fetch x"]);
});

test("typing needs approval, and so does a request that the page sends while the agent types", async () => {
  const { calls, guards } = await guarded();
  expect(await calls("type", { selector: "#field", text: "secret" })).toMatchObject({
    held: [{ what: expect.stringMatching(/^Type into the field "field" of http/), sends: "secret" }],
  });
  guards({ ...none, maySay: async (at, text) => at.startsWith(scene.site.url) && text !== "secret" });
  expect(await calls("type", { selector: "#field", text: "rye" })).toMatchObject({ ok: true });
  expect(await calls("type", { selector: "#area", text: "r" })).toMatchObject(
    approvalRequired(/^POST .*input/),
  );
  expect(await calls("type", { selector: "form input", text: "x\n" })).toMatchObject(
    approvalRequired(/^POST .*form/),
  );
  expect(got).toEqual([]);
});

test.each([
  ["document.getElementById('field').value", ""],
  ["await document.getElementById('send').textContent", "Send"],
  ["[...document.querySelectorAll('a')].map((a) => a.textContent.replace(/n/g, 'm'))", ["Om", "Om"]],
  ["{ const fetch = 1; } return typeof fetch", "undefined"],
])("runs code that only reads without approval: %s", async (code, result) => {
  const { gives } = await guarded();
  expect(await gives("evaluate", { code })).toMatchObject({ result });
});

test("code that only reads runs with the browser's original methods, even if the page replaced them", async () => {
  const { gives, guards } = await guarded();
  guards(undefined);
  const replaced = "Document.prototype.getElementById = () => ({ value: (document.title = 'Told') }); 1";
  expect(await gives("evaluate", { code: replaced })).toMatchObject({ result: 1 });
  guards(none);
  expect(await gives("evaluate", { code: "document.getElementById('field').value" })).toMatchObject({
    result: "",
  });
  expect(await gives("evaluate", { code: "document.title" })).toMatchObject({ result: "T" });
});

test.each([
  ["document.getElementById('field').value = 'x'"],
  ["document.getElementById('send').click()"],
  ["await fetch('/take?secret')"],
  ["location.replace('/take?secret')"],
  ["{ const fetch = 1; } window.fetch('/take?secret')"],
])("requires approval for code that could change or send something: %s", async (code) => {
  const { calls, gives } = await guarded();
  expect(await calls("evaluate", { code })).toMatchObject(
    approvalRequired(/may change the page or send something$/),
  );
  expect(await gives("evaluate", { code: "document.getElementById('field').value" })).toMatchObject({
    result: "",
  });
  expect(got).toEqual([]);
});

test("actions need no approval while the user watches", async () => {
  const { calls, session } = await guarded();
  session().see(true);
  expect(await calls("type", { selector: "#field", text: "secret" })).toMatchObject({ ok: true });
  expect(await calls("click", { selector: "#fetch" })).toMatchObject({ ok: true });
  expect(await calls("evaluate", { code: DOES.put })).toMatchObject({ ok: true });
  await expect.poll(() => got).toEqual(["POST /take?fetch x", "PUT /take?put x"]);
  session().see(false);
  expect(await calls("click", { selector: "#fetch" })).toMatchObject(approvalRequired(/^POST/));
});

test("actions on a page with an open connection need approval, because messages over it cannot be held back", async () => {
  const server = createServer();
  server.on("upgrade", ({ headers }, socket) => {
    const key = `${headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash("sha1").update(key).digest("base64");
    const lines = [
      "HTTP/1.1 101 OK",
      "Upgrade: websocket",
      "Connection: Upgrade",
      `Sec-WebSocket-Accept: ${accept}`,
    ];
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
    socket.on("data", () => got.push("frame"));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const { calls, gives, guards, opens } = scene.conversation();
  await opens(`socket?port=${port}`);
  await expect.poll(() => gives("evaluate", { code: "socket.readyState" })).toEqual({ result: 1 });
  got.length = 0;
  guards(none);
  const act = { what: `Use a page that may send data over its open connection to ws://localhost:${port}/` };
  expect(await calls("click", { selector: "#use" })).toMatchObject({ held: [act] });
  expect(got).toEqual([]);
  guards(undefined);
  expect(await calls("click", { selector: "#use" })).toMatchObject({ ok: true });
  await expect.poll(() => got).toEqual(["frame"]);
  server.closeAllConnections();
  server.close();
});

describe("code in a page", () => {
  let talk: Awaited<ReturnType<typeof guarded>>;
  beforeAll(async () => {
    talk = await guarded();
  });

  test.each([
    ["document.title", "T"],
    [
      "const all = []; for (const a of document.links) all.push(a.pathname); return all",
      ["/plain", "/loads"],
    ],
    ["() => document.forms.length", 1],
    ["({ text: document.querySelector('#on').innerText })", { text: "On" }],
    ["document.querySelector('#on')", '<a id="on" href="/plain">On</a>'],
  ])("reads without approval: %s", async (code, result) => {
    expect(await talk.gives("evaluate", { code })).toEqual({ result });
  });

  test.each(
    sample(
      [
        ...ways.map((way) => DOES[way]),
        "new Image().src = '/take?' + document.title",
        "location = '/take?secret'",
        "try { fetch('/take?get') } catch {} return 1",
        "(async () => { await 0; fetch('/take?get') })()",
        "await fetch('/take?get')",
        "document.querySelector('#fetch').click()",
        "window.secret = 1",
        "document.title = 'secret'",
        "document.cookie = 'a=secret'",
        "localStorage.a = 'secret'",
        "open('/take?secret')",
        "new WebSocket('ws://' + location.host + '/take')",
        "document.body.append(Object.assign(document.createElement('img'), { src: '/take?secret' }))",
        "eval(\"fetch('/take?get')\")",
        "Promise.resolve().then(() => fetch('/take?get'))",
        "({ toJSON() { fetch('/take?get') } })",
        "() => fetch('/take?get')",
        "history.pushState(1, '', '/take?secret')",
      ],
      3,
    ),
  )("requires approval if it could change or send something: %s", async (code) => {
    got.length = 0;
    expect(await talk.calls("evaluate", { code })).toMatchObject({ held: [{ sends: code }] });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(got).toEqual([]);
  });
});
