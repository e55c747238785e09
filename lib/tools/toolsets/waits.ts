import type { Because } from "@/lib/shared/tools/because";

/**
 * Ends a call for now, because the person is asked something first: it is made again when they have agreed, or when what it waits
 * for has gone on. The message is for a model where nobody can be waited for, as in code.
 */
export class Waits extends Error {
  override readonly name = "Waits";
  readonly because: Because;

  constructor(because: Because, message: string) {
    super(message);
    this.because = because;
  }
}
