import type { Desk } from "@/components/workspace/chat/desk";
import { share } from "@/lib/shared/chat/share";
import type { Pin } from "@/lib/shared/chat/surfaces/pins";
import type { SurfaceBody } from "../surface-body";
import { readPins, storePin } from "./api";

/**
 * A conversation that is open in this tab. It knows its surfaces before the pins of the server contain them.
 */
export type OpenConversation = { id: string; title: string; desk: Desk };

/** The pins that one tab shows: local changes at once, and then the pins of the server. */
export class PinBoard {
  readonly #listeners = new Set<() => void>();
  #pins: readonly Pin[] | undefined;
  #open: OpenConversation | undefined;
  /** Key of the pin that was active last. A canvas with space for only one pin shows this one. */
  #preferred: string | undefined;
  #body: SurfaceBody | undefined;
  #places: ReadonlyMap<string, HTMLElement> = new Map();
  /** Resolves when all local changes are stored. They are sent one after another. */
  #storing: Promise<void> = Promise.resolve();
  #unstored = 0;
  #asked = 0;

  /** Undefined until a page in this tab has loaded the pins. */
  pins = (): readonly Pin[] | undefined => this.#pins;
  open = (): OpenConversation | undefined => this.#open;
  preferred = (): string | undefined => this.#preferred;
  places = (): ReadonlyMap<string, HTMLElement> => this.#places;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Component that renders a surface's content. The first canvas sets it, so that pages without one do not
   * load its code.
   */
  body = (): SurfaceBody | undefined => this.#body;

  drawWith(body: SurfaceBody): void {
    if (this.#body) return;
    this.#body = body;
    this.#tell();
  }

  placeOf(key: string): HTMLElement {
    const existing = this.#places.get(key);
    if (existing) return existing;
    const made = document.createElement("div");
    this.#places = new Map(this.#places).set(key, made);
    this.#tell();
    return made;
  }

  /** Sets the pins that the server rendered with the page, unless newer pins are known. */
  seed(pins: readonly Pin[]): void {
    if (this.#pins === undefined) this.#show(pins);
  }

  /**
   * Loads the pins. While a local change is being stored it does nothing, because storing loads them
   * afterwards. Discards the result if a newer load or a change began in the meantime.
   */
  load = async (): Promise<void> => {
    const asked = ++this.#asked;
    if (this.#unstored > 0) return;
    const pins = await readPins();
    if (asked === this.#asked && this.#unstored === 0) this.#show(pins);
  };

  /** Resolves when the server has stored the pin. On failure it rejects, and reloading removes the pin. */
  pin(pin: Pin): Promise<void> {
    // Each conversation has at most one pin.
    const others = (this.#pins ?? []).filter(
      ({ key, from }) => key !== pin.key && (!from || from.id !== pin.from?.id),
    );
    this.#preferred = pin.key;
    this.#show([...others, pin]);
    return this.#store(pin, true);
  }

  unpin(pin: Pin): Promise<void> {
    this.#show((this.#pins ?? []).filter(({ key }) => key !== pin.key));
    return this.#store(pin, false);
  }

  prefer(key: string): void {
    if (key === this.#preferred) return;
    this.#preferred = key;
    this.#tell();
  }

  see(open: OpenConversation): void {
    this.#open = open;
    this.#show(this.#pins);
  }

  /** Called when the user leaves the conversation. From now on, its pins come from the server. */
  leave(id: string): void {
    if (this.#open?.id !== id) return;
    this.#open = undefined;
    this.#tell();
    if (this.#pins?.some(({ from }) => from?.id === id)) this.load().catch(() => {});
  }

  async #store(pin: Pin, isPinned: boolean): Promise<void> {
    this.#unstored += 1;
    const storing = this.#storing.then(() => storePin(pin, isPinned));
    this.#storing = storing.catch(() => {});
    try {
      await storing;
    } finally {
      this.#unstored -= 1;
      // If this fails, reconnecting loads the pins again.
      this.load().catch(() => {});
    }
  }

  #show(pins: readonly Pin[] | undefined): void {
    const before = new Map(this.#pins?.map((pin) => [pin.key, pin]));
    this.#pins = share(
      this.#pins,
      pins?.map((pin) =>
        this.#seen({ ...pin, surface: pin.surface ?? before.get(pin.key)?.surface ?? null }),
      ),
    );
    const left = new Set(this.#pins?.map(({ key }) => key));
    if ([...this.#places.keys()].some((key) => !left.has(key)))
      this.#places = new Map([...this.#places].filter(([key]) => left.has(key)));
    this.#tell();
  }

  #seen(pin: Pin): Pin {
    if (!this.#open || pin.from?.id !== this.#open.id) return pin;
    const { id, title, desk } = this.#open;
    const surface = desk.surfaces.find((one) => pin.key === `${id}/${one.id}`) ?? pin.surface;
    const asks = desk.asks.filter((ask) => `${ask.messageId}/${ask.toolCallId}` === surface?.id);
    return { ...pin, from: { id, title }, surface, asks };
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
