import type { SheetEntries } from "@/components/client/sheet-state";
import { LIMITS } from "@/lib/shared/frame/limits";
import {
  type Failure,
  isService,
  type Look,
  type Pointed,
  type ToFrame,
  type ToPage,
  type ToServer,
} from "@/lib/shared/frame/protocol";
import { Consent } from "./consent/consent";
import type { Permissions } from "./consent/permissions";
import { TakeBack } from "./consent/take-back";
import { Deeds } from "./deeds";
import type { FocusGuard } from "./focus-guard";
import { Hand } from "./hand";
import { type Heartbeat, startHeartbeat } from "./heartbeat";
import { type Link, openLink } from "./link";
import { readLook, watchLook } from "./look";
import { openElement } from "./open-element";
import type { ServerLink, SheetServer } from "./server-link";
import { Services } from "./services";
import type { StateSource } from "./state-link";
import { Values } from "./values";

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
  /** The component asks to open a checked address, upon a press in its frame. */
  onOpen?(address: string): void;
  /** A text of the component is in the clipboard. */
  onCopied?(text: string): void;
  /** A preview is shown, or does not work. */
  onPreviewed?(isShown: boolean): void;
};

export type PointMove = Extract<ToFrame, { type: "point" }>["move"];

/** As much of a component as is written. */
export type PreviewVersion = Omit<Extract<ToFrame, { type: "preview" }>, "type">;

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

/** One frame and all that we hold of it: element, port, heartbeat. Once it is closed, nothing of it is heard again. */
export class Frame {
  readonly element = document.createElement("iframe");
  height = 0;
  /** Told when the runtime is loaded. */
  onReady: (() => void) | undefined;
  painted = false;
  handlers: Handlers | undefined;
  /** Holds what its component does by itself, where that needs the person's consent. */
  consent: Consent | undefined;
  /** What its component writes counts in the frame, which has its own values at once, and goes no further. */
  isTrial = false;
  readonly values: Values;
  /** Holds the first text that it says, for the person to take back. */
  readonly takeBack = new TakeBack();
  /** Told at what in it the person points, while they do: what it says of that at other times is not heard. */
  onPointed: ((pointed: Pointed) => void) | undefined;
  /** Keeps what is done in it, where it lies on a sheet. */
  sheet: SheetEntries | undefined;
  /** Does what it asks of the server; none where there is nobody to do it. */
  server: SheetServer | undefined;
  #serverLink: Promise<ServerLink> | undefined;
  #isSeen = true;
  #link: Link | undefined;
  #heartbeat: Heartbeat | undefined;
  #mounted: Mounted | undefined;
  #preview: PreviewVersion | undefined;
  #focus: FocusGuard;
  #hand: Hand;
  #deeds: Deeds;
  #services: Services;
  #end = new AbortController();

  /** A frame that waits for its component, in `place`. */
  constructor(place: HTMLElement, address: string, state: StateSource, focus: FocusGuard) {
    this.#focus = focus;
    const { element } = this;
    this.#hand = new Hand(element, focus);
    const send = (message: ToFrame) => this.#link?.send(message);
    this.#deeds = new Deeds(this, this.#hand, send);
    this.#services = new Services(this, this.#hand, { send, onBreach: (why) => this.stop(why) });
    const onRefused = (message: string) => this.#failed(message);
    this.values = new Values(this, state, { send, onRefused, title: () => this.#mounted?.title });
    const { signal } = this.#end;
    signal.addEventListener(
      "abort",
      watchLook((look) => this.#wear(look)),
      { once: true },
    );
    openElement(element, {
      place,
      address,
      signal,
      onPort: (port) => this.#open(port),
      stop: (why) => this.stop(why),
    });
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
    const { given, ...written } = version;
    const isKnown = given === this.#preview?.given;
    this.#preview = version;
    this.#link?.send({ type: "preview", ...written, ...(!isKnown && { given }) });
  }

  /** The person begins to point at something in it, moves by keys, means what they have come to, or ends. */
  point(move: PointMove): void {
    this.#link?.send({ type: "point", move });
  }

  /** Has it do what takes long the first time, while nobody waits for it. */
  rehearse(): void {
    this.#link?.send({ type: "rehearse" });
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
    this.#end.abort();
    this.#heartbeat?.stop();
    this.values.close();
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

  #open(port: MessagePort): void {
    const link = openLink(port, {
      onMessage: (message) => this.#receive(message),
      onBreach: (why) => this.stop(why),
    });
    this.#link = link;
    this.#wear(readLook());
    const hold = (isHeld: boolean) =>
      link.send({ type: "held", isHeld: isHeld || this.#preview !== undefined });
    this.#focus.follow(hold, this.#end.signal);
    this.#heartbeat = startHeartbeat(
      (id) => link.send({ type: "ping", id }),
      () => this.stop("It did not answer for three seconds, as when a loop never ends."),
    );
    if (this.#mounted) this.#sendMount(link, this.#mounted);
    if (this.#preview) link.send({ type: "preview", ...this.#preview });
    if (this.onPointed) this.point("begin");
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
    else if (message.type === "watch" || message.type === "unwatch" || message.type === "set")
      this.values.hear(message);
    else if (message.type === "pointed") this.onPointed?.(message);
    else if (message.type === "press") this.#hand.pressed();
    else if (message.type === "grab") this.#focus.grabbed(this.element);
    else if (message.type === "action" || message.type === "say") void this.#deeds.hear(message);
    else if (message.type === "part") this.#services.take(message);
    else if (isService(message)) void this.#services.hear(message);
    else if (message.type !== "absent" && message.type !== "unsettled") this.#ask(message);
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
}
