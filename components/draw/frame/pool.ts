import { newId } from "@/lib/shared/chat/id";
import type { FrozenRows } from "@/lib/shared/frame/protocol";
import { SANDBOX_META } from "@/lib/shared/frame/sandbox";
import { t } from "@/lib/shared/i18n/en/frame";
import { frameAddress } from "./address";
import { type FocusGuard, guardFocus } from "./focus-guard";
import { Frame } from "./frame";
import { StateLink, type StateSource } from "./state-link";

const MAX_HIDDEN = 12;
const WARM_AGAIN_MS = 700;
/**
 * Modules that take noticeable time to load. Spare frames preload them, because frames have separate host names and so
 * share no cache.
 */
const MODULES = /\bfrom ?"(recharts|lucide-react|@\/components\/ui\/[a-z-]+)"/g;

export const canMove = (): boolean => "moveBefore" in Element.prototype;

export class Pool {
  /** Source of state values. The page of a shared surface replaces it. */
  state: StateSource = new StateLink();
  readonly #focus: FocusGuard;
  #parking: HTMLElement | undefined;
  #warm: Frame[] = [];
  #ready = 1;
  #warming: ReturnType<typeof setTimeout> | undefined;
  #frames = new WeakMap<HTMLIFrameElement, { stop(why: string): void }>();
  #components = new WeakMap<HTMLIFrameElement, Frame>();
  #kept = new Map<string, Frame>();
  #shown = new Map<string, Frame>();
  #wanted = new Set<string>();
  /** False once a frame with its own host name failed to load; then all frames use the page's host. */
  #hasNames = true;

