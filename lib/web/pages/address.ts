/** Returns a normalized address without its fragment, which is not sent to servers. */
export function plainAddress(address: string): string {
  const url = new URL(address);
  url.hash = "";
  return url.href;
}
