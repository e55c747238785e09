const SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** Like `toCell` in `lib/shared/data/cell.ts`, but uses Node's base64. */
export function toCell(value) {
  if (typeof value === "bigint") {
    return value <= SAFE && value >= -SAFE ? Number(value) : { $integer: String(value) };
  }
  if (typeof value === "number") {
    if (Object.is(value, -0)) return { $real: "-0" };
    return Number.isFinite(value) ? value : { $real: String(value) };
  }
  if (value instanceof Uint8Array) {
    return { $blob: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("base64") };
  }
  return value;
}

export function fromCell(cell) {
  if (typeof cell === "string" && !cell.isWellFormed()) {
    throw new Error(
      "A string contains half of a surrogate pair, which cannot be stored: fix it, or pass it as a blob",
    );
  }
  if (typeof cell === "number") return Number.isSafeInteger(cell) ? BigInt(cell) : cell;
  if (typeof cell === "boolean") return cell ? 1n : 0n;
  if (typeof cell !== "object" || cell === null) return cell;
  if (typeof cell.$integer === "string") return BigInt(cell.$integer);
  return typeof cell.$blob === "string" ? Buffer.from(cell.$blob, "base64") : Number(cell.$real);
}

/** Estimates the JSON characters of a cell. */
export function sizeOf(cell) {
  if (typeof cell === "string") return cell.length + 3;
  if (typeof cell !== "object" || cell === null) return 8;
  return 14 + (cell.$blob ?? cell.$integer ?? cell.$real).length;
}
