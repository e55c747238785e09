import { download } from "@/components/ui/kit/download";
import { fromBase64 } from "@/lib/shared/data/cell";
import type { ServiceMessage, ToPage } from "@/lib/shared/frame/protocol";
import { t } from "@/lib/shared/i18n/en/hosted";
import type { Host } from "./host";

/** Functions of the browser that the program performs for a component, each after a click or key. */
export class HostedServices {
  readonly #host: Host;
  readonly #parts = new Map<number, string[]>();

  constructor(host: Host) {
    this.#host = host;
  }

  take({ file, data }: Extract<ToPage, { type: "part" }>): void {
    this.#parts.set(file, [...(this.#parts.get(file) ?? []), data]);
  }

  async perform(message: ServiceMessage): Promise<void> {
    const parts = "file" in message ? this.#partsOf(message.file) : [];
    if (!message.byHand) throw new Error(t("needsClick"));
    if (message.type === "copy") await navigator.clipboard.writeText(message.text);
    else if (message.type === "open") await this.#host.open(message.url);
    else if (message.type === "store") throw new Error(t("notStored"));
    else await this.#save(message, parts);
  }

  #partsOf(file: number): string[] {
    const parts = this.#parts.get(file) ?? [];
    this.#parts.delete(file);
    return parts;
  }

  async #save({ name, mediaType }: { name: string; mediaType: string }, parts: string[]): Promise<void> {
    if ("downloadFile" in this.#host.capabilities)
      return this.#host.save(`file:///${encodeURIComponent(name)}`, mediaType, parts.join(""));
    const [, title = name, ending = "bin"] = /^(.+)\.(\w{1,10})$/.exec(name) ?? [];
    download(new Blob(parts.map(fromBase64), { type: "application/octet-stream" }), title, ending);
  }
}
