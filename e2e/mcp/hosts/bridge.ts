import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";
import { sandbox, seen, showTool, theme } from "./call.ts";

const { client, input, result, html } = await showTool();
const frame = document.createElement("iframe");
frame.setAttribute("sandbox", "allow-scripts allow-same-origin allow-forms");
const loaded = new Promise<void>((resolve) => {
  addEventListener("message", ({ source, data }) => {
    if (source === frame.contentWindow && data?.method === "ui/notifications/sandbox-proxy-ready") resolve();
  });
});
frame.src = sandbox;
document.getElementById("place")?.append(frame);
await loaded;

const bridge = new AppBridge(
  client,
  { name: "Basic host", version: "1" },
  { openLinks: {}, serverTools: {}, serverResources: {}, message: { text: {} } },
  { hostContext: { theme, locale: navigator.language, displayMode: "inline" } },
);
bridge.onmessage = async (params) => {
  seen.messages.push(params);
  return {};
};
bridge.onopenlink = async (params) => {
  seen.links.push(params);
  return {};
};
bridge.onsizechange = ({ height }) => {
  if (height !== undefined) frame.style.height = `${height}px`;
};
const initialized = new Promise<void>((resolve) => {
  bridge.oninitialized = () => resolve();
});
const { contentWindow } = frame;
if (!contentWindow) throw new Error("The proxy has no window");
await bridge.connect(new PostMessageTransport(contentWindow, contentWindow));
await bridge.sendSandboxResourceReady({ html });
await initialized;
await bridge.sendToolInput({ arguments: input });
await bridge.sendToolResult(result);
seen.ready = true;
Object.assign(window, { bridge });
