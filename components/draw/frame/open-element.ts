import { newId } from "@/lib/shared/chat/id";
import { hello } from "@/lib/shared/frame/protocol";
import { SANDBOX } from "@/lib/shared/frame/sandbox";

const HELLO_MS = 10_000;
export const NOT_LOADED = "Its frame did not load.";
export const LEFT = "It tried to leave its frame.";

type Opening = {
  place: HTMLElement;
  address: string;
  /** Its end. */
  signal: AbortSignal;
  /** It has said hello: our end of the port that it gets. */
  onPort(port: MessagePort): void;
  stop(why: string): void;
};

/** Loads the document of a frame in `place` and gives it a port once it says hello. */
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
  // A document that goes takes the component along: whoever loads another one has left.
  element.addEventListener("load", () => ++loads > 1 && stop(LEFT), { signal });
  /** Whose message it is comes first: what another window sends is not even looked at. */
  const onMessage = (event: MessageEvent) => {
    const { contentWindow } = element;
    if (contentWindow === null || event.source !== contentWindow) return;
    // The runtime says hello, and a component cannot say anything here by accident. What it says is not read, nor
    // taken out of the event: that is when the browser makes it, and what would cost the page its time.
    const said = isMet ? undefined : hello.safeParse(event.data).data?.nonce;
    if (said !== nonce) return stop("It sent messages past its port.");
    isMet = true;
    clearTimeout(late);
    const { port1, port2 } = new MessageChannel();
    onPort(port1);
    // The origin of a sandboxed document is no name, so none can be given; only this window gets it all the same.
    contentWindow.postMessage({ easel: "welcome", nonce }, "*", [port2]);
  };
  addEventListener("message", onMessage, { signal });
  place.append(element);
}
