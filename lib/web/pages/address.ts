/** An address as it is asked for: spelled in one way, and without its fragment, which no server hears of. */
export function plainAddress(address: string): string {
  const url = new URL(address);
  url.hash = "";
  return url.href;
}
