import { call, notSent } from "./calls";
import { failed } from "./failures";
import { isByHand, takeGesture } from "./gestures";
import { define } from "./refused";
import { labelOf, sendBytes } from "./sent-files";

/*
 * Functions of the browser that the page performs for a component: downloads, copying and links. They look
 * like the browser's own. The page performs them only after a click or key in the frame, and shows the URL of
 * a link first.
 */

const { createObjectURL, revokeObjectURL } = URL;
const { click } = HTMLElement.prototype;
const { dispatchEvent } = EventTarget.prototype;

/**
 * Blobs by object URL, for links that download them. A link's blob is read at the click, so a component may revoke the
 * URL right afterwards.
 */
const blobs = new Map<string, Blob>();
const MAX_BLOBS = 500;
const DATA = /^data:([^;,]*)((?:;[^;,]*)*),([\s\S]*)$/;

/** `notice` shows a text. It is passed, so that a published app without notices does not load them. */
export function giveHostFunctions(notice: (text: string) => void): void {
  define(URL, "createObjectURL", (blob: Blob) => {
    const url = createObjectURL.call(URL, blob);
    if (blob instanceof Blob) blobs.set(url, blob);
    for (const oldest of blobs.keys()) if (blobs.size > MAX_BLOBS) blobs.delete(oldest);
    return url;
  });
  define(URL, "revokeObjectURL", (url: string) => {
    blobs.delete(url);
    revokeObjectURL.call(URL, url);
  });
  define(globalThis, "alert", (message: unknown = "") => notice(String(message)));
  define(globalThis, "open", (address: string | URL = "") => {
    void openAddress(String(address));
    return null;
  });
  define(navigator, "clipboard", clipboard);
  // If the link is not in the document, its click reaches no listener, so handle it here.
  define(HTMLAnchorElement.prototype, "click", function (this: HTMLAnchorElement) {
    if (this.isConnected || !follow(this)) click.call(this);
  });
  define(HTMLAnchorElement.prototype, "dispatchEvent", function (this: HTMLAnchorElement, event: Event) {
    const isAlone = event.type === "click" && !this.isConnected;
    return isAlone && follow(this) ? true : dispatchEvent.call(this, event);
  });
}

const clipboard = {
  writeText: (text: unknown) => copy(String(text)),
  write: async (items: readonly ClipboardItem[]) => {
    const item = items.find(({ types }) => types.includes("text/plain"));
    if (!item)
      return notSent(
        new TypeError("A component can copy text only. Use navigator.clipboard.writeText(text)."),
      );
    return copy(await (await item.getType("text/plain")).text());
  },
  readText: () => unreadable(),
  read: () => unreadable(),
};

const unreadable = (): Promise<never> =>
  Promise.reject(
    new TypeError("A component cannot read the clipboard. Give the user a field to paste into."),
  );

function copy(text: string): Promise<void> {
  const byHand = isByHand();
  return reported(call((id) => ({ type: "copy", id, text, byHand }), "The copied text"));
}

function openAddress(address: string): Promise<void> {
  const byHand = takeGesture();
  return reported(call((id) => ({ type: "open", id, url: address, byHand }), "The address"));
}

/** Performs the action of a link if the page can. Returns false for a link within the document. */
export function follow(link: HTMLAnchorElement): boolean {
  const address = link.getAttribute("href");
  // The component handles links without a URL as buttons.
  if (address === null || address === "" || /^(#|javascript:)/i.test(address)) return false;
  if (link.hasAttribute("download")) void save(link, address);
  else void openAddress(address);
  return true;
}

async function save(link: HTMLAnchorElement, address: string): Promise<void> {
  const byHand = takeGesture();
  const blob = blobs.get(address) ?? blobOf(address);
  try {
    if (!blob)
      throw new TypeError(
        "Only data of the component can be downloaded: give the link a blob: or data: address that was not revoked.",
      );
    const label = labelOf(blob, link.download);
    const file = await sendBytes(blob, "The download");
    await call((id) => ({ type: "save", id, file, ...label, byHand }), "The download");
  } catch (error) {
    failed("event", error);
  }
}

/** Returns the content of a `data:` URL, which the frame cannot fetch; undefined for other URLs. */
function blobOf(address: string): Blob | undefined {
  const [, type = "", parameters = "", data = ""] = DATA.exec(address) ?? [];
  try {
    if (!address.startsWith("data:")) return undefined;
    const text = decodeURIComponent(data);
    const content = parameters.endsWith(";base64")
      ? Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
      : text;
    return new Blob([content], { type });
  } catch {
    return undefined;
  }
}

/** Returns the promise, and reports its failure on the surface even if the caller ignores it. */
function reported<T>(done: Promise<T>): Promise<T> {
  const seen = done.catch((error: unknown) => notSent(error));
  seen.catch(() => {});
  return seen;
}
