import { newId } from "@/lib/shared/chat/id";
import { LIMITS } from "@/lib/shared/frame/limits";
import { type Failure, hello, type Look, type ToPage } from "@/lib/shared/frame/protocol";
import { SANDBOX } from "@/lib/shared/frame/sandbox";
import type { Consent } from "./consent";
import { type Heartbeat, startHeartbeat } from "./heartbeat";
import { type Link, openLink } from "./link";
import { readLook, watchLook } from "./look";
import type { Follower, StateLink } from "./state-link";

export type Handlers = {
  onPainted(): void;
  onHeight(px: number): void;
  onFailure(failure: Failure): void;
  /** The frame is gone, and why. */
  onStopped(why: string): void;
  /** What these throw is said to the component. */
  onAction(action: string, payload: unknown): Promise<void>;
  onSay(text: string): Promise<void>;
  onEscape(): void;
};

type Mounted = { js: string; css: string; props: Record<string, unknown>; title: string };

const HELLO_MS = 10_000;
/** A click comes to the page by another way than what the component does upon it, and perhaps after that. */
const HAND_MS = 500;
const HAND_TRIES = 10;
export const NOT_LOADED = "Its frame did not load.";

/** One frame and all that we hold of it: element, port, heartbeat. Once it is closed, nothing of it is heard again. */
export class Frame {
  readonly element: HTMLIFrameElement;
  height = 0;
  /** Told when the runtime is loaded. */
  onReady: (() => void) | undefined;
  painted = false;
  handlers: Handlers | undefined;
  /** Holds what its component does by itself, where that needs the person's consent. */
  consent: Consent | undefined;
  #nonce = newId();
  #link: Link | undefined;
  #heartbeat: Heartbeat | undefined;
  #follow: StateLink["follow"];
  #state: Follower | undefined;
  #mounted: Mounted | undefined;
  #loads = 0;
  #says: number[] = [];
  #end = new AbortController();
  #lateHello: ReturnType<typeof setTimeout> | undefined;

