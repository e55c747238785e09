import type { FileUIPart, UIMessage } from "ai";
import { surfaceStates } from "@/components/client/surface-states";
import { isQuestion } from "@/lib/shared/chat/built-in-tools";
import { newId } from "@/lib/shared/chat/id";
import type { SentSurface } from "@/lib/shared/chat/surfaces/sheets";
import { t } from "@/lib/shared/i18n/en/chatClient";
import { ApiError, postMessage } from "./api";
import type { Follower } from "./follower";
import type { Requests } from "./requests";
import { type Outgoing, openAsks } from "./state";
import type { Store } from "./store";
import { type About, keepUnsent, messageOf, readUnsent, surfaceMessage } from "./unsent";

export type Sending = {
  files?: readonly FileUIPart[];
  model?: string;
} & About;

/**
 * Keeps messages that the server has not stored yet. They survive a reload. The server accepts each of them
 * once, even if it is sent several times.
 */
export class Outbox {
  readonly #id: string;
  readonly #store: Store;
  readonly #follower: Follower;
  readonly #requests: Requests;

  constructor(id: string, store: Store, follower: Follower, requests: Requests) {
    this.#id = id;
    this.#store = store;
    this.#follower = follower;
    this.#requests = requests;
  }

  /** Restores unsent messages of an earlier page load. */
  open(): void {
    const unsent = readUnsent(this.#id).filter(({ message }) => !this.#find(message.id));
    if (unsent.length > 0) this.#store.set({ outbox: [...unsent, ...this.#all] });
  }

  send(text: string, { files = [], model, ...about }: Sending = {}): void {
    const { state } = this.#store;
    const message = messageOf(text, files, newId(), about);
    // A message with files, or about something on the canvas, never counts as the answer to a question.
    const { sheet: surface, points = [], comment } = about;
    const isPlain = files.length === 0 && points.length === 0 && !surface && !comment;
    const answers = isPlain && openAsks(state).some(isQuestion);
    const outgoing: Outgoing = {
      message,
      answers,
      state: "sending",
      ...(!state.isStored && { model, projectId: state.snapshot.conversation.project?.id }),
    };
    this.#add(outgoing);
    void this.#post(outgoing);
  }

  async sendSheet(surface: SentSurface): Promise<string | undefined> {
    const outgoing: Outgoing = {
      message: surfaceMessage(surface, newId()),
      answers: false,
      state: "sending",
    };
    this.#add(outgoing);
    const problem = await this.#post(outgoing);
    if (problem !== undefined) this.discard(outgoing.message.id);
    return problem;
  }

  resend(messageId: string): void {
    const outgoing = this.#find(messageId);
    if (outgoing?.state !== "failed") return;
    this.#mark(messageId, { state: "sending", problem: undefined });
    void this.#post(outgoing);
  }

  discard(messageId: string): void {
    this.#store.set({ outbox: this.#all.filter(({ message }) => message.id !== messageId) });
    keepUnsent(this.#id, this.#all);
  }

  #add(outgoing: Outgoing): void {
    this.#store.set({ outbox: [...this.#all, outgoing], problem: undefined });
  }

  async #post({ message, model, projectId }: Outgoing): Promise<string | undefined> {
    keepUnsent(this.#id, this.#all);
    return this.#requests.during(async () => {
      try {
        // Sending the message closes open surfaces. Store their current values first, so that the agent
        // receives them.
        await surfaceStates().flush(this.#id);
        this.#taken(message, await postMessage(this.#id, message, { model, projectId }));
      } catch (error) {
        const problem = error instanceof ApiError ? error.message : undefined;
        this.#mark(message.id, { state: "failed", problem });
        this.#requests.failed(error);
        return problem ?? t("tryAgain", { problem: t("unreachable") });
      }
    });
  }

  #taken(message: UIMessage, response: Response): void {
    const { running, snapshot } = this.#store.state;
    const isFirst = !running && snapshot.asks.length === 0;
    const others = snapshot.messages.filter(({ id }) => id !== message.id);
    this.#mark(message.id, { state: "sent" });
    keepUnsent(this.#id, this.#all);
    this.#follower.taken(response, isFirst ? [...others, message] : undefined);
  }

  get #all(): readonly Outgoing[] {
    return this.#store.state.outbox;
  }

  #find = (id: string): Outgoing | undefined => this.#all.find(({ message }) => message.id === id);

  #mark(id: string, change: Partial<Outgoing>): void {
    this.#store.set({
      outbox: this.#all.map((item) => (item.message.id === id ? { ...item, ...change } : item)),
    });
  }
}
