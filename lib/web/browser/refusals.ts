const MOST = 50;

type Refusal = { url: string; reason: string };

/** What a browser was kept from by the guard, newest last: the browser itself only learns that there was no way. */
export class BrowserRefusals {
  private all: readonly (Refusal & { at: number })[] = [];

  readonly add = (refusal: Refusal): void => {
    this.all = [...this.all, { ...refusal, at: performance.now() }].slice(-MOST);
  };

  /** Why the host of an address was not reached, in words, of what came since a time of `performance.now`. */
  reasonFor(url: string, since = 0): string | undefined {
    const host = hostOf(url);
    return this.all.findLast((refusal) => refusal.at >= since && hostOf(refusal.url) === host)?.reason;
  }

  has(url: string): boolean {
    return this.reasonFor(url) !== undefined;
  }
}

/** Of an address, or of the `host:port` that a tunnel was asked for. */
function hostOf(url: string): string {
  const address = url.includes("://") ? url : `http://${url}`;
  return URL.canParse(address) ? new URL(address).hostname : url;
}
