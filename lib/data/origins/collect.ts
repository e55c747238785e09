import { joined, MAX_ORIGINS, type Marked, type Through } from "@/lib/shared/origins";

/** The origins on the web of what a call has read: on a page, or in something stored that holds text of one. */
export class Origins {
  /** Where it runs, what its code or its model had read before. */
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

  /** Of those, what was read at second hand. */
  through(): Through[] {
    return [...this.second.values()];
  }

  /** What is written now may hold text of these. */
  written(): string[] {
    return joined([...this.all], this.before);
  }
}

/** Where a text is from, without saying more of its address; what has no origin is told by its scheme. */
function originOf(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed) return "unknown";
  return parsed.origin === "null" ? parsed.protocol : parsed.origin;
}
