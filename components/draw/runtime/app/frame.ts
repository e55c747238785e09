import { type FromAppFrame, HANDS, hand, toAppFrame } from "@/lib/shared/frame/app-protocol";
import { LIMITS } from "@/lib/shared/frame/limits";
import { welcome } from "@/lib/shared/frame/protocol";

/*
 * The document around an MCP app. It holds the app in a frame with another opaque origin and forwards
 * messages between it and the page. The app inherits this document's policy, which contains what the app
 * declared.
 */

declare const EASEL_APP_GUARD: string;

const page = globalThis.parent;
const nonce = location.hash.slice(1);
const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy(name: string, rules: object): unknown };
};
trustedTypes?.createPolicy("default", { createHTML: (html: string) => html });

const app = document.createElement("iframe");
app.setAttribute("sandbox", "allow-scripts allow-forms");
app.referrerPolicy = "no-referrer";
app.style.cssText = "position:fixed;inset:0;width:100%;height:100%;border:0";

let port: MessagePort | undefined;
const send = (message: FromAppFrame): void => port?.postMessage(JSON.stringify(message));

// A second load means that the app navigated away.
let loads = 0;
app.addEventListener("load", () => ++loads > 1 && send({ type: "left" }));

let hands: MessagePort | undefined;

addEventListener("message", ({ source, data, ports: [appPort] }) => {
  if (source === page && appPort && !port && welcome.safeParse(data).data?.nonce === nonce) {
    port = appPort;
    appPort.onmessage = (event) => receive(event.data);
    send({ type: "ready" });
  } else if (source === app.contentWindow && source !== null) hear(data, appPort);
});
page.postMessage({ easel: "hello", nonce }, "*");

/** Handles a message of the app's window. The first one comes from the guard, which runs before any code of the app. */
function hear(data: unknown, handsPort?: MessagePort): void {
  if (!hands) {
    if (data === HANDS && handsPort) hands = handsPort;
    if (hands) hands.onmessage = (event) => hand.safeParse(event.data).success && send({ type: event.data });
    return;
  }
  if (typeof data !== "object" || data === null) return;
  // A click or key in a nested frame activates this document, too; one in the page around it does not.
  const byHand = navigator.userActivation.isActive;
  let text: string;
  try {
    text = JSON.stringify({ type: "said", message: data, byHand });
  } catch {
    return;
  }
  if (text.length > LIMITS.message) send({ type: "tooLarge" });
  else port?.postMessage(text);
}

function receive(text: unknown): void {
  const message = toAppFrame.safeParse(JSON.parse(String(text))).data;
  if (message?.type === "ping") send({ type: "pong", id: message.id });
  // An opaque origin cannot be named as the target. Only this window receives the message.
  else if (message?.type === "tell") app.contentWindow?.postMessage(message.message, "*");
  else if (message?.type === "look") wear(message.theme);
  else if (message?.type === "open") open(message.html);
}

function wear(theme: string): void {
  document.documentElement.style.colorScheme = theme;
  app.style.colorScheme = theme;
}

/** The guard runs before any code of the app. The doctype before it prevents quirks mode. */
function open(html: string): void {
  const guard = `<script src="${location.origin}/rt/${EASEL_APP_GUARD}"></script>`;
  app.srcdoc = `<!doctype html>${guard}${html.replace(/^\s*<!doctype[^>]*>/i, "")}`;
  document.body.append(app);
}
