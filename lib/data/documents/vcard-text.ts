import { decodedAs } from "@/lib/shared/text/text-encoding";

/** Binary properties, which contacts cannot hold. */
const BYTES = /^(?:[\w-]+\.)?(?:PHOTO|LOGO|SOUND|KEY)[;:]/i;
const BASE64 = /^[^:"]*;(?:ENCODING=)?(?:BASE64|B)[;:]/i;
const QUOTED = /[;=]QUOTED-PRINTABLE/i;

/**
 * Converts the lines between BEGIN and END to the syntax of versions 3.0 and 4.0: version 2.1's unnamed
 * parameters and quoted-printable text are rewritten, and binary properties are dropped.
 */
export function plainCard(lines: readonly string[]): string {
  const plain = unfolded(lines).flatMap((line) =>
    line.trim() === "" || BYTES.test(line) || BASE64.test(line) ? [] : [plainLine(line)],
  );
  return ["BEGIN:VCARD", ...plain, "END:VCARD"].join("\r\n");
}

/** Joins lines folded by a leading space or by the trailing = of quoted-printable. */
function unfolded(lines: readonly string[]): string[] {
  const whole: { pieces: string[]; isQuoted: boolean; isOpen: boolean; isBase64: boolean }[] = [];
  for (const line of lines) {
    const last = whole.at(-1);
    if (last?.isOpen || (last && /^[ \t]/.test(line))) {
      const more = last.isOpen ? line : line.slice(1);
      last.isOpen = last.isQuoted && more.endsWith("=");
      last.pieces.push(last.isOpen ? more.slice(0, -1) : more);
      continue;
    }
    // Version 2.1 folds base64 without a space. A base64 line has no colon.
    if (last?.isBase64 && !line.includes(":")) continue;
    const isQuoted = QUOTED.test(line.split(":", 1)[0] ?? "");
    const isOpen = isQuoted && line.endsWith("=");
    whole.push({
      pieces: [isOpen ? line.slice(0, -1) : line],
      isQuoted,
      isOpen,
      isBase64: BASE64.test(line),
    });
  }
  return whole.map(({ pieces }) => pieces.join(""));
}

function plainLine(line: string): string {
  // A quoted parameter may contain a colon.
  const head = /^(?:[^":]|"[^"]*")*(?=:)/.exec(line)?.[0];
  if (head === undefined) return line;
  const value = line.slice(head.length + 1);
  const [name = "", ...params] = head.match(/(?:[^";]|"[^"]*")+/g) ?? [];
  const types = params.filter((param) => !param.includes("=") && !/^QUOTED-PRINTABLE$/i.test(param));
  const named = params.filter((param) => param.includes("=") && !/^(ENCODING|CHARSET)=/i.test(param));
  const all = [name, ...named, ...(types.length > 0 ? [`TYPE=${types.join(",")}`] : [])].join(";");
  if (!QUOTED.test(head)) return `${all}:${value}`;
  const charset = params.find((param) => /^CHARSET=/i.test(param))?.slice("CHARSET=".length);
  return `${all}:${escaped(decoded(value, charset))}`;
}

/**
 * Decodes quoted-printable bytes (`=C3=A9`) from `charset`, by default from UTF-8, or else from Windows-1252.
 * Leaves characters beyond ASCII, which are already decoded.
 */
function decoded(value: string, charset?: string): string {
  return value.replace(/[\0-\x7f]+/g, (piece) => {
    const bytes = Uint8Array.from(
      piece
        .split(/(=[\da-f]{2})/i)
        .flatMap((part) =>
          /^=[\da-f]{2}$/i.test(part) ? [Number.parseInt(part.slice(1), 16)] : [...Buffer.from(part)],
        ),
    );
    if (charset !== undefined) return decodedAs(bytes, charset);
    const text = decodedAs(bytes, "utf-8");
    return text.includes("\ufffd") ? decodedAs(bytes, "windows-1252") : text;
  });
}

/** A semicolon separates fields in every version, a comma only in 3.0 and 4.0. */
const escaped = (text: string) => text.replace(/\r\n|\n|\r/g, "\\n").replace(/(?<!\\),/g, "\\,");
