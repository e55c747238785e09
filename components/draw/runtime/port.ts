import { LIMITS } from "@/lib/shared/frame/limits";
import { type ToFrame, type ToPage, toFrame, toPage, welcome } from "@/lib/shared/frame/protocol";
import { page } from "./harden";

/*
 * Connection to the page. A component shares this realm and may replace every built-in. Functions that the port needs
 * are therefore saved before a component loads, and the port is never passed to anything replaceable.
 */

const { parse, stringify } = JSON;
const { call } = Function.prototype;
const dataOf = call.bind(
  Object.getOwnPropertyDescriptor(MessageEvent.prototype, "data")?.get ?? (() => undefined),
);

let post: ((text: string) => void) | undefined;

/** Sends a hello to the embedding page and resolves when it has answered with a port. */
export function connect(receive: (message: ToFrame) => void): Promise<void> {
  const nonce = location.hash.slice(1);
  return new Promise((resolve) => {
    const onMessage = ({ source, data, ports: [port] }: MessageEvent) => {
      if (source !== page || !port || welcome.safeParse(data).data?.nonce !== nonce) return;
      removeEventListener("message", onMessage);
      attach(port, receive);
      resolve();
    };
    addEventListener("message", onMessage);
    page.postMessage({ easel: "hello", nonce }, "*");
  });
}

/** Uses this port from now on. */
export function attach(port: MessagePort, receive: (message: ToFrame) => void): void {
  post = port.postMessage.bind(port);
  port.onmessage = (event) => {
    const message = toFrame.safeParse(parse(dataOf(event)));
    if (message.success) receive(message.data);
  };
}

export const send = (message: ToPage): void => sendText(textOf(message));

/** Without a prototype, a `toJSON` that a component adds to `Object.prototype` cannot change the message. */
const textOf = (message: ToPage): string => stringify({ __proto__: null, ...message });

/**
 * Sends a message. Throws instead if the page would not accept it. `what` names it for the author of the
 * component.
 */
export function sendLarge(message: ToPage, what: string): void {
  const text = textOf(message);
  if (text.length > LIMITS.message) {
    throw new RangeError(
      `${what} is ${megabytes(text.length)} as JSON; the limit is ${megabytes(LIMITS.message)}. Send less data.`,
    );
  }
  const [issue] = toPage.safeParse(parse(text)).error?.issues ?? [];
  if (issue)
    throw new TypeError(`${what} cannot be sent: ${issue.path.join(".") || "it"} is invalid or too long.`);
  sendText(text);
}

const sendText = (text: string): void => post?.(text);

const megabytes = (size: number) => `${(size / 1e6).toFixed(1)} MB`;
