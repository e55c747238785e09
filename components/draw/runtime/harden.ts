import { refuseFunctions } from "./refused";
import { giveStorage } from "./storage";

/*
 * Loaded before anything else in the frame, and before any component: takes away what no component needs and what
 * could lead out of the frame. The document's policy forbids most of it as well; this is the layer below, for browsers
 * that know less of it.
 */

/** The page that holds this frame. */
export const page: Window = globalThis.parent;

/** WebRTC obeys no policy, XSLT makes elements that no policy sees, and the rest opens connections or other documents. */
const TAKEN =
  /^((webkit)?RTC|WebTransport|WebSocketStream|XSLTProcessor|fetchLater|FencedFrame|documentPictureInPicture|(Shared)?Worker$)/;

/** Documents in the document: in them, everything that is taken away here would be back. In XML they have other prefixes, and entities. */
const FRAMES = pinned(/<(?:[^\s<>/:]*:)?(?:iframe|frame|object|embed|fencedframe|portal)|<!ENTITY/i);
const SRCDOC = pinned(/ srcdoc$/);

for (const name of Object.getOwnPropertyNames(globalThis)) {
  if (TAKEN.test(name)) Reflect.deleteProperty(globalThis, name);
}

// While a message is handled the browser would hand it, and with it our port, to whoever asks for `window.event`.
Object.defineProperty(globalThis, "event", { value: undefined, writable: true, configurable: false });

// The document demands Trusted Types: whatever becomes markup passes here, once, and is parsed as it is.
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
trustedTypes?.createPolicy("default", {
  createHTML: (html, _type, sink) => {
    if (FRAMES.test(html) || SRCDOC.test(sink)) throw new TypeError("A component cannot hold a frame.");
    return html;
  },
});
// The document allows no other policy. Libraries that would make one, as DOMPurify, see that none can be made.
if (trustedTypes) Object.defineProperty(trustedTypes, "createPolicy", { value: undefined });

refuseFunctions();
giveStorage();

// By habit components speak to their parent here, who would take it for a flood.
Object.defineProperty(globalThis, "parent", {
  value: Object.freeze({
    postMessage: (): never => {
      throw new Error(
        "A component reaches no other window. Answer with callTool(action, payload), or speak with sendMessage(text).",
      );
    },
  }),
});
// Zod would ask whether it may make functions of text, and each time the browser would report that it may not.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

/** Finds what it finds, whatever a component makes of all other patterns. */
function pinned(pattern: RegExp): RegExp {
  const { exec, test } = RegExp.prototype;
  return Object.defineProperties(pattern, { exec: { value: exec }, test: { value: test } });
}

type TrustedTypes = {
  createPolicy(
    name: "default",
    rules: { createHTML(html: string, type: string, sink: string): string },
  ): unknown;
};
