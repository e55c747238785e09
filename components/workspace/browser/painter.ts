import type { BrowserFrame } from "@/lib/shared/browser/contract";

/**
 * Draws pictures on a canvas, each whole and at once: what was there stays until the next one is ready. While one is
 * read, only the newest of those that come is kept.
 */
export class Painter {
  readonly #onPainted: () => void;
  #canvas: HTMLCanvasElement | null = null;
  #next: BrowserFrame | undefined;
  #last: ImageBitmap | undefined;
  #isReading = false;

  constructor(onPainted: () => void) {
    this.#onPainted = onPainted;
  }

  /** For a canvas as it comes and goes; a new one shows at once what the former did. */
  attach = (canvas: HTMLCanvasElement | null): void => {
    this.#canvas = canvas;
    if (this.#last) this.#draw(this.#last);
  };

  take = (frame: BrowserFrame): void => {
    this.#next = frame;
    if (!this.#isReading) void this.#read();
  };

  async #read(): Promise<void> {
    this.#isReading = true;
    while (this.#next) {
      const { jpeg } = this.#next;
      this.#next = undefined;
      // A picture that cannot be read is left out: another one comes.
      const picture = await decoded(jpeg).catch(() => undefined);
      if (!picture) continue;
      this.#last?.close();
      this.#last = picture;
      this.#draw(picture);
      this.#onPainted();
    }
    this.#isReading = false;
  }

  #draw(picture: ImageBitmap): void {
    const canvas = this.#canvas;
    if (!canvas) return;
    const { width, height } = picture;
    // Setting the size empties the canvas.
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    canvas.getContext("2d", { alpha: false })?.drawImage(picture, 0, 0);
  }
}

async function decoded(base64: string): Promise<ImageBitmap> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return createImageBitmap(new Blob([bytes], { type: "image/jpeg" }));
}
