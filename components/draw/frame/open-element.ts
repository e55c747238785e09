import { newId } from "@/lib/shared/chat/id";
import { hello } from "@/lib/shared/frame/protocol";
import { SANDBOX } from "@/lib/shared/frame/sandbox";
import { t } from "@/lib/shared/i18n/en/frame";

const HELLO_MS = 10_000;
/** Reason to stop a frame that another attempt can mend. */
export const NOT_LOADED = "not-loaded";

export const describeStop = (why: string): string => (why === NOT_LOADED ? t("notLoaded") : why);

type Opening = {
  place: HTMLElement;
  address: string;
  signal: AbortSignal;
  /** Called with the page's end of the port when the frame's hello has arrived. */
  onPort(port: MessagePort): void;
  stop(why: string): void;
};

/** Loads the document of a frame in `place` and sends it a port after its hello. */
export function openElement(
  element: HTMLIFrameElement,
  { place, address, signal, onPort, stop }: Opening,
): void {
  const nonce = newId();
  let loads = 0;
  let isMet = false;
  element.setAttribute("sandbox", SANDBOX);
  element.referrerPolicy = "no-referrer";
  element.className = "block h-full w-full border-0";
  element.src = `${address}#${nonce}`;
  const late = setTimeout(stop, HELLO_MS, NOT_LOADED);
  signal.addEventListener("abort", () => clearTimeout(late), { once: true });
  // A second load means that the component navigated away.
  element.addEventListener("load", () => ++loads > 1 && stop(t("left")), { signal });
  /** Check the sender first; data of other windows is never read. */
  const onMessage = (event: MessageEvent) => {
    const { contentWindow } = element;
    if (contentWindow === null || event.source !== contentWindow) return;
    // A component cannot send a window message to the page by accident, and the runtime sends only the hello. After the
    // hello, `event.data` is not read: the browser deserializes it on access, which could block the page.
    const receivedNonce = isMet ? undefined : hello.safeParse(event.data).data?.nonce;
    if (receivedNonce !== nonce) return stop(t("outsidePort"));
    isMet = true;
    clearTimeout(late);
    const { port1, port2 } = new MessageChannel();
    onPort(port1);
    // A sandboxed document has an opaque origin, so no target origin can be given. Only this window receives
    // it.
    contentWindow.postMessage({ easel: "welcome", nonce }, "*", [port2]);
  };
  addEventListener("message", onMessage, { signal });
  place.append(element);
}
