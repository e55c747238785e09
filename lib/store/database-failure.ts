import { AppError } from "../shared/errors.ts";

const REASONS: [RegExp, string][] = [
  [/^(ENOTFOUND|EAI_AGAIN)$/, "there is no such host"],
  [/^(ECONNREFUSED|ENOENT)$/, "nothing listens there"],
  [/^(EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|CONNECT_TIMEOUT|CONNECTION_CLOSED)$/, "it does not answer"],
  [/^28/, "it refuses the user or the password"],
  [/^3D000$/, "it has no database of that name"],
  [/^42501$/, "the user may not create tables there"],
  [/^53300$/, "it has no connection left"],
];

export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** Explains in a sentence why a database cannot be used. Names the address, never the password. */
export function explainDatabase(error: unknown, url: string): AppError {
  if (error instanceof AppError) return error;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = errorCode(cause);
  const message = cause instanceof Error ? cause.message.split("\n")[0] : String(cause);
  const reason = REASONS.find(([pattern]) => pattern.test(code))?.[1] ?? message;
  return new AppError("unavailable", `The database ${place(url)} cannot be used: ${reason}.`, {
    cause: error,
  });
}

function place(url: string): string {
  if (!URL.canParse(url)) return "in DATABASE_URL";
  const { username, host, pathname, searchParams } = new URL(url);
  const user = username && ` (user ${decodeURIComponent(username)})`;
  return `${decodeURIComponent(pathname.slice(1))} at ${searchParams.get("host") ?? host}${user}`;
}
