import { newId } from "@/lib/shared/chat/id";
import {
  APP_PARAM,
  type FromAppFrame,
  fromAppFrame,
  type Hand,
  type ToAppFrame,
} from "@/lib/shared/frame/app-protocol";
import { hello } from "@/lib/shared/frame/protocol";
import { SANDBOX } from "@/lib/shared/frame/sandbox";
import type { FocusGuard } from "../focus-guard";
import { fitsSoon, NOT_LOADED, PRESS_MS } from "../frame";
import { type Heartbeat, startHeartbeat } from "../heartbeat";
import { openPort } from "../link";
import { readLook, watchLook } from "../look";
import { framePool } from "../pool";

const HELLO_MS = 10_000;

type Ends = {
  /** The frame takes the document. */
  onReady(): void;
  /** `byHand`: shortly after a press or a key in the frame. */
  onMessage(message: unknown, byHand: boolean): void;
  /** The frame is gone, and why. */
  onStopped(why: string): void;
  onLook(): void;
};

type Port = ReturnType<typeof openPort<ToAppFrame, FromAppFrame>>;

/** The frame of an MCP app, with all that we hold of it. Once it is closed, nothing of it is heard again. */
export class AppFrame {
  readonly element = document.createElement("iframe");
  ends: Ends | undefined;
  readonly #nonce = newId();
  readonly #end = new AbortController();
  readonly #focus: FocusGuard;
  #port: Port | undefined;
  #heartbeat: Heartbeat | undefined;
  #loads = 0;
  #isFresh = false;
  #pressedAt = Number.NEGATIVE_INFINITY;
  #late: ReturnType<typeof setTimeout>;

  constructor(place: HTMLElement, { app, title }: { app: string; title: string }) {
    const { element } = this;
    const pool = framePool();
    this.#focus = pool.guard(element, this);
    element.setAttribute("sandbox", SANDBOX);
    element.referrerPolicy = "no-referrer";
    element.className = "block h-full w-full border-0";
    element.title = title;
    element.src = `${pool.address()}?${APP_PARAM}=${app}#${this.#nonce}`;
    const { signal } = this.#end;
    element.addEventListener("load", () => ++this.#loads > 1 && this.stop("It tried to leave its frame."), {
      signal,
    });
    addEventListener("message", (event) => this.#onWindowMessage(event), { signal });
    signal.addEventListener(
      "abort",
      watchLook(() => this.#wear()),
      { once: true },
    );
    this.#late = setTimeout(() => this.stop(NOT_LOADED), HELLO_MS);
    place.append(element);
  }

  get isOpen(): boolean {
    return !this.#end.signal.aborted;
  }

  send(message: ToAppFrame): void {
    this.#port?.send(message);
  }

  /**
   * Whether what the app says follows from the person's hand on this very frame, and is the first thing that does. The
   * document around the app has the browser's word for it; here it must fit: the page has been used, and by a press in the
   * frame, or a key while the person had led the focus there. What the app says of itself does not count.
   */
  async takeGesture(isSaid: boolean): Promise<boolean> {
    const was = isSaid && (await fitsSoon(() => this.#isInHand()));
    this.#isFresh = false;
    return was;
  }

  #isInHand(): boolean {
    const isUsed = navigator.userActivation?.isActive ?? true;
    const isPressed = performance.now() - this.#pressedAt < PRESS_MS;
    return this.#isFresh && isUsed && (isPressed || this.#focus.isMeant(this.element));
  }

  close(): void {
    if (!this.isOpen) return;
    clearTimeout(this.#late);
    this.#end.abort();
    this.#heartbeat?.stop();
    this.#port?.close();
    this.element.remove();
  }

  stop(why: string): void {
    this.close();
    this.ends?.onStopped(why);
  }

  /** What the app itself sends to the page comes from another window, and is not even looked at. */
  #onWindowMessage(event: MessageEvent): void {
    const { contentWindow } = this.element;
    if (contentWindow === null || event.source !== contentWindow) return;
    const nonce = this.#port ? undefined : hello.safeParse(event.data).data?.nonce;
    if (nonce !== this.#nonce) {
      this.stop("It sent messages past its port.");
      return;
    }
    clearTimeout(this.#late);
    const { port1, port2 } = new MessageChannel();
    const port: Port = openPort(port1, (value) => fromAppFrame.safeParse(value).data, {
      onMessage: (message) => this.#receive(message),
      onBreach: (why) => this.stop(why),
    });
    this.#port = port;
    contentWindow.postMessage({ easel: "welcome", nonce: this.#nonce }, "*", [port2]);
    this.#wear();
    this.#heartbeat = startHeartbeat(
      (id) => port.send({ type: "ping", id }),
      () => this.stop("It did not answer for three seconds, as when a loop never ends."),
    );
  }

  #receive(message: FromAppFrame): void {
    if (message.type === "pong") this.#heartbeat?.pong(message.id);
    else if (message.type === "ready") this.ends?.onReady();
    else if (message.type === "tooLarge") this.stop("It sent a message that is too large.");
    else if (message.type === "said") this.ends?.onMessage(message.message, message.byHand);
    else this.#touched(message.type);
  }

  #touched(by: Hand): void {
    this.#isFresh = true;
    if (by === "key") return;
    this.#pressedAt = performance.now();
    this.#focus.pressed(this.element);
  }

  #wear(): void {
    const { theme } = readLook();
    this.element.style.colorScheme = theme;
    this.send({ type: "look", theme });
    this.ends?.onLook();
  }
}
