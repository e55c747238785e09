type Gate = {
  open: boolean;
  waiting: number;
  release: PromiseWithResolvers<void>;
  reached: PromiseWithResolvers<void>;
};

/** Named points at which streams wait. An open gate stays open, so a repeated request passes. */
export class Gates {
  readonly #gates = new Map<string, Gate>();

  async pass(name: string, signal: AbortSignal): Promise<void> {
    const gate = this.#gate(name);
    gate.waiting++;
    gate.reached.resolve();
    await Promise.race([gate.release.promise, aborted(signal)]);
    gate.waiting--;
  }

  open(name: string): void {
    const gate = this.#gate(name);
    gate.open = true;
    gate.release.resolve();
  }

  reached(name: string): Promise<void> {
    return this.#gate(name).reached.promise;
  }

  state(name: string): { open: boolean; waiting: number } {
    const { open, waiting } = this.#gate(name);
    return { open, waiting };
  }

  #gate(name: string): Gate {
    const gate = this.#gates.get(name) ?? {
      open: false,
      waiting: 0,
      release: Promise.withResolvers<void>(),
      reached: Promise.withResolvers<void>(),
    };
    this.#gates.set(name, gate);
    return gate;
  }
}

export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done();
    else signal.addEventListener("abort", () => done(), { once: true });
  });
}
