import { createHash } from "node:crypto";
import type { SourcePart } from "@/lib/data/exports/conversation";
import type { Export } from "@/lib/data/exports/export";
import { storeFileFromServer } from "@/lib/data/files/receive";
import { isAppError } from "@/lib/shared/errors";
import { MAX_BYTES } from "@/lib/shared/file-address";
import type { Leftovers } from "@/lib/shared/imports/left";
import type { Product } from "@/lib/shared/imports/products";
import { importOrigin } from "@/lib/shared/origins";
import { type FileRow, readMany } from "@/lib/store/data/files";
import type { ItemRow } from "@/lib/store/data/imports";
import type { StoredFile } from "./messages";

type Part = Extract<SourcePart, { kind: "file" | "text_file" }>;

type Incoming = {
  name: string;
  label: string;
  type: string;
  read(): Promise<AsyncIterable<Uint8Array> | Uint8Array>;
};

/** Stores the files of an export as files of the agent, each once. */
export class ImportedFiles {
  count = 0;
  readonly used = new Set<string>();
  private readonly changed: ItemRow[] = [];
  private readonly of: { agentId: string; importId: string; product: Product };
  private readonly known: Map<string, ItemRow>;
  private readonly leftovers: Leftovers;
  private readonly source: Export;

  constructor(
    of: { agentId: string; importId: string; product: Product },
    known: Map<string, ItemRow>,
    leftovers: Leftovers,
    source: Export,
  ) {
    this.of = of;
    this.known = known;
    this.leftovers = leftovers;
    this.source = source;
  }

  /** Returns the stored file; null if the archive lacks it or it cannot be stored. */
  async store(part: Part, title: string): Promise<StoredFile | null> {
    const found = part.kind === "file" ? this.source.fileOf(part.reference) : undefined;
    if (found) this.used.add(found.path);
    const name = part.name || found?.name || "file";
    const label = `${title}: ${name}`;
    if (part.kind === "file" && !found) {
      this.leftovers.add("missing_file", label);
      return null;
    }
    if (found && found.size > MAX_BYTES) {
      this.leftovers.add("too_large", label);
      return null;
    }
    const key = found
      ? found.path
      : createHash("sha256")
          .update(part.kind === "text_file" ? `${name} ${part.text}` : "")
          .digest("hex");
    const known = this.known.get(key);
    const [before] = known ? await readMany(this.of.agentId, [known.target]) : [];
    if (before && !before.deleted) return fileOf(before);
    const text = part.kind === "text_file" ? part.text : "";
    const read = async () => (found ? this.source.readFile(found.path) : Buffer.from(text));
    return this.add(key, { name, label, type: found ? "" : "text/plain", read });
  }

  takeChanged(): ItemRow[] {
    return this.changed.splice(0);
  }

  private async add(source: string, { name, label, type, read }: Incoming): Promise<StoredFile | null> {
    try {
      const row = await storeFileFromServer(this.of.agentId, {
        ...{ bytes: await read(), name, type },
        origins: [importOrigin(this.of.product)],
      });
      this.count++;
      const item: ItemRow = { ...this.of, kind: "file", source, target: row.id, digest: row.hash, parts: 0 };
      this.known.set(source, item);
      this.changed.push(item);
      return fileOf(row);
    } catch (error) {
      if (isAppError(error) && error.code === "unavailable") throw error;
      this.leftovers.add("failed", label, error instanceof Error ? error.message : undefined);
      return null;
    }
  }
}

const fileOf = ({ id, url, name, mediaType }: FileRow): StoredFile => ({ id, url, name, mediaType });
