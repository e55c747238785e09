import type { Desk } from "@/components/workspace/chat/desk";
import { share } from "@/lib/shared/chat/share";
import type { Pin } from "@/lib/shared/chat/surfaces/pins";
import type { SheetBody } from "../sheet-body";
import { readPins, storePin } from "./api";

/** A conversation that is open in this tab: it knows its surfaces before the server tells of them. */
export type OpenConversation = { id: string; title: string; desk: Desk };

/** What is pinned, in one tab: at once as the person has it, and then as the server does. */
export class PinBoard {
  readonly #listeners = new Set<() => void>();
  #pins: readonly Pin[] | undefined;
  #open: OpenConversation | undefined;
  /** The pin that was in front last: where there is room for one, it is that. */
  #preferred: string | undefined;
  #body: SheetBody | undefined;
  #places: ReadonlyMap<string, HTMLElement> = new Map();
  /** Changes on their way, in order. */
  #storing: Promise<void> = Promise.resolve();
  #unstored = 0;
  #asked = 0;

  /** Undefined until anybody on this tab wanted to know. */
  pins = (): readonly Pin[] | undefined => this.#pins;
  open = (): OpenConversation | undefined => this.#open;
  preferred = (): string | undefined => this.#preferred;
  /** Where each pin that was ever shown is drawn: an element that moves from table to table, with all that is in it. */
  places = (): ReadonlyMap<string, HTMLElement> => this.#places;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** How the inside of a sheet is drawn. The first table says it: pages without one do not carry the code for it. */
  body = (): SheetBody | undefined => this.#body;

  drawWith(body: SheetBody): void {
    if (this.#body) return;
    this.#body = body;
    this.#tell();
  }

  placeOf(key: string): HTMLElement {
    const known = this.#places.get(key);
    if (known) return known;
    const made = document.createElement("div");
    this.#places = new Map(this.#places).set(key, made);
    this.#tell();
    return made;
  }

  /** What came with the page counts until more is known. */
  seed(pins: readonly Pin[]): void {
    if (this.#pins === undefined) this.#show(pins);
  }

  /** Looks what the server has; what is changed here meanwhile is looked for again after that. */
  load = async (): Promise<void> => {
    const asked = ++this.#asked;
    if (this.#unstored > 0) return;
    const pins = await readPins();
    if (asked === this.#asked && this.#unstored === 0) this.#show(pins);
  };

  /** Resolves when the server has it, and rejects when it does not: then the pin is gone again. */
  pin(pin: Pin): Promise<void> {
    // A conversation has one place on the canvas.
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

  /** Follows the conversation that is open. */
  see(open: OpenConversation): void {
    this.#open = open;
    this.#show(this.#pins);
  }

  /** It was left: from here on the server tells of it. */
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
      // Without a connection the next sign of one looks again.
      this.load().catch(() => {});
    }
  }

  #show(pins: readonly Pin[] | undefined): void {
    const known = new Map(this.#pins?.map((pin) => [pin.key, pin]));
    this.#pins = share(
      this.#pins,
      pins?.map((pin) => this.#seen({ ...pin, surface: pin.surface ?? known.get(pin.key)?.surface ?? null })),
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
