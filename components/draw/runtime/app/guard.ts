import { HANDS, type Hand } from "@/lib/shared/frame/app-protocol";
import { giveStorage } from "../storage";

/*
 * Loaded in the document of an MCP app before the app's code. Removes globals that could bypass the policy,
 * and provides storage, which an opaque origin lacks. The policy is the actual protection; this is defense in
 * depth.
 */

const page = globalThis.parent;

/** WebRTC ignores the policy; the other globals open connections or documents. */
const TAKEN =
  /^((webkit)?RTC|WebTransport|WebSocketStream|fetchLater|FencedFrame|documentPictureInPicture|SharedWorker$)/;
for (const name of Object.getOwnPropertyNames(globalThis))
  if (TAKEN.test(name)) Reflect.deleteProperty(globalThis, name);

/** Not allowed in markup, because a nested document would have all the removed globals again. */
const FRAMES = /<(?:iframe|frame|object|embed|fencedframe|portal)/i;

// If the app declared no frames, the document requires Trusted Types, so all markup passes through this
// policy.
const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy(name: string, rules: object): unknown };
};
const asIs = (text: string) => text;
try {
  trustedTypes?.createPolicy("default", {
    createHTML: (html: string, _type: string, sink: string) => {
      if (FRAMES.test(html) || / srcdoc$/.test(sink))
        throw new TypeError("An app must declare the frames that it contains.");
      return html;
    },
    createScript: asIs,
    createScriptURL: asIs,
  });
  // Without Trusted Types, libraries pass strings, which the policy above accepts.
  Reflect.deleteProperty(globalThis, "trustedTypes");
} catch {}

giveStorage();

/*
 * Gestures are reported over a port that the app never sees: this code runs before the app's, and the
 * document around it accepts only the first port. The app can stop the reports but cannot forge one.
 */
const { port1, port2 } = new MessageChannel();
const tell = port1.postMessage.bind(port1) as (message: Hand) => void;
const GESTURES = { pointerdown: "press", keydown: "key" } as const satisfies Record<string, Hand>;
for (const [type, hand] of Object.entries(GESTURES))
  addEventListener(type, ({ isTrusted }) => isTrusted && tell(hand), { capture: true, passive: true });
page.postMessage(HANDS, "*", [port2]);
