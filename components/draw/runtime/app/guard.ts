import { HANDS, type Hand } from "@/lib/shared/frame/app-protocol";
import { giveStorage } from "../storage";

/*
 * Loaded before anything of an MCP app, in its own document: takes away what could lead past its policy, and gives what
 * apps are used to and an opaque origin has not. The policy is what counts; this is the layer below.
 */

const page = globalThis.parent;

/** WebRTC obeys no policy; the rest opens connections or other documents. */
const TAKEN =
  /^((webkit)?RTC|WebTransport|WebSocketStream|fetchLater|FencedFrame|documentPictureInPicture|SharedWorker$)/;
for (const name of Object.getOwnPropertyNames(globalThis))
  if (TAKEN.test(name)) Reflect.deleteProperty(globalThis, name);

/** Documents in the document: in them, everything that is taken away here would be back. */
const FRAMES = /<(?:iframe|frame|object|embed|fencedframe|portal)/i;

// The document demands Trusted Types where the app has declared no frames: whatever becomes markup passes here.
const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy(name: string, rules: object): unknown };
};
const asIs = (text: string) => text;
try {
  trustedTypes?.createPolicy("default", {
    createHTML: (html: string, _type: string, sink: string) => {
      if (FRAMES.test(html) || / srcdoc$/.test(sink))
        throw new TypeError("An app declares the frames that it holds.");
      return html;
    },
    createScript: asIs,
    createScriptURL: asIs,
  });
  // Libraries that find none of it hand over text, which the policy above takes.
  Reflect.deleteProperty(globalThis, "trustedTypes");
} catch {
  // Frames are declared: the document demands nothing.
}

giveStorage();

/*
 * What the person does here is reported over a port that the app never sees: this runs before anything of it, and the document
 * around takes the first port alone. The app can end the telling, but it can tell nothing itself.
 */
const { port1, port2 } = new MessageChannel();
const tell = port1.postMessage.bind(port1) as (message: Hand) => void;
const GESTURES = { pointerdown: "press", keydown: "key" } as const satisfies Record<string, Hand>;
for (const [type, hand] of Object.entries(GESTURES))
  addEventListener(type, ({ isTrusted }) => isTrusted && tell(hand), { capture: true, passive: true });
page.postMessage(HANDS, "*", [port2]);
