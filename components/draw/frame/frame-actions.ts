import { LIMITS } from "@/lib/shared/frame/limits";
import type { ToFrame, ToPage } from "@/lib/shared/frame/protocol";
import type { Frame } from "./frame";
import { fitsSoon, type Hand } from "./hand";

type Done = Extract<ToFrame, { type: "done" }>;

export class FrameActions {
  readonly #frame: Frame;
  readonly #hand: Hand;
  readonly #send: (done: Done) => void;
  #says: number[] = [];

  constructor(frame: Frame, hand: Hand, send: (done: Done) => void) {
    this.#frame = frame;
    this.#hand = hand;
    this.#send = send;
  }

  async hear(message: Extract<ToPage, { type: "action" | "say" }>): Promise<void> {
    const { id } = message;
    try {
      await (message.type === "action" ? this.#act(message) : this.#say(message));
      this.#send({ type: "done", id });
    } catch (error) {
      const problem = error instanceof Error ? error.message : "It did not work.";
      this.#send({ type: "done", id, problem });
    }
  }

  async #act({ action, payload, byHand }: Extract<ToPage, { type: "action" }>): Promise<void> {
    // If no consent is required, a gesture makes no difference, so do not wait for the message that proves it.
    const isByHand = this.#frame.consent !== undefined && (await this.#isByHand(byHand));
    await this.#frame.handlers?.onAction(action, payload, isByHand);
  }

  /** Sends a message as the user. Requires a gesture in this frame. */
  async #say({ text, byHand }: Extract<ToPage, { type: "say" }>): Promise<void> {
    if (!byHand)
      throw new Error("sendMessage works only after a click or key in the component, once for each.");
    const now = performance.now();
    this.#says = this.#says.filter((at) => now - at < 60_000);
    if (this.#says.length >= LIMITS.says) throw new Error("Too many messages. Try again in a minute.");
    this.#says.push(now);
    await this.#frame.handlers?.onSay(text, await this.#isByHand(byHand));
  }

  async #isByHand(isClaimed: boolean): Promise<boolean> {
    return isClaimed && (await fitsSoon(() => this.#hand.fits));
  }
}
