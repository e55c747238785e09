import { toast } from "sonner";
import { call, notSent } from "./calls";
import { failed } from "./failures";
import { isByHand, takeGesture } from "./gestures";
import { define } from "./refused";
import { labelOf, sendBytes } from "./sent-files";

/*
 * Functions of the browser that the page performs for a component: downloads, copying, links. They look like the browser's
 * own. The page does them only upon a click or a key in the frame, and shows the address of a link first.
 */

const { createObjectURL, revokeObjectURL } = URL;
const { click } = HTMLElement.prototype;
const { dispatchEvent } = EventTarget.prototype;

/** Addresses of blobs that a link may download; an address that is revoked after the click is still known by then. */
const blobs = new Map<string, Blob>();
const MAX_BLOBS = 500;
const DATA = /^data:([^;,]*)((?:;[^;,]*)*),([\s\S]*)$/;

export function giveHostFunctions(): void {
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
  define(globalThis, "alert", (message: unknown = "") => void toast(String(message)));
  define(globalThis, "open", (address: string | URL = "") => {
    void openAddress(String(address));
    return null;
  });
  define(navigator, "clipboard", clipboard);
  // A link that is in no document has no listener above it that would see the click.
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

/** Does what a link is for, if the page can do it. Returns false for a link within the document. */
export function follow(link: HTMLAnchorElement): boolean {
  const address = link.getAttribute("href");
  // The component handles links without an address as buttons.
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

/** The content of a `data:` address, which nothing in the frame may fetch. */
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

/** The promise as the caller gets it; its failure is on the sheet even if the caller ignores it. */
function reported<T>(done: Promise<T>): Promise<T> {
  const seen = done.catch((error: unknown) => notSent(error));
  seen.catch(() => {});
  return seen;
}
