import type { Failure } from "@/lib/shared/frame/protocol";
import { SANDBOX } from "@/lib/shared/frame/sandbox";

/** What a page that held a component has seen of it. */
export type Seen = {
  ready: boolean;
  painted: boolean;
  failures: Failure[];
  /** It has asked for rows or a file, of which there are none here: what it draws of them is not there. */
  asked: boolean;
  /** Pictures that it would show and that lie on the network. */
  absent: string[];
  /** How often this page had its turn: where the machine is busy, it comes as seldom as the component does. */
  ticks: number;
};

/** Between two of them, in milliseconds, where nothing is in the way. */
export const TICK = 25;

declare global {
  var easelSeen: Seen;
  var easelMount: (message: object) => void;
  var easelWidth: (px: number) => void;
}

/**
 * The page that holds a component while it is tried out: it speaks the frame's protocol as the workspace does, has
 * nothing stored to give, and lets nobody answer.
 */
export const gatePage = (frame: string, width: number): string => `<!doctype html>
<meta charset="utf-8">
<body>
<script>
const seen = globalThis.easelSeen = { ready: false, painted: false, failures: [], asked: false, absent: [], ticks: 0 };
setInterval(() => seen.ticks++, ${TICK});
const frame = document.createElement("iframe");
frame.setAttribute("sandbox", ${JSON.stringify(SANDBOX)});
frame.style.cssText = "height:600px;border:0";
globalThis.easelWidth = (px) => { frame.style.width = px + "px"; };
easelWidth(${width});
addEventListener("message", ({ source, data }) => {
  if (source !== frame.contentWindow || seen.port) return;
  const { port1, port2 } = new MessageChannel();
  const send = (message) => port1.postMessage(JSON.stringify(message));
  globalThis.easelMount = send;
  Object.defineProperty(seen, "port", { value: port1 });
  port1.onmessage = (event) => {
    const message = JSON.parse(event.data);
    if (message.type === "ready") seen.ready = true;
    if (message.type === "painted") seen.painted = true;
    if (message.type === "failed") seen.failures.push(message.failure);
    if (message.type === "absent") seen.absent.push(message.url);
    if (message.type === "watch") send({ type: "state", key: message.key, scope: message.scope, value: null, seen: 0 });
    if (message.type === "follow" || message.type === "file" || message.type === "tool") seen.asked = true;
    if (message.type === "follow") send({ type: "rows", id: message.id, columns: [], rows: [], truncated: false, isLoading: false, canUndo: false, canRedo: false });
    if (message.type === "action" || message.type === "say") send({ type: "done", id: message.id });
  };
  frame.contentWindow.postMessage({ easel: "welcome", nonce: data.nonce }, "*", [port2]);
});
frame.src = ${JSON.stringify(frame)};
document.body.append(frame);
</script>
`;
