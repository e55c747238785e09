import type { SurfaceEntries } from "@/components/client/surface-state";
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
import { t } from "@/lib/shared/i18n/en/frame";
import { Consent } from "./consent/consent";
import type { Permissions } from "./consent/permissions";
import { TakeBack } from "./consent/take-back";
import type { FocusGuard } from "./focus-guard";
import { FrameActions } from "./frame-actions";
import { Hand } from "./hand";
import { type Heartbeat, startHeartbeat } from "./heartbeat";
import { type Link, openLink } from "./link";
import { readLook, watchLook } from "./look";
import { openElement } from "./open-element";
import type { RoomLink } from "./room-link";
import type { ServerLink, SurfaceServer } from "./server-link";
import { Services } from "./services";
import type { StateSource } from "./state-link";
import { Values } from "./values";

export type Handlers = {
  onPainted(): void;
  onHeight(px: number): void;
  onFailure(failure: Failure): void;
  onStopped(why: string): void;
  /**
   * Errors thrown here are reported to the component. `byHand`: the action follows a gesture of the user in
   * the frame.
   */
  onAction(action: string, payload: unknown, byHand: boolean): Promise<void>;
  onSay(text: string, byHand: boolean): Promise<void>;
  onEscape(): void;
  /** Called with a checked URL after a press in the frame. */
  onOpen?(address: string): void;
  onCopied?(text: string): void;
  onPreviewed?(isShown: boolean): void;
};

export type PointMove = Extract<ToFrame, { type: "point" }>["move"];

export type PreviewVersion = Omit<Extract<ToFrame, { type: "preview" }>, "type">;

/** The only messages accepted from a preview, because a preview is not interactive. */
const OF_PREVIEWS: ReadonlySet<ToPage["type"]> = new Set([
  "pong",
  "ready",
  "height",
  "previewed",
  "watch",
  "unwatch",
]);

type Mounted = { js: string; css: string; props: Record<string, unknown>; title: string };

/** Element, port and heartbeat of a component's frame. After `close` no message is processed. */
export class Frame {
  readonly element = document.createElement("iframe");
  height = 0;
  onReady: (() => void) | undefined;
  painted = false;
  handlers: Handlers | undefined;
  /** Buffers writes and messages of the component until the user allows them. Undefined: no consent is required. */
  consent: Consent | undefined;
  /** State writes of the component apply in the frame only and are not stored. */
  isTrial = false;
  /** The component belongs to another agent than the page, so every value of the agent's state is null for it. */
  isForeign = false;
  readonly values: Values;
  /** Holds the component's first message so that the user can cancel it. */
  readonly takeBack = new TakeBack();
  /**
   * Receives the target that the user points at. Undefined while the user does not point; the frame's reports are
   * ignored then.
   */
  onPointed: ((pointed: Pointed) => void) | undefined;
  sheet: SurfaceEntries | undefined;
  /** Handles requests to the server; undefined in a preview, for example. */
  server: SurfaceServer | undefined;
  #serverLink: Promise<ServerLink> | undefined;
  #room: Promise<RoomLink> | undefined;
  #isSeen = true;
  #link: Link | undefined;
  #heartbeat: Heartbeat | undefined;
  #mounted: Mounted | undefined;
  #preview: PreviewVersion | undefined;
  #focus: FocusGuard;
  #hand: Hand;
  #deeds: FrameActions;
  #services: Services;
  #end = new AbortController();

  constructor(place: HTMLElement, address: string, state: StateSource, focus: FocusGuard) {
    this.#focus = focus;
    const { element } = this;
    this.#hand = new Hand(element, focus);
    const send = (message: ToFrame) => this.#link?.send(message);
    this.#deeds = new FrameActions(this, this.#hand, send);
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

  /**
   * Shows a component that the model is still writing. Call it for each version. After the first call, all requests of
   * the component are refused.
   */
  preview(version: PreviewVersion): void {
    const { given, ...written } = version;
    const isSame = given === this.#preview?.given;
    this.#preview = version;
    this.#link?.send({ type: "preview", ...written, ...(!isSame && { given }) });
  }

  point(move: PointMove): void {
    this.#link?.send({ type: "point", move });
  }

  rehearse(): void {
    this.#link?.send({ type: "rehearse" });
  }

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
    void this.#room?.then((room) => room.close());
    this.#link?.close();
    this.element.remove();
  }

  /** Returns the link to the server, created on first use; undefined without a server. */
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

  /** Creates the consent once the component has read web text through the server. */
  #heed(permissions: Permissions): void {
    const { readWeb = [] } = permissions.state().access ?? {};
    const { server } = this;
    if (readWeb.length === 0 || this.consent || !server) return;
    this.consent = new Consent({ readWeb, look: () => server.look(), allow: (deed) => server.allow(deed) });
  }

  /** Sets whether the frame is visible. Queries are not read while it is not. */
  setSeen(isSeen: boolean): void {
    this.#isSeen = isSeen;
    void this.#serverLink?.then((link) => link.setSeen(isSeen));
    void this.#room?.then((room) => room.setSeen(isSeen));
  }

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
      () => this.stop(t("noResponse")),
    );
    if (this.#mounted) this.#sendMount(link, this.#mounted);
    if (this.#preview) link.send({ type: "preview", ...this.#preview });
    if (this.onPointed) this.point("begin");
  }

  #sendMount(link: Link, { js, css, props, title }: Mounted): void {
    link.send({ type: "mount", js, css, props, title, hasServer: this.server !== undefined });
  }

  /**
   * Applies the theme to the frame and its element: browsers paint an opaque background if the color schemes differ.
   */
  #wear(look: Look): void {
    this.element.style.colorScheme = look.theme;
    this.#link?.send({ type: "look", look });
  }

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
    else if (message.type === "room" || message.type === "leaveRoom") this.#enter(message);
    else if (message.type !== "absent" && message.type !== "unsettled") this.#ask(message);
  }

  /**
   * Passes a message to the server link. Keeps the order of messages while the link is being created. The runtime sends
   * none without a server, so such a message stops the component.
   */
  #ask(message: ToServer): void {
    const link = this.serverLink();
    if (!link) this.stop(t("noServer"));
    else void link.then((server) => this.isOpen && server.receive(message));
  }

  #enter(message: Extract<ToPage, { type: "room" | "leaveRoom" }>): void {
    const { room } = this.server ?? {};
    if (!room) {
      const alone = { me: "", peers: [], gone: [], state: [], isWhole: false, isConnected: false };
      this.#link?.send({ type: "room", ...alone });
      return;
    }
    this.#room ??= import("./room-link").then(
      (module) => new module.RoomLink(room, (shown) => this.#link?.send(shown)),
    );
    void this.#room.then((link) => (this.isOpen ? link.receive(message) : link.close()));
  }

  #refuse(message: ToPage): void {
    if ("id" in message && message.type !== "set")
      this.#link?.send({ type: "done", id: message.id, problem: "It is still being written." });
  }
}
