import type { BrowserFrame } from "@/lib/shared/browser/contract";

/**
 * Paints frames on a canvas. A frame stays visible until the next one is decoded. If several frames arrive
 * during decoding, only the newest is kept.
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

  /** Ref callback for the canvas. A new canvas shows the last frame at once. */
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
      // If a frame cannot be decoded, wait for the next one.
      const image = await decoded(jpeg).catch(() => undefined);
      if (!image) continue;
      this.#last?.close();
      this.#last = image;
      this.#draw(image);
      this.#onPainted();
    }
    this.#isReading = false;
  }

  #draw(image: ImageBitmap): void {
    const canvas = this.#canvas;
    if (!canvas) return;
    const { width, height } = image;
    // Setting the size clears the canvas.
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    canvas.getContext("2d", { alpha: false })?.drawImage(image, 0, 0);
  }
}

async function decoded(base64: string): Promise<ImageBitmap> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return createImageBitmap(new Blob([bytes], { type: "image/jpeg" }));
}
