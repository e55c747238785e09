const SECRET_NAME = /(^|_)(KEY|SECRET|PASSWORD|PASSWD|TOKEN|CREDENTIALS?)(_|$)/i;
// Minimum length of a secret that is redacted. Redacting shorter values would hide ordinary words.
const SHORTEST = 4;
const HIDDEN = "[hidden]";

const SHAPES: [RegExp, string][] = [
  [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${HIDDEN}`],
  [/(\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@]*:)[^\s/@]+(?=@)/gi, `$1${HIDDEN}`],
  // Paths that give access without a session to anyone who knows them.
  [/(\/(?:hooks|calendar|invite)\/)[\w-]{16,}/g, `$1${HIDDEN}`],
  [/\b(sk|pk|rk|xox[a-z]|gh[a-z])[-_][\w-]{16,}/g, HIDDEN],
];

/** Secrets entered at run time. They survive `closeAll`, so that the last log lines are redacted too. */
const ENTERED = Symbol.for("easel.secrets");
const MAX_ENTERED = 200;

function entered(): Set<string> {
  const scope = globalThis as typeof globalThis & { [ENTERED]?: Set<string> };
  scope[ENTERED] ??= new Set();
  return scope[ENTERED];
}

/** Makes `redact` hide this secret. Only the last MAX_ENTERED are kept. */
export function hideSecret(secret: string): void {
  const all = entered();
  all.delete(secret);
  all.add(secret);
  const [oldest] = all;
  if (all.size > MAX_ENTERED && oldest !== undefined) all.delete(oldest);
}

/** For tests, whose files share a process. */
export const forgetSecrets = () => entered().clear();

/** Returns `text` without this process's secrets and anything that looks like one. */
export function redact(text: string, source: Record<string, string | undefined> = process.env): string {
  const plain = secrets(source).reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text);
  return SHAPES.reduce((rest, [shape, replacement]) => rest.replace(shape, replacement), plain);
}

/** Longest first, so that a secret containing another one is hidden completely. */
function secrets(source: Record<string, string | undefined>): string[] {
  const found = Object.entries(source).flatMap(([name, value = ""]) =>
    SECRET_NAME.test(name) ? spellings(value) : passwordsIn(value),
  );
  const all = [...found, ...[...entered()].flatMap(spellings)];
  return [...new Set(all)].filter((value) => value.length >= SHORTEST).sort((a, b) => b.length - a.length);
}

const spellings = (value: string) => [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)];

function passwordsIn(value: string): string[] {
  if (!value.includes("://") || !URL.canParse(value)) return [];
  const { password } = new URL(value);
  return [password, ...spellings(safeDecode(password))];
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
