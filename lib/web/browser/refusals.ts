const MAX_REFUSALS = 50;

type Refusal = { url: string; reason: string };

/**
 * The requests that the guard refused, newest last. Needed for error messages, because the browser only sees a
 * failed connection.
 */
export class BrowserRefusals {
  private all: readonly (Refusal & { at: number })[] = [];

  readonly add = (refusal: Refusal): void => {
    this.all = [...this.all, { ...refusal, at: performance.now() }].slice(-MAX_REFUSALS);
  };

  /** Returns why the host of an address was refused after `since` (as `performance.now()`), or undefined. */
  reasonFor(url: string, since = 0): string | undefined {
    const host = hostOf(url);
    return this.all.findLast((refusal) => refusal.at >= since && hostOf(refusal.url) === host)?.reason;
  }

  has(url: string): boolean {
    return this.reasonFor(url) !== undefined;
  }
}

function hostOf(url: string): string {
  const address = url.includes("://") ? url : `http://${url}`;
  return URL.canParse(address) ? new URL(address).hostname : url;
}
