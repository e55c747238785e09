import type { SheetState } from "@/components/client/sheet-state";
import { newId } from "@/lib/shared/chat/id";
import { LIMITS } from "@/lib/shared/frame/limits";
import {
  type Failure,
  hello,
  type Look,
  type Pointed,
  type Scope,
  type ToFrame,
  type ToPage,
  type ToServer,
} from "@/lib/shared/frame/protocol";
import { SANDBOX } from "@/lib/shared/frame/sandbox";
import { Consent } from "./consent";
import type { FocusGuard } from "./focus-guard";
import { type Heartbeat, startHeartbeat } from "./heartbeat";
import { type Link, openLink } from "./link";
import { readLook, watchLook } from "./look";
import type { Permissions } from "./permissions";
import type { ServerLink, SheetServer } from "./server-link";
import { followSheet } from "./sheet-link";
import type { Follower, StateLink } from "./state-link";
import { TakeBack } from "./take-back";

export type Handlers = {
  onPainted(): void;
  onHeight(px: number): void;
  onFailure(failure: Failure): void;
  /** The frame is gone, and why. */
  onStopped(why: string): void;
  /** What these throw is said to the component. `byHand`: it follows from what the person did in the frame. */
  onAction(action: string, payload: unknown, byHand: boolean): Promise<void>;
  onSay(text: string, byHand: boolean): Promise<void>;
  onEscape(): void;
  /** A preview is shown, or does not work. */
  onPreviewed?(isShown: boolean): void;
};

export type PointMove = Extract<ToFrame, { type: "point" }>["move"];

/** As much of a component as is written. */
export type PreviewVersion = { js: string; css: string; props: Record<string, unknown> };

/** All that is heard of a preview, which is there to be seen alone. */
const OF_PREVIEWS: ReadonlySet<ToPage["type"]> = new Set([
  "pong",
  "ready",
  "height",
  "previewed",
  "watch",
  "unwatch",
]);

type Mounted = { js: string; css: string; props: Record<string, unknown>; title: string };

