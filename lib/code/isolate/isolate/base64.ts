/* Base64 as in browsers: each character of a string is a byte. */
import { fromBase64any, toBase64 } from "@exodus/bytes/base64.js";

export function btoa(value: unknown): string {
  const text = String(value);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 0xff) {
      throw new Error(
        "btoa takes characters up to U+00FF. For text: btoa(String.fromCharCode(...new TextEncoder().encode(text)))",
      );
    }
    bytes[at] = code;
  }
  return toBase64(bytes);
}

export function atob(value: unknown): string {
  const bytes = fromBase64any(String(value).replace(/[\t\n\f\r ]/g, ""));
  let text = "";
  // A string built from single characters uses thirty times its size until it is read.
  for (let at = 0; at < bytes.length; at += 4_096)
    text += String.fromCharCode(...bytes.subarray(at, at + 4_096));
  return text;
}
