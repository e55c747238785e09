import {
  APP_PARAM,
  type FromAppFrame,
  fromAppFrame,
  type ToAppFrame,
  type Hand as Touch,
} from "@/lib/shared/frame/app-protocol";
import { t } from "@/lib/shared/i18n/en/frame";
import { fitsSoon, Hand } from "../hand";
import { type Heartbeat, startHeartbeat } from "../heartbeat";
import { openPort } from "../link";
import { readLook, watchLook } from "../look";
import { openElement } from "../open-element";
import { framePool } from "../pool";

type Ends = {
  onReady(): void;
  /** `byHand`: the user clicked or pressed a key in the frame shortly before. */
  onMessage(message: unknown, byHand: boolean): void;
  onStopped(why: string): void;
  onLook(): void;
};

type Port = ReturnType<typeof openPort<ToAppFrame, FromAppFrame>>;

/** Iframe of an MCP app with its port and heartbeat. After `close` no message is processed. */
export class AppFrame {
  readonly element = document.createElement("iframe");
  ends: Ends | undefined;
  readonly #end = new AbortController();
  readonly #hand: Hand;
  #port: Port | undefined;
  #heartbeat: Heartbeat | undefined;
  #isFresh = false;

  constructor(place: HTMLElement, { app, title }: { app: string; title: string }) {
    const { element } = this;
    const pool = framePool();
    this.#hand = new Hand(element, pool.guard(element, this));
    element.title = title;
    const { signal } = this.#end;
    signal.addEventListener(
      "abort",
      watchLook(() => this.#wear()),
      { once: true },
    );
    openElement(element, {
      place,
      address: `${pool.address()}?${APP_PARAM}=${app}`,
      signal,
      onPort: (port) => this.#open(port),
      stop: (why) => this.stop(why),
    });
  }

  get isOpen(): boolean {
    return !this.#end.signal.aborted;
  }

  send(message: ToAppFrame): void {
    this.#port?.send(message);
  }

  /**
   * Returns whether the user's gesture in this frame caused a message of the app; each gesture counts once. The
   * document around the app reports gestures that the browser confirmed (`isClaimed`), and the page checks that they
   * are plausible (`Hand`). Claims of the app itself do not count.
   */
  async takeGesture(isClaimed: boolean): Promise<boolean> {
    const was = isClaimed && (await fitsSoon(() => this.#isFresh && this.#hand.fits));
    this.#isFresh = false;
    return was;
  }

  close(): void {
    if (!this.isOpen) return;
    this.#end.abort();
    this.#heartbeat?.stop();
    this.#port?.close();
    this.element.remove();
  }

  stop(why: string): void {
    this.close();
    this.ends?.onStopped(why);
  }

  /** Messages that the app itself sends to the page come from another window and are ignored. */
  #open(messagePort: MessagePort): void {
    const port: Port = openPort(messagePort, (value) => fromAppFrame.safeParse(value).data, {
      onMessage: (message) => this.#receive(message),
      onBreach: (why) => this.stop(why),
    });
    this.#port = port;
    this.#wear();
    this.#heartbeat = startHeartbeat(
      (id) => port.send({ type: "ping", id }),
      () => this.stop(t("noResponse")),
    );
  }

  #receive(message: FromAppFrame): void {
    if (message.type === "pong") this.#heartbeat?.pong(message.id);
    else if (message.type === "ready") this.ends?.onReady();
    else if (message.type === "tooLarge") this.stop(t("messageTooLarge"));
    else if (message.type === "left") this.stop(t("left"));
    else if (message.type === "said") this.ends?.onMessage(message.message, message.byHand);
    else this.#touched(message.type);
  }

  #touched(by: Touch): void {
    this.#isFresh = true;
    if (by !== "key") this.#hand.pressed();
  }

  #wear(): void {
    const { theme } = readLook();
    this.element.style.colorScheme = theme;
    this.send({ type: "look", theme });
    this.ends?.onLook();
  }
}
