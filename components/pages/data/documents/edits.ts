import { failureText } from "@/components/client/failure";
import { t } from "@/lib/shared/i18n/en/dataDocuments";
import { undoRevision, type Written } from "./api";

type Step = { revision: string; label: string };

const MAX_STEPS = 200;

/**
 * Sends writes to a collection one after another and keeps their revisions for undo and redo. An undo is
 * itself stored as a revision.
 */
export class DocumentEdits {
  undoable: readonly Step[] = [];
  redoable: readonly Step[] = [];
  readonly #listeners = new Set<() => void>();
  readonly #say: (message: string) => void;
  #queue: Promise<unknown> = Promise.resolve();
  #version = 0;

  constructor(say: (message: string) => void) {
    this.#say = say;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  version = (): number => this.#version;

  /**
   * Sends a write once all earlier writes have completed. `label` names the write in the undo and redo
   * buttons.
   */
  make(write: () => Promise<Written>, label: string): Promise<Written> {
    const made = this.#queue.then(async () => {
      const written = await write();
      const { revision } = written;
      if (revision) {
        this.undoable = [...this.undoable, { revision, label }].slice(-MAX_STEPS);
        this.redoable = [];
        this.#tell();
      }
      return written;
    });
    this.#queue = made.catch(() => {});
    return made;
  }

  undo(): Promise<boolean> {
    return this.#back("undoable", "redoable");
  }

  redo(): Promise<boolean> {
    return this.#back("redoable", "undoable");
  }

  #back(from: "undoable" | "redoable", to: "undoable" | "redoable"): Promise<boolean> {
    const done = this.#queue.then(async () => {
      const step = this[from].at(-1);
      if (!step) return false;
      try {
        const revision = await undoRevision(step.revision);
        this[from] = this[from].slice(0, -1);
        this[to] = [...this[to], { ...step, revision }];
        return true;
      } catch (error) {
        this.#say(t(from === "undoable" ? "notUndone" : "notRedone", { error: failureText(error) }));
        return false;
      } finally {
        this.#tell();
      }
    });
    this.#queue = done;
    return done;
  }

  #tell(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }
}
