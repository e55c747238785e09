import { joined, MAX_ORIGINS, type Marked, mailOfOrigin, type Through } from "@/lib/shared/origins";

/** Collects the web origins that a call has read, from pages or from stored items with web content. */
export class Origins {
  /** Origins that the program or the model had already read before this call. */
  private readonly before: readonly string[];
  private readonly all = new Set<string>();
  private readonly second = new Map<string, Through>();

  constructor(before: readonly string[] = []) {
    this.before = before;
  }

  add(url: string): void {
    if (this.all.size < MAX_ORIGINS) this.all.add(originOf(url));
  }

  addStored({ kind, name, origins }: Marked): void {
    for (const origin of origins) {
      if (this.second.size < MAX_ORIGINS)
        this.second.set(`${origin} ${kind} ${name}`, { origin, kind, name });
      if (this.all.size < MAX_ORIGINS) this.all.add(origin);
    }
  }

  list(): string[] {
    return [...this.all];
  }

  /** Returns the origins that were read indirectly, from stored items. */
  through(): Through[] {
    return [...this.second.values()];
  }

  written(): string[] {
    return joined([...this.all], this.before);
  }
}

/** Returns the origin of a URL without its path, or the scheme if it has no origin. The origin of a mail is complete. */
export function originOf(url: string): string {
  if (mailOfOrigin(url) !== undefined) return url;
  const parsed = URL.parse(url);
  if (!parsed) return "unknown";
  return parsed.origin === "null" ? parsed.protocol : parsed.origin;
}
