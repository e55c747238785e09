import { testServer, textContent } from "./test-server.ts";

const APP = "ui://house/paint";

export const appHtml = (script: string): string => `<!DOCTYPE html>
<html lang="en"><head><title>Paint</title></head><body>
<h1 id="title">Paint</h1><p id="input"></p><p id="result"></p><p id="said"></p>
<button id="red">Red</button><button id="more">More colours</button><button id="write">Write it down</button>
<button id="link">Read more</button><button id="full">Larger</button>
<script>
let nextId = 1;
const waiting = new Map();
const ask = (method, params) => new Promise((resolve, reject) => {
  const id = nextId++;
  waiting.set(id, { resolve, reject });
  parent.postMessage({ jsonrpc: "2.0", id, method, params }, "*");
});
const note = (method, params = {}) => parent.postMessage({ jsonrpc: "2.0", method, params }, "*");
const show = (id, value) => { document.getElementById(id).textContent = typeof value === "string" ? value : JSON.stringify(value); };
window.heard = [];
addEventListener("message", ({ source, data }) => {
  if (source !== parent) return;
  window.heard.push(data);
  if (data.method === "ui/notifications/tool-input") show("input", data.params.arguments);
  if (data.method === "ui/notifications/tool-result") show("result", data.params.structuredContent);
  if (data.method === "ui/notifications/host-context-changed") document.documentElement.dataset.theme = data.params.theme;
  if (data.method === "ui/resource-teardown") parent.postMessage({ jsonrpc: "2.0", id: data.id, result: {} }, "*");
  const one = data.method === undefined && waiting.get(data.id);
  if (one) data.error ? one.reject(new Error(data.error.message)) : one.resolve(data.result);
});
const on = (id, work) => document.getElementById(id).addEventListener("click", () =>
  work().then((value) => show("said", value), (error) => show("said", "Refused: " + error.message)));
on("red", () => ask("ui/message", { role: "user", content: [{ type: "text", text: "Take red." }] }));
on("more", () => ask("tools/call", { name: "colours", arguments: { dark: true } }));
on("write", () => ask("tools/call", { name: "write", arguments: { text: "red" } }));
on("link", () => ask("ui/open-link", { url: "https://paint.example/red" }));
on("full", () => ask("ui/request-display-mode", { mode: "fullscreen" }));
ask("ui/initialize", { appInfo: { name: "Paint", version: "1" }, appCapabilities: { availableDisplayModes: ["inline", "fullscreen"] }, protocolVersion: "2026-01-26" })
  .then((host) => { window.host = host; document.documentElement.dataset.theme = host.hostContext.theme; note("ui/notifications/initialized"); note("ui/notifications/size-changed", { width: 400, height: 260 }); });
${script}
</script></body></html>`;

export async function appServer(script = "", ui: object = {}) {
  const server = await testServer();
  const meta = (one: object) => ({ _meta: { ui: { resourceUri: APP, ...one } } });
  const only = (visibility: string[]) => ({ _meta: { ui: { visibility } } });
  const state = { html: appHtml(script) };
  server.offer({ name: "paint", title: "Paint a wall", description: "Paints.", ...meta({}) }, ({ args }) => ({
    ...textContent("A wall is to be painted."),
    structuredContent: { wall: args.wall, colours: ["red", "green"] },
    _meta: { secret: "for the app" },
  }));
  server.offer(
    { name: "look", description: "Looks.", annotations: { readOnlyHint: true }, ...meta({}) },
    () => ({ ...textContent("The wall is white."), structuredContent: { colour: "white" } }),
  );
  server.offer({ name: "colours", annotations: { readOnlyHint: true }, ...only(["app"]) }, () =>
    textContent("blue"),
  );
  server.offer({ name: "write", ...only(["app"]) }, ({ args }) => textContent(`wrote ${args.text}`));
  server.offer({ name: "secret", annotations: { readOnlyHint: true }, ...only(["model"]) }, () =>
    textContent("no"),
  );
  server.also["resources/read"] = ({ uri }) => ({
    contents: [{ uri, mimeType: "text/html;profile=mcp-app", text: state.html, _meta: { ui } }],
  });
  return Object.assign(server, { app: state });
}
