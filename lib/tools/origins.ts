/** Of one call. A page may lead to very many. */
const MOST = 50;

/** The origins of what a call has read on the web. */
export class Origins {
  private readonly all = new Set<string>();

  add(url: string): void {
    if (this.all.size < MOST) this.all.add(originOf(url));
  }

  list(): string[] {
    return [...this.all];
  }
}

/** Where a text is from, without saying more of its address; what has no origin is told by its scheme. */
function originOf(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed) return "unknown";
  return parsed.origin === "null" ? parsed.protocol : parsed.origin;
}
