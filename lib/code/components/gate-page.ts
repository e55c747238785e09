import type { Page } from "playwright";
import type { Failure } from "@/lib/shared/frame/protocol";
import { SANDBOX } from "@/lib/shared/frame/sandbox";

export type SeenByGate = {
  ready: boolean;
  painted: boolean;
  failures: Failure[];
  /**
   * True if the component requested rows, a file or a tool. The test answers with no data, so missing content is
   * no failure.
   */
  asked: boolean;
  unsettled?: "frame" | "content";
  heights: number;
  heightAt: number;
  /** URLs of external images, which the test page cannot load. */
  absent: string[];
  /**
   * How often this page's timer has run. On a busy machine the timer slows down together with the component.
   */
  ticks: number;
};

/** Milliseconds between two ticks on an idle machine. */
export const TICK = 25;
/**
 * Host of the frame under test. It is another site than the page, so that the browser runs the component in
 * another process and an endless loop does not block the page.
 */
export const FRAME_HOST = "s-gate.localhost";
export const DRAWS_IN = 4_000;
/** Width of the first test in pixels: that of the canvas beside the chat. */
export const FIRST_WIDTH = 530;
const POLL = 10;
/** Milliseconds without an answer after which the page counts as hanging. */
const SILENCE = 4_000;

declare global {
  var easelSeen: SeenByGate;
  var easelMount: (message: object) => void;
  var easelWidth: (px: number) => void;
}

/**
 * Returns the page that holds a component under test. It uses the frame's protocol as the workspace does,
 * without stored data and without answers from a user.
 */
export const gatePage = (frame: string, width: number): string => `<!doctype html>
<meta charset="utf-8">
<body>
<script>
const seen = globalThis.easelSeen = { ready: false, painted: false, failures: [], asked: false, absent: [], heights: 0, heightAt: 0, ticks: 0 };
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
    // Resize the frame as the workspace does: content sized by its frame then behaves the same.
    if (message.type === "height") {
      frame.style.height = message.px + "px";
      seen.heights++;
      seen.heightAt = seen.ticks;
    }
    if (message.type === "unsettled") seen.unsettled = message.cause;
    if (message.type === "absent") seen.absent.push(message.url);
    if (message.type === "watch") send({ type: "state", key: message.key, scope: message.scope, value: null, seen: 0 });
    if (message.type === "store") send({ type: "done", id: message.id, problem: "Nothing is stored during a test." });
    if (message.type === "follow" || message.type === "file" || message.type === "tool") seen.asked = true;
    if (message.type === "follow") send({ type: "rows", id: message.id, columns: [], rows: [], truncated: false, isLoading: false, canUndo: false, canRedo: false });
    if (["action", "say", "save", "copy", "open"].includes(message.type)) send({ type: "done", id: message.id });
  };
  frame.contentWindow.postMessage({ easel: "welcome", nonce: data.nonce }, "*", [port2]);
});
frame.src = ${JSON.stringify(frame)};
document.body.append(frame);
</script>
`;

/**
 * Returns the page's observations as soon as `isEnough` accepts them, or undefined after `ms` milliseconds.
 * Counts the time in ticks of the page, which slow down with the component on a busy machine. Also returns
 * undefined if the page does not answer, for example because a component in the same process hangs.
 */
export async function until(
  page: Page,
  ms: number,
  isEnough: (seen: SeenByGate) => boolean,
): Promise<SeenByGate | undefined> {
  for (let end: number | undefined; ; await after(POLL)) {
    const seen = await Promise.race([page.evaluate<SeenByGate>(() => globalThis.easelSeen), after(SILENCE)]);
    if (!seen) return undefined;
    if (isEnough(seen)) return seen;
    end ??= seen.ticks + ms / TICK;
    if (seen.ticks >= end) return undefined;
  }
}

const after = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms));
