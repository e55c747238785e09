import { download } from "@/components/ui/kit/download";
import { MAX_FILE_BYTES } from "@/lib/shared/components/access";
import { fromBase64 } from "@/lib/shared/data/cell";
import type { ServiceMessage, ToFrame, ToPage } from "@/lib/shared/frame/protocol";
import { t } from "@/lib/shared/i18n/en/frame";
import type { Frame } from "./frame";
import { fitsSoon, type Hand } from "./hand";

/** Characters of base64 that a frame may have sent and not yet used. */
const MAX_WAITING = MAX_FILE_BYTES * 3;
const MAX_STORED = MAX_FILE_BYTES * 5;
const MAX_NAME = 100;
const OPENED = new Set(["http:", "https:", "mailto:", "tel:"]);

type Done = Extract<ToFrame, { type: "done" }>;
type Ends = { send(done: Done): void; onBreach(why: string): void };

/**
 * Functions of the browser that the page performs for a component, each after a click or key in the frame.
 */
export class Services {
  readonly #frame: Frame;
  readonly #hand: Hand;
  readonly #ends: Ends;
  readonly #parts = new Map<number, string[]>();
  #waiting = 0;
  #stored = 0;

  constructor(frame: Frame, hand: Hand, ends: Ends) {
    this.#frame = frame;
    this.#hand = hand;
    this.#ends = ends;
  }

  take({ file, data }: Extract<ToPage, { type: "part" }>): void {
    this.#waiting += data.length;
    if (this.#waiting > MAX_WAITING) this.#ends.onBreach(t("tooMuchData"));
    else this.#parts.set(file, [...(this.#parts.get(file) ?? []), data]);
  }

  async hear(message: ServiceMessage): Promise<void> {
    const { id, type, byHand } = message;
    // Take the file even if the request is refused below, so that its data is freed.
    const file = type === "store" || type === "save" ? this.#fileOf(message) : undefined;
    try {
      if (!byHand || !(await fitsSoon(() => this.#hand.fits))) throw new Error(NEEDS_CLICK[type]);
      this.#ends.send({ type: "done", id, value: await this.#do(message, file) });
    } catch (error) {
      this.#ends.send({
        type: "done",
        id,
        problem: error instanceof Error ? error.message : "It did not work.",
      });
    }
  }

  async #do(message: ServiceMessage, file: File | undefined): Promise<unknown> {
    const { handlers, server } = this.#frame;
    if (message.type === "open") {
      handlers?.onOpen?.(addressOf(message.url));
      return undefined;
    }
    if (message.type === "copy") {
      await navigator.clipboard.writeText(message.text);
      handlers?.onCopied?.(message.text);
      return undefined;
    }
    if (!file) throw new Error("The file cannot be read.");
    if (message.type === "store") {
      if (!server?.store) throw new Error("Files can be stored only from a surface in a conversation.");
      this.#stored += file.size;
      if (this.#stored > MAX_STORED)
        throw new Error(
          `A surface can store at most ${MAX_STORED / 1e6} MB of files. Reload the page to send more.`,
        );
      return server.store(file);
    }
    // With this type, the browser saves the bytes instead of opening them, whatever they contain.
    const { name, ending } = partsOf(file.name);
    download(new Blob([file], { type: "application/octet-stream" }), name, ending);
    return undefined;
  }

  #fileOf({ file, name, mediaType }: Extract<ServiceMessage, { type: "store" | "save" }>): File | undefined {
    const parts = this.#parts.get(file) ?? [];
    this.#parts.delete(file);
    this.#waiting -= parts.reduce((sum, { length }) => sum + length, 0);
    try {
      return new File(parts.map(fromBase64), safeName(name), { type: mediaType });
    } catch {
      return undefined;
    }
  }
}

const NEEDS_CLICK: Record<ServiceMessage["type"], string> = {
  store: "A file can be sent only after a click or key in the component.",
  save: "A download works only after a click or key in the component, once for each.",
  copy: "Copying works only after a click or key in the component.",
  open: "A link opens only after a click or key in the component.",
};

function addressOf(url: string): string {
  const address = URL.parse(url);
  if (!address || !OPENED.has(address.protocol))
    throw new Error("Only complete addresses can be opened, such as https://example.com/page.");
  return address.href;
}

function partsOf(fileName: string): { name: string; ending: string } {
  const [, name = fileName, ending = "bin"] = /^(.+)\.(\w{1,10})$/.exec(fileName) ?? [];
  return { name, ending };
}

/**
 * Returns a file name without folders, control characters and characters that file systems reject. Keeps the
 * extension.
 */
export function safeName(name: string): string {
  const plain = name
    .replace(/[\p{C}<>:"/\\|?*]+/gu, " ")
    .replace(/\s+/g, " ")
    .replace(/^[\s.]+|[\s.]+$/g, "");
  if (plain.length <= MAX_NAME) return plain || "file";
  const ending = /\.\w{1,10}$/.exec(plain)?.[0] ?? "";
  return plain.slice(0, MAX_NAME - ending.length).trimEnd() + ending;
}