const HELLO_MS = 10_000;
/** A click comes to the page by another way than what the component does upon it, and perhaps after that. */
const HAND_MS = 500;
const HAND_TRIES = 10;
/** As long as a browser holds a click or a key for the reason of what follows. */
export const PRESS_MS = 5_000;
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
  /** What its component writes counts in the frame, which has its own values at once, and goes no further. */
  isTrial = false;
  /** The agent's state and the sheet's, as far as its component follows them, as they stand there. */
  readonly values = { agent: new Map<string, unknown>(), sheet: new Map<string, unknown>() };
  /** Holds the first text that it says, for the person to take back. */
  readonly takeBack = new TakeBack();
  /** Told at what in it the person points, while they do: what it says of that at other times is not heard. */
  onPointed: ((pointed: Pointed) => void) | undefined;
  /** Keeps what is done in it, where it lies on a sheet. */
  sheet: SheetState | undefined;
  /** Does what it asks of the server; none where there is nobody to do it. */
  server: SheetServer | undefined;
  #serverLink: Promise<ServerLink> | undefined;
  #isSeen = true;
  #nonce = newId();
  #link: Link | undefined;
  #heartbeat: Heartbeat | undefined;
  #follow: StateLink["follow"];
  #state: Follower | undefined;
  #sheetState: Follower | undefined;
  #mounted: Mounted | undefined;
  #preview: PreviewVersion | undefined;
  #loads = 0;
  #says: number[] = [];
  #pressedAt = Number.NEGATIVE_INFINITY;
  #focus: FocusGuard;
  #end = new AbortController();
  #lateHello: ReturnType<typeof setTimeout> | undefined;

  /** A frame that waits for its component, in `place`. */
  constructor(place: HTMLElement, address: string, state: StateLink, focus: FocusGuard) {
    this.#focus = focus;
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

  /** Shows a component as far as it is written, once more with each version. From then on nothing that it asks for is done. */
  preview(version: PreviewVersion): void {
    this.#preview = version;
    if (this.#link) this.#sendPreview(this.#link, version);
  }

  /** The person begins to point at something in it, moves by keys, means what they have come to, or ends. */
  point(move: PointMove): void {
    this.#link?.send({ type: "point", move });
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
    this.#sheetState?.close();
    void this.#serverLink?.then((link) => link.close());
    this.#link?.close();
    this.element.remove();
  }

  /** Its way to the server, made when it is wanted first. */
  serverLink(): Promise<ServerLink> | undefined {
    const { server } = this;
    if (!server) return undefined;
    this.#serverLink ??= import("./server-link").then((module) => {
      const send = (message: ToFrame) => this.#link?.send(message);
      const link = new module.ServerLink(server, { send, onBreach: (why) => this.stop(why) });
      link.permissions.subscribe(() => this.#heed(link.permissions));
      if (this.isOpen) link.setSeen(this.#isSeen);
      else link.close();
      return link;
    });
    return this.#serverLink;
  }

  /** What has read text of the web by the server asks before it writes or speaks by itself, as one that was shown after that. */
  #heed(permissions: Permissions): void {
    const { readWeb = [] } = permissions.state().access ?? {};
    const { server } = this;
    if (readWeb.length === 0 || this.consent || !server) return;
    this.consent = new Consent({ readWeb, look: () => server.look(), allow: (deed) => server.allow(deed) });
  }

  /** Whether it is on the screen: what is put aside reads nothing. */
  setSeen(isSeen: boolean): void {
    this.#isSeen = isSeen;
    void this.#serverLink?.then((link) => link.setSeen(isSeen));
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
      (key, value, seen) => {
        this.values.agent.set(key, value);
        link.send({ type: "state", key, value, seen });
      },
      (key, why) => this.#failed(`The state “${key}” was not stored: ${why}`),
      () => this.#mounted && { title: this.#mounted.title, origins: this.consent?.readWeb },
    );
    // The origin of a sandboxed document is no name, so none can be given; only this window gets it all the same.
    contentWindow.postMessage({ easel: "welcome", nonce: this.#nonce }, "*", [port2]);
    this.#wear(readLook());
    const hold = (isHeld: boolean) =>
      link.send({ type: "held", isHeld: isHeld || this.#preview !== undefined });
    this.#focus.follow(hold, this.#end.signal);
    this.#heartbeat = startHeartbeat(
      (id) => link.send({ type: "ping", id }),
      () => this.stop("It did not answer for three seconds, as when a loop never ends."),
    );
    if (this.#mounted) this.#sendMount(link, this.#mounted);
    if (this.#preview) this.#sendPreview(link, this.#preview);
  }

  #sendPreview(link: Link, version: PreviewVersion): void {
    link.send({ type: "preview", ...version });
  }

  #sendMount(link: Link, { js, css, props, title }: Mounted): void {
    link.send({ type: "mount", js, css, props, title, hasServer: this.server !== undefined });
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
    if (this.#preview && !OF_PREVIEWS.has(message.type)) this.#refuse(message);
    else if (message.type === "previewed") this.handlers?.onPreviewed?.(message.isShown);
    else if (message.type === "pong") this.#heartbeat?.pong(message.id);
    else if (message.type === "ready") this.onReady?.();
    else if (message.type === "height") {
      this.height = Math.min(Math.ceil(message.px), LIMITS.height);
      this.handlers?.onHeight(this.height);
    } else if (message.type === "painted") {
      this.painted = true;
      this.handlers?.onPainted();
    } else if (message.type === "failed") this.handlers?.onFailure(message.failure);
    else if (message.type === "escape") this.handlers?.onEscape();
    else if (message.type === "watch") this.#stateOf(message.scope)?.watch(message.key);
    else if (message.type === "unwatch") this.#stateOf(message.scope)?.unwatch(message.key);
    else if (message.type === "set" && message.scope) this.#writeSheet(message);
    else if (message.type === "set") this.#write(message.id, message.entries);
    else if (message.type === "pointed") this.onPointed?.(message);
    else if (message.type === "press") this.#pressed();
    else if (message.type === "grab") this.#focus.grabbed(this.element);
    else if (message.type === "action") void this.#settle(message.id, this.#act(message));
    else if (message.type === "say") void this.#settle(message.id, this.#say(message));
    else if (message.type !== "absent") this.#ask(message);
  }

  /** In the order in which it came, also while the way is made. Its runtime asks nothing where there is no server. */
  #ask(message: ToServer): void {
    const link = this.serverLink();
    if (!link) this.stop("It asked for a server where there is none.");
    else void link.then((server) => this.isOpen && server.receive(message));
  }

  /** What waits for an answer gets one; what is written counts in the frame alone. */
  #refuse(message: ToPage): void {
    if ("id" in message && message.type !== "set")
      this.#link?.send({ type: "done", id: message.id, problem: "It is still being written." });
  }

  /** A frame is there before it is known on which sheet it will lie. */
  #stateOf(scope: Scope): Follower | undefined {
    if (!scope) return this.#state;
    this.#sheetState ??= followSheet(this.sheet, (key, value, seen) => {
      this.values.sheet.set(key, value);
      this.#link?.send({ type: "state", key, scope, value, seen });
    });
    return this.#sheetState;
  }

  #writeSheet({ id, scope, entries }: Extract<ToPage, { type: "set" }>): void {
    for (const [key, value] of entries) this.values.sheet.set(key, value);
    this.#stateOf(scope)?.set(id, entries);
  }

  #write(id: number, entries: readonly (readonly [key: string, value: unknown])[]): void {
    for (const [key, value] of entries) this.values.agent.set(key, value);
    if (!this.#state || this.isTrial) return;
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

  #pressed(): void {
    this.#pressedAt = performance.now();
    this.#focus.pressed(this.element);
  }

  /**
   * Whether the person's hand was on this very frame. The frame says so itself, by the browser's word for it; here it must
   * fit: the page has been used, and by a press in the frame, or a key while the person had led the focus there.
   */
  async #isByHand(isSaid: boolean): Promise<boolean> {
    const fits = () =>
      (navigator.userActivation?.isActive ?? true) &&
      (performance.now() - this.#pressedAt < PRESS_MS || this.#focus.isMeant(this.element));
    return isSaid && (await fitsSoon(fits));
  }

  async #act({ action, payload, byHand }: Extract<ToPage, { type: "action" }>): Promise<void> {
    // What needs nobody's hand does not wait for word of it.
    const isByHand = this.consent !== undefined && (await this.#isByHand(byHand));
    await this.handlers?.onAction(action, payload, isByHand);
  }

  /** What is said in the person's name follows from what the person's hand did in this very frame. */
  async #say({ text, byHand }: Extract<ToPage, { type: "say" }>): Promise<void> {
    if (!byHand)
      throw new Error("sendMessage works in answer to a click or a key in the component, once for each.");
    const now = performance.now();
    this.#says = this.#says.filter((at) => now - at < 60_000);
    if (this.#says.length >= LIMITS.says)
      throw new Error("That were too many messages. Try again in a minute.");
    this.#says.push(now);
    await this.handlers?.onSay(text, await this.#isByHand(byHand));
  }
}

/** Whether it fits now or within the time that word of a click may take. */
export async function fitsSoon(fits: () => boolean): Promise<boolean> {
  for (let tries = 0; !fits() && tries < HAND_TRIES; tries++) await wait(HAND_MS / HAND_TRIES);
  return fits();
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
