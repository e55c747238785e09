import type { Scope, ToFrame, ToPage } from "@/lib/shared/frame/protocol";
import { t } from "@/lib/shared/i18n/en/frame";
import type { Frame } from "./frame";
import type { Follower, StateSource } from "./state-link";
import { followSurface } from "./surface-link";

type Message = Extract<ToPage, { type: "watch" | "unwatch" | "set" }>;
type Written = Extract<ToPage, { type: "set" }>;

type Ends = {
  send(state: Extract<ToFrame, { type: "state" }>): void;
  onRefused(message: string): void;
  title(): string | undefined;
};

export class Values {
  readonly agent = new Map<string, unknown>();
  readonly sheet = new Map<string, unknown>();
  readonly #frame: Frame;
  readonly #send: Ends["send"];
  readonly #ofAgent: Follower;
  #ofSheet: Follower | undefined;

  constructor(frame: Frame, state: StateSource, { send, onRefused, title }: Ends) {
    this.#frame = frame;
    this.#send = send;
    this.#ofAgent = state.follow(
      (key, value, seen, at) => {
        this.agent.set(key, value);
        send({ type: "state", key, value, seen, ...(at !== undefined && { at }) });
      },
      (key, why) => onRefused(t("stateNotStored", { key, why })),
      () => {
        const named = title();
        return named === undefined ? undefined : { title: named, origins: frame.consent?.readWeb };
      },
    );
  }

  hear(message: Message): void {
    const { isForeign } = this.#frame;
    if (message.type === "set") this.#write(message);
    else if (isForeign && !message.scope && message.type === "watch")
      this.#send({ type: "state", key: message.key, value: null, seen: 0 });
    else this.#of(message.scope)[message.type](message.key);
  }

  close(): void {
    this.#ofAgent.close();
    this.#ofSheet?.close();
  }

  /** Creates the follower on first use, because the surface is unknown when the frame is created. */
  #of(scope: Scope): Follower {
    if (!scope) return this.#ofAgent;
    this.#ofSheet ??= followSurface(this.#frame.sheet, (key, value, seen) => {
      this.sheet.set(key, value);
      this.#send({ type: "state", key, scope, value, seen });
    });
    return this.#ofSheet;
  }

  #write({ id, scope, entries }: Written): void {
    const values = scope ? this.sheet : this.agent;
    for (const [key, value] of entries) values.set(key, value);
    const { isTrial, isForeign, consent } = this.#frame;
    if (scope) this.#of(scope).set(id, entries);
    else if (isTrial || isForeign) return;
    else if (consent) consent.write(this.#ofAgent, id, entries);
    else this.#ofAgent.set(id, entries);
  }
}
