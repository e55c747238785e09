/** Ends a call for now whose helper waits for the person: it is made again when that has gone on. */
export class WaitsForHelper extends Error {
  override readonly name = "WaitsForHelper";
  readonly because: { kind: "helper"; conversationId: string };

  constructor(conversationId: string) {
    super("It waits for a helper that asks the person something.");
    this.because = { kind: "helper", conversationId };
  }
}
