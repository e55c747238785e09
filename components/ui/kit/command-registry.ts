import type { Command } from "./commands";
import type { ShortcutId } from "./shortcuts";

/** Commands of a page take precedence over those of the frame around it. */
export type Layer = "page" | "frame";

type Offer = { commands: readonly Command[]; layer: Layer };

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
    if (!before || fingerprint(before.commands) !== fingerprint(commands)) this.#tell();
  }

  withdraw(source: object): void {
    this.#sources.delete(source);
    this.#tell();
  }

  /** Runs the command of a shortcut. Returns false if there is none. */
  press(shortcut: ShortcutId): boolean {
    const command = this.#all().find((one) => one.shortcut === shortcut);
    command?.run();
    return command !== undefined;
  }

  /**
   * Runs the command that has this id now. The caller's list may still show the command of an earlier render.
   */
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

const fingerprint = (commands: readonly Command[]): string =>
  commands.map(({ id, label, isHidden, isChosen }) => [id, label, isHidden, isChosen].join("\n")).join("\n");
