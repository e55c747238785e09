import { decodedAs } from "@/lib/shared/text/text-encoding";

/** Binary properties, which contacts cannot hold. */
const BYTES = /^(?:[\w-]+\.)?(?:PHOTO|LOGO|SOUND|KEY)[;:]/i;
const BASE64 = /^[^:"]*;(?:ENCODING=)?(?:BASE64|B)[;:]/i;
const QUOTED = /[;=]QUOTED-PRINTABLE/i;

/**
 * Converts the lines between BEGIN and END to the syntax of versions 3.0 and 4.0. Rewrites the parameters
 * without a name and the quoted-printable text of version 2.1, and drops binary properties.
 */
export function plainCard(lines: readonly string[]): string {
  const plain = unfolded(lines).flatMap((line) =>
    line.trim() === "" || BYTES.test(line) || BASE64.test(line) ? [] : [plainLine(line)],
  );
  return ["BEGIN:VCARD", ...plain, "END:VCARD"].join("\r\n");
}

/**
 * Joins folded lines. A continuation starts with white space, or follows a line of quoted-printable text that
 * ends with `=`.
 */
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
 * Decodes quoted-printable bytes (`=C3=A9`) from `charset`. Without a charset, decodes from UTF-8, or from
 * Windows-1252 if the bytes are not valid UTF-8. Characters beyond ASCII are already decoded and stay
 * unchanged.
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

/**
 * Escapes commas, which separate fields only in versions 3.0 and 4.0. Semicolons separate fields in every
 * version and stay.
 */
const escaped = (text: string) => text.replace(/\r\n|\n|\r/g, "\\n").replace(/(?<!\\),/g, "\\,");
