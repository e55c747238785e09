import { charCode, cut, install, isView, NativeError, NativeTypeError } from "./intrinsics";

const MAX_BYTES = 65_536;

/** Random bytes from the host, one per character. */
type Random = (count: number) => string;

export function installCrypto(random: Random): void {
  const getRandomValues = <T extends ArrayBufferView>(view: T): T => {
    if (!isView(view)) throw new NativeTypeError("crypto.getRandomValues takes a typed array of integers");
    if (view.byteLength > MAX_BYTES) throw new NativeError(`At most ${MAX_BYTES} random bytes at a time`);
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    const from = bytes.length > 0 ? random(bytes.length) : "";
    for (let at = 0; at < bytes.length; at++) bytes[at] = charCode(from, at);
    return view;
  };
  const randomUUID = (): string => {
    const from = random(16);
    let id = "";
    for (let at = 0; at < 16; at++) {
      const byte = charCode(from, at);
      const marked = at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte;
      id += (at === 4 || at === 6 || at === 8 || at === 10 ? "-" : "") + cut((marked + 256).toString(16), 1);
    }
    return id;
  };
  install("crypto", { getRandomValues, randomUUID });
}
