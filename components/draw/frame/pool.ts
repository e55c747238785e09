import { newId } from "@/lib/shared/chat/id";
import type { FrozenRows } from "@/lib/shared/frame/protocol";
import { SANDBOX_META } from "@/lib/shared/frame/sandbox";
import { frameAddress } from "./address";
import { type FocusGuard, guardFocus } from "./focus-guard";
import { Frame } from "./frame";
import { StateLink, type StateSource } from "./state-link";

/** Frames that nobody looks at just now, and that come back as they were left. */
const MAX_KEPT = 12;
const WARM_AGAIN_MS = 700;
/** Modules whose loading one would see: each frame has a name of its own, so none has what another one has loaded. */
const MODULES = /\bfrom ?"(recharts|lucide-react|@\/components\/ui\/[a-z-]+)"/g;

/** A frame in the document can be moved without beginning anew, where the browser knows how. */
export const canMove = (): boolean => "moveBefore" in Element.prototype;

/** All frames of a page: those that wait for a component, those that are shown, and those that are kept for later. */
export class Pool {
  /** A page that is not its owner's has another. */
  state: StateSource = new StateLink();
  readonly #focus: FocusGuard;
  #parking: HTMLElement | undefined;
  #warm: Frame[] = [];
  #ready = 1;
  #warming: ReturnType<typeof setTimeout> | undefined;
  #frames = new WeakMap<HTMLIFrameElement, { stop(why: string): void }>();
  #components = new WeakMap<HTMLIFrameElement, Frame>();
  #kept = new Map<string, Frame>();
  /** Those that are shown, by what they show. */
  #shown = new Map<string, Frame>();
  /** Modules that a component of this page has imported. */
  #wanted = new Set<string>();
  /** False once a name of its own did not load: then all frames come from the page's own. */
  #hasNames = true;

  constructor() {
    addEventListener("pagehide", () => this.state.flush());
    this.#focus = guardFocus({
      frameOf: (element) =>
        element instanceof HTMLIFrameElement && this.#frames.has(element) ? element : undefined,
      onThief: (element) => this.#frames.get(element)?.stop("It took the focus from where you were typing."),
    });
  }

  /** What a component of this page has imported, the frame that waits for the next one, or for the next version, has. */
  sawBundle(js: string): void {
    for (const [, module = ""] of js.matchAll(MODULES)) this.#wanted.add(module);
  }

  /** Has frames ready before they are needed, from now on `count` of them. */
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

  /** Where a frame's document is fetched from, by a name of its own where there is one. */
  address(): string {
    const id = newId().slice(0, 13);
    const wildcard = document.querySelector<HTMLMetaElement>(`meta[name="${SANDBOX_META}"]`)?.content;
    return frameAddress(location, this.#hasNames ? id : undefined, wildcard);
  }

  /** Whether a component that hangs would hang alone. */
  get isApart(): boolean {
    return new URL(this.address()).hostname !== location.hostname;
  }

  /** The frame of a component by its element. */
  frameOf(element: HTMLIFrameElement): Frame | undefined {
    return this.#components.get(element);
  }

  /** Guards the focus against a frame that is no component's, too. */
  guard(element: HTMLIFrameElement, frame: { stop(why: string): void }): FocusGuard {
    this.#frames.set(element, frame);
    return this.#focus;
  }

  /** Moves a frame out of sight as it is; false where the browser cannot. */
  parkAway(frame: { element: HTMLIFrameElement }): boolean {
    if (!canMove() || !frame.element.isConnected) return false;
    moveFrame(frame, this.#park());
    return true;
  }

  /** A frame in `slot`: that which was kept under `key`, else the one that waits, else a new one. */
  take(key: string | undefined, slot: HTMLElement): { frame: Frame; isKept: boolean } {
    const taken = this.#take(key, slot);
    if (key !== undefined) this.#shown.set(key, taken.frame);
    return taken;
  }

  /** The rows that the component under `key` follows, if it is on the page. */
  async rowsOf(key: string): Promise<FrozenRows> {
    return (await (this.#shown.get(key) ?? this.#kept.get(key))?.serverLink())?.rows() ?? {};
  }

  /** The values of the agent's state and of the sheet's that the component under `key` follows, if it is on the page. */
  valuesOf(key: string): Record<"agent" | "sheet", Record<string, unknown>> {
    const { agent, sheet } = (this.#shown.get(key) ?? this.#kept.get(key))?.values ?? {};
    return { agent: Object.fromEntries(agent ?? []), sheet: Object.fromEntries(sheet ?? []) };
  }

  #take(key: string | undefined, slot: HTMLElement): { frame: Frame; isKept: boolean } {
    const kept = key === undefined ? undefined : this.#kept.get(key);
    if (key !== undefined) this.#kept.delete(key);
    if (kept?.isOpen) {
      moveFrame(kept, slot);
      return { frame: kept, isKept: true };
    }
    const warm = this.#warm.find(({ isOpen }) => isOpen);
    this.#warm = this.#warm.filter((each) => each !== warm);
    this.#warmLater();
    if (!warm) return { frame: this.#open(slot), isKept: false };
    moveFrame(warm, slot);
    return { frame: warm, isKept: false };
  }

  /** Once what was taken is drawn and the page is quiet: a new process would take the time of just that. */
  #warmLater(): void {
    clearTimeout(this.#warming);
    this.#warming = setTimeout(() => this.warm(), WARM_AGAIN_MS);
  }

  /** Has a frame that was drawn lie in `place` as it is, to be seen alone. False where there is nothing of it to be seen. */
  layOver(frame: Frame, place: HTMLElement): boolean {
    if (!frame.isOpen || !frame.painted || !canMove() || !frame.element.isConnected) return false;
    frame.handlers = undefined;
    moveFrame(frame, place);
    return true;
  }

  /** Keeps a frame that has left the screen, for the time when `key` is shown again. */
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
    for (const [oldest] of this.#kept) if (this.#kept.size > MAX_KEPT) this.drop(oldest);
  }

  drop(key: string): void {
    this.#kept.get(key)?.close();
    this.#kept.delete(key);
  }

  /** What to do when a frame did not load. True where another try may do better. */
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

/** In the document, without beginning anew; nor do the frames in an element that is no frame itself. */
export function moveFrame(
  { element }: { element: HTMLElement },
  place: HTMLElement,
  before: Node | null = null,
): void {
  const { moveBefore } = place as { moveBefore?: (node: Node, before: Node | null) => void };
  moveBefore?.call(place, element, before);
}

let pool: Pool | undefined;

/** The one of this page. */
export function framePool(): Pool {
  pool ??= new Pool();
  return pool;
}
