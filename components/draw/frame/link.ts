import { LIMITS } from "@/lib/shared/frame/limits";
import { type ToFrame, type ToPage, toPage } from "@/lib/shared/frame/protocol";
import { t } from "@/lib/shared/i18n/en/frame";

type Port<Out> = { send(message: Out): void; close(): void };
type Ends<In> = { onMessage(message: In): void; onBreach(why: string): void };
export type Link = Port<ToFrame>;

export const openLink = (port: MessagePort, ends: Ends<ToPage>, now?: () => number): Link =>
  openPort<ToFrame, ToPage>(port, (value) => toPage.safeParse(value).data, ends, now);

/**
 * Opens the page's end of a frame's port. The other end runs untrusted code: a message that is invalid, too
 * large or too frequent is a breach and closes the port.
 */
export function openPort<Out, In>(
  port: MessagePort,
  read: (value: unknown) => In | undefined,
  { onMessage, onBreach }: Ends<In>,
  now = () => performance.now(),
): Port<Out> {
  const allow = bucket(now);
  let isOpen = true;
  const close = () => {
    isOpen = false;
    port.close();
  };
  const breach = (why: string) => {
    close();
    onBreach(why);
  };
  port.onmessage = ({ data }) => {
    if (!isOpen) return;
    if (!allow()) return breach(t("tooManyMessages"));
    if (typeof data !== "string") return breach(t("invalidMessage"));
    if (data.length > LIMITS.message) return breach(t("messageTooLarge"));
    const message = read(parse(data));
    if (message === undefined) return breach(t("invalidMessage"));
    onMessage(message);
  };
  return { send: (message) => isOpen && port.postMessage(JSON.stringify(message)), close };
}

/** Token bucket: `LIMITS.burst` messages at once, then `LIMITS.rate` a second. */
function bucket(now: () => number): () => boolean {
  let left: number = LIMITS.burst;
  let at = now();
  return () => {
    const time = now();
    left = Math.min(LIMITS.burst, left + ((time - at) / 1000) * LIMITS.rate) - 1;
    at = time;
    return left >= 0;
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
