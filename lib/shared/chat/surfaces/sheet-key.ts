const LENGTH = 6;

/**
 * The id by which models name a sheet: short, and the same for the same call. In one conversation of a thousand sheets two
 * would have the same about once in four thousand.
 */
export function sheetKey(messageId: string, toolCallId: string): string {
  const [high, low] = hash(`${messageId}/${toolCallId}`);
  return `s${(high * 4_096 + (low >>> 20)).toString(36).padStart(LENGTH, "0").slice(-LENGTH)}`;
}

/** cyrb53: two mixed halves of 32 bits, without a library and without waiting. */
function hash(text: string): [number, number] {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return [high >>> 0, low >>> 0];
}
