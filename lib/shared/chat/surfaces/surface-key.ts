const LENGTH = 6;

/**
 * Returns a short id of a surface for models, always the same for the same call. In a conversation of 1,000
 * surfaces, two of them get the same id with a probability of about 1 in 4,000.
 */
export function surfaceKey(messageId: string, toolCallId: string): string {
  const [high, low] = hash(`${messageId}/${toolCallId}`);
  return `s${(high * 4_096 + (low >>> 20)).toString(36).padStart(LENGTH, "0").slice(-LENGTH)}`;
}

/** cyrb53: a synchronous hash of two mixed 32-bit halves. */
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
