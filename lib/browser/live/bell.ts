/** Wakes one who waits. What rang before is not missed. */
export class Bell {
  private isRung = false;
  private wake: (() => void) | null = null;

  ring = (): void => {
    this.isRung = true;
    this.wake?.();
  };

  /** Resolves when it rings, or after so many milliseconds; false says that it did not ring. */
  async next(ms: number): Promise<boolean> {
    if (!this.isRung) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, ms);
      this.wake = resolve;
      await promise;
      clearTimeout(timer);
      this.wake = null;
    }
    const rang = this.isRung;
    this.isRung = false;
    return rang;
  }
}