  /** A frame that waits for its component, in `place`. */
  constructor(place: HTMLElement, address: string, state: StateLink) {
    this.#follow = (...ends) => state.follow(...ends);
    this.element = document.createElement("iframe");
    const { element } = this;
    element.setAttribute("sandbox", SANDBOX);
    element.referrerPolicy = "no-referrer";
    element.className = "block h-full w-full border-0";
    element.src = `${address}#${this.#nonce}`;
    const { signal } = this.#end;
    // A document that goes takes the component along: whoever loads another one has left.
    element.addEventListener("load", () => ++this.#loads > 1 && this.stop("It tried to leave its frame."), {
      signal,
    });
    addEventListener("message", (event) => this.#onWindowMessage(event), { signal });
    signal.addEventListener(
      "abort",
      watchLook((look) => this.#wear(look)),
      { once: true },
    );
    this.#lateHello = setTimeout(() => this.stop(NOT_LOADED), HELLO_MS);
    place.append(element);
  }

  get isOpen(): boolean {
    return !this.#end.signal.aborted;
  }

  mount(mounted: Mounted): void {
    this.#mounted = mounted;
    this.element.title = mounted.title;
    if (this.#link) this.#sendMount(this.#link, mounted);
  }

  /** Has it load what its component will probably import, while nobody waits for it. */
  ahead(module: string): void {
    this.#link?.send({ type: "ahead", module });
  }

  update(props: Record<string, unknown>): void {
    this.#link?.send({ type: "props", props });
  }

  close(): void {
    if (!this.isOpen) return;
    clearTimeout(this.#lateHello);
    this.#end.abort();
    this.#heartbeat?.stop();
    this.#state?.close();
    this.#link?.close();
    this.element.remove();
  }

  /** Ends it and says why. */
  stop(why: string): void {
    this.close();
    this.handlers?.onStopped(why);
  }

  /** Whose message it is comes first: what another window sends is not even looked at. */
  #onWindowMessage(event: MessageEvent): void {
    const { contentWindow } = this.element;
    if (contentWindow === null || event.source !== contentWindow) return;
    // The runtime says hello, and a component cannot say anything here by accident. What it says is not read: reading
    // is what would cost the page its time.
    const nonce = this.#link ? undefined : hello.safeParse(event.data).data?.nonce;
    if (nonce !== this.#nonce) {
      this.stop("It sent messages past its port.");
      return;
    }
    clearTimeout(this.#lateHello);
    const { port1, port2 } = new MessageChannel();
    const link = openLink(port1, {
      onMessage: (message) => this.#receive(message),
      onBreach: (why) => this.stop(why),
    });
    this.#link = link;
    this.#state = this.#follow(
      (key, value, seen) => link.send({ type: "state", key, value, seen }),
      (key, why) => this.#failed(`The state “${key}” was not stored: ${why}`),
    );
    // The origin of a sandboxed document is no name, so none can be given; only this window gets it all the same.
    contentWindow.postMessage({ easel: "welcome", nonce: this.#nonce }, "*", [port2]);
    this.#wear(readLook());
    this.#heartbeat = startHeartbeat(
      (id) => link.send({ type: "ping", id }),
      () => this.stop("It did not answer for three seconds, as when a loop never ends."),
    );
    if (this.#mounted) this.#sendMount(link, this.#mounted);
  }

  #sendMount(link: Link, { js, css, props, title }: Mounted): void {
    link.send({ type: "mount", js, css, props, title });
  }

  /** The element takes on the theme as well: where both differ, a browser gives the frame an opaque ground. */
  #wear(look: Look): void {
    this.element.style.colorScheme = look.theme;
    this.#link?.send({ type: "look", look });
  }

  /** Something that the component did came to nothing, and nothing in it threw. */
  #failed(message: string): void {
    this.handlers?.onFailure({ phase: "event", message, stack: "" });
  }

  #receive(message: ToPage): void {
    if (message.type === "pong") this.#heartbeat?.pong(message.id);
    else if (message.type === "ready") this.onReady?.();
    else if (message.type === "height") {
      this.height = Math.min(Math.ceil(message.px), LIMITS.height);
      this.handlers?.onHeight(this.height);
    } else if (message.type === "painted") {
      this.painted = true;
      this.handlers?.onPainted();
    } else if (message.type === "failed") this.handlers?.onFailure(message.failure);
    else if (message.type === "escape") this.handlers?.onEscape();
    else if (message.type === "watch") this.#state?.watch(message.key);
    else if (message.type === "unwatch") this.#state?.unwatch(message.key);
    else if (message.type === "set") this.#write(message.id, message.entries);
    else if (message.type === "action")
      void this.#settle(message.id, this.handlers?.onAction(message.action, message.payload));
    else if (message.type === "say") void this.#settle(message.id, this.#say(message.text));
  }

  #write(id: number, entries: readonly (readonly [key: string, value: unknown])[]): void {
    if (!this.#state) return;
    if (this.consent) this.consent.write(this.#state, id, entries);
    else this.#state.set(id, entries);
  }

  async #settle(id: number, work: Promise<void> | undefined): Promise<void> {
    try {
      await work;
      this.#link?.send({ type: "done", id });
    } catch (error) {
      const problem = error instanceof Error ? error.message : "It did not work.";
      this.#link?.send({ type: "done", id, problem });
    }
  }

  #isInHand(): boolean {
    return document.activeElement === this.element && (navigator.userActivation?.isActive ?? true);
  }

  /** What is said in the person's name follows from what the person's hand did in this very frame. */
  async #say(text: string): Promise<void> {
    for (let tries = 0; !this.#isInHand() && tries < HAND_TRIES; tries++) await wait(HAND_MS / HAND_TRIES);
    if (!this.#isInHand())
      throw new Error("sendMessage works in answer to a click or a key in the component.");
    const now = performance.now();
    this.#says = this.#says.filter((at) => now - at < 60_000);
    if (this.#says.length >= LIMITS.says)
      throw new Error("That were too many messages. Try again in a minute.");
    this.#says.push(now);
    await this.consent?.say(text);
    await this.handlers?.onSay(text);
  }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
