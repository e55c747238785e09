import { refuseFunctions } from "./refused";
import { giveStorage } from "./storage";

/*
 * Loaded before everything else in the frame. Removes globals that no component needs and that could reach
 * outside the frame. The document's policy forbids most of it, too; this is defense in depth for browsers
 * with less support.
 */

/** The page that embeds this frame, saved before `parent` is replaced below. */
export const page: Window = globalThis.parent;

/**
 * WebRTC obeys no policy, XSLT creates elements that no policy checks, and the others open connections or
 * documents.
 */
const TAKEN =
  /^((webkit)?RTC|WebTransport|WebSocketStream|XSLTProcessor|fetchLater|FencedFrame|documentPictureInPicture|(Shared)?Worker$)/;

/**
 * Nested documents would have all the removed globals again. In XML, tags can have prefixes, and entities can
 * hide them.
 */
const FRAMES = pinned(/<(?:[^\s<>/:]*:)?(?:iframe|frame|object|embed|fencedframe|portal)|<!ENTITY/i);
const SRCDOC = pinned(/ srcdoc$/);

for (const name of Object.getOwnPropertyNames(globalThis)) {
  if (TAKEN.test(name)) Reflect.deleteProperty(globalThis, name);
}

// A sandboxed document throws where code reads it. Without it, pages that work offline see that they cannot.
Reflect.deleteProperty(Navigator.prototype, "serviceWorker");

// Hides `window.event`: while a message is handled, it would expose the message, and with it the port, to any code.
Object.defineProperty(globalThis, "event", { value: undefined, writable: true, configurable: false });

// The document requires Trusted Types: all markup passes through this policy once and is parsed unchanged.
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
trustedTypes?.createPolicy("default", {
  createHTML: (html, _type, sink) => {
    if (FRAMES.test(html) || SRCDOC.test(sink)) throw new TypeError("A component cannot contain a frame.");
    return html;
  },
});
// The document allows no other policy. Libraries that would create one, such as DOMPurify, detect that they
// cannot.
if (trustedTypes) Object.defineProperty(trustedTypes, "createPolicy", { value: undefined });

refuseFunctions();
giveStorage();

// Components often post messages to their parent by habit, and the page stops a frame that does, so throw an error with
// advice instead.
Object.defineProperty(globalThis, "parent", {
  value: Object.freeze({
    postMessage: (): never => {
      throw new Error(
        "A component cannot access other windows. Answer with callTool(action, payload) or send a message with sendMessage(text).",
      );
    },
  }),
});
// Otherwise Zod would test whether it can compile functions, and the browser would report a violation each
// time.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

/** Protects a pattern from a component that replaces the methods of RegExp. */
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