  constructor() {
    addEventListener("pagehide", () => this.state.flush());
    this.#focus = guardFocus({
      frameOf: (element) =>
        element instanceof HTMLIFrameElement && this.#frames.has(element) ? element : undefined,
      onThief: (element) => this.#frames.get(element)?.stop(t("tookFocus")),
    });
  }

  sawBundle(js: string): void {
    for (const [, module = ""] of js.matchAll(MODULES)) this.#wanted.add(module);
  }

  warm(count = this.#ready): void {
    this.#ready = count;
    if (!canMove()) return;
    this.#warm = this.#warm.filter(({ isOpen }) => isOpen);
    for (const spare of this.#warm.splice(count)) spare.close();
    while (this.#warm.length < count) this.#warm.push(this.#openWarm());
  }

  #openWarm(): Frame {
    const frame = this.#open(this.#park());
    frame.onReady = () => {
      for (const module of this.#wanted) frame.ahead(module);
      frame.rehearse();
    };
    return frame;
  }

  address(): string {
    const id = newId().slice(0, 13);
    const wildcard = document.querySelector<HTMLMetaElement>(`meta[name="${SANDBOX_META}"]`)?.content;
    return frameAddress(location, this.#hasNames ? id : undefined, wildcard);
  }

  /** Whether frames have their own host names, so that a hanging component does not block the page. */
  get isApart(): boolean {
    return new URL(this.address()).hostname !== location.hostname;
  }

  frameOf(element: HTMLIFrameElement): Frame | undefined {
    return this.#components.get(element);
  }

  /**
   * Adds a frame that belongs to no component, such as that of an MCP app, to the focus guard. Returns the
   * guard.
   */
  guard(element: HTMLIFrameElement, frame: { stop(why: string): void }): FocusGuard {
    this.#frames.set(element, frame);
    return this.#focus;
  }

  /** Hides a frame and keeps its state. Returns false if the browser cannot move frames. */
  parkAway(frame: { element: HTMLIFrameElement }): boolean {
    if (!canMove() || !frame.element.isConnected) return false;
    moveFrame(frame, this.#park());
    return true;
  }

  /** Moves a frame into `slot`: the one kept under `key`, otherwise a spare or new one. */
  take(key: string | undefined, slot: HTMLElement): { frame: Frame; isReused: boolean } {
    const taken = this.#take(key, slot);
    if (key !== undefined) this.#shown.set(key, taken.frame);
    return taken;
  }

  /** Returns the painted frame of the component under `key`, if it is on the page. */
  paintedFrame(key: string): Frame | undefined {
    const frame = this.#shown.get(key) ?? this.#kept.get(key);
    return frame?.isOpen && frame.painted ? frame : undefined;
  }

  /** Returns the rows that the component under `key` follows; empty if it is not on the page. */
  async rowsOf(key: string): Promise<FrozenRows> {
    return (await (this.#shown.get(key) ?? this.#kept.get(key))?.serverLink())?.rows() ?? {};
  }

  /**
   * Returns the agent's and the surface's values that the component under `key` follows, if it is on the page.
   */
  valuesOf(key: string): Record<"agent" | "sheet", Record<string, unknown>> {
    const { agent, sheet: surface } = (this.#shown.get(key) ?? this.#kept.get(key))?.values ?? {};
    return { agent: Object.fromEntries(agent ?? []), sheet: Object.fromEntries(surface ?? []) };
  }

  #take(key: string | undefined, slot: HTMLElement): { frame: Frame; isReused: boolean } {
    const hidden = key === undefined ? undefined : this.#kept.get(key);
    if (key !== undefined) this.#kept.delete(key);
    if (hidden?.isOpen) {
      moveFrame(hidden, slot);
      return { frame: hidden, isReused: true };
    }
    const warm = this.#warm.find(({ isOpen }) => isOpen);
    this.#warm = this.#warm.filter((each) => each !== warm);
    this.#warmLater();
    if (!warm) return { frame: this.#open(slot), isReused: false };
    moveFrame(warm, slot);
    return { frame: warm, isReused: false };
  }

  /**
   * Prepares the next spare frame later, when the taken one is probably painted: starting another process would slow it
   * down.
   */
  #warmLater(): void {
    clearTimeout(this.#warming);
    this.#warming = setTimeout(() => this.warm(), WARM_AGAIN_MS);
  }

  /**
   * Moves a painted frame into `place` for display only, without handlers. Returns false if it is closed,
   * unpainted or detached.
   */
  layOver(frame: Frame, place: HTMLElement): boolean {
    if (!frame.isOpen || !frame.painted || !canMove() || !frame.element.isConnected) return false;
    frame.handlers = undefined;
    moveFrame(frame, place);
    return true;
  }

  /**
   * Keeps a frame out of sight until `key` is shown again. Closes it if it is unpainted or cannot be moved.
   */
  keep(key: string, frame: Frame): void {
    frame.handlers = undefined;
    if (this.#shown.get(key) === frame) this.#shown.delete(key);
    if (!frame.isOpen || !frame.painted || !canMove() || !frame.element.isConnected) {
      frame.close();
      return;
    }
    this.drop(key);
    moveFrame(frame, this.#park());
    this.#kept.set(key, frame);
    for (const [oldest] of this.#kept) if (this.#kept.size > MAX_HIDDEN) this.drop(oldest);
  }

  drop(key: string): void {
    this.#kept.get(key)?.close();
    this.#kept.delete(key);
  }

  /**
   * Stops using separate host names after a frame did not load. Returns true if another attempt may succeed.
   */
  loseNames(): boolean {
    const had = this.#hasNames;
    this.#hasNames = false;
    return had;
  }

  #open(place: HTMLElement): Frame {
    const frame = new Frame(place, this.address(), this.state, this.#focus);
    this.#frames.set(frame.element, frame);
    this.#components.set(frame.element, frame);
    return frame;
  }

  #park(): HTMLElement {
    if (!this.#parking?.isConnected) {
      const parking = document.createElement("div");
      parking.inert = true;
      parking.style.cssText =
        "position:fixed;inset:0 auto auto 0;width:640px;height:480px;visibility:hidden;pointer-events:none;contain:strict;z-index:-1";
      document.body.append(parking);
      this.#parking = parking;
    }
    return this.#parking;
  }
}

export function moveFrame(
  { element }: { element: HTMLElement },
  place: HTMLElement,
  before: Node | null = null,
): void {
  const { moveBefore } = place as { moveBefore?: (node: Node, before: Node | null) => void };
  moveBefore?.call(place, element, before);
}

let pool: Pool | undefined;

export function framePool(): Pool {
  pool ??= new Pool();
  return pool;
}
