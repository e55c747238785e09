import type { Command } from "./commands";
import type { ShortcutId } from "./shortcuts";

/** Who offers: a page, or the frame around it, whose commands come after the page's. */
export type Layer = "page" | "frame";

type Offer = { commands: readonly Command[]; layer: Layer };

/** What can be done now, from everybody who offers something. */
export class CommandRegistry {
  readonly #sources = new Map<object, Offer>();
  readonly #listeners = new Set<() => void>();
  #list: readonly Command[] = [];

  list = (): readonly Command[] => this.#list;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  offer(source: object, commands: readonly Command[], layer: Layer = "page"): void {
    const before = this.#sources.get(source);
    this.#sources.set(source, { commands, layer });
    if (!before || words(before.commands) !== words(commands)) this.#tell();
  }

  withdraw(source: object): void {
    this.#sources.delete(source);
    this.#tell();
  }

  /** Does what this shortcut stands for, if anything does now. */
  press(shortcut: ShortcutId): boolean {
    const command = this.#all().find((one) => one.shortcut === shortcut);
    command?.run();
    return command !== undefined;
  }

  /** Does the command as it is now: a list may show one from an earlier drawing. */
  run(id: string): void {
    this.#all()
      .find((one) => one.id === id)
      ?.run();
  }

  #all(): Command[] {
    const offers = [...this.#sources.values()];
    const of = (wanted: Layer) => offers.filter(({ layer }) => layer === wanted);
    return [...of("page"), ...of("frame")].flatMap(({ commands }) => commands);
  }

  #tell(): void {
    this.#list = this.#all();
    for (const listener of this.#listeners) listener();
  }
}

const words = (commands: readonly Command[]): string =>
  commands.map(({ id, label, isHidden, isChosen }) => [id, label, isHidden, isChosen].join("\n")).join("\n");
