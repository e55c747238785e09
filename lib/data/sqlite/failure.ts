import { type Died, isDied } from "@/lib/ground/processes/confined";
import { AppError, isAppError } from "@/lib/shared/errors";
import { isRefused, type SqlError } from "./protocol";

/** Advice for errors with the generic code ERROR (1), whose cause only the message tells. */
const REMEDIES: [RegExp, string][] = [
  [
    /^no such table/,
    "db_schema lists the tables; temporary ones exist only during the call that created them.",
  ],
  [/^(no such column|table .* has no column)/, "db_schema lists the columns; a string needs single quotes."],
  [/^near "|syntax error|incomplete input/, "Use SQLite's SQL."],
  [/^no such module/, "The only virtual tables are fts5."],
];

const TAKEN = "INSERT … ON CONFLICT handles a row that already exists.";
/** Advice by SQLite's extended error codes for constraints: FOREIGNKEY, PRIMARYKEY, UNIQUE and ROWID. */
const CONSTRAINTS: Record<number, string> = {
  787: "The referenced row must exist.",
  1555: TAKEN,
  2067: TAKEN,
  2579: TAKEN,
};

const ERROR = 1;
const BUSY = 5;
const LOCKED = 6;
const NOMEM = 7;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const TOOBIG = 18;
const NOTADB = 26;

/**
 * Converts a database error to an AppError that tells the model or the user what to do. Other errors are
 * returned unchanged.
 */
export function sqlFailureOf(error: unknown): unknown {
  if (isRefused(error)) return refusal(error.error);
  return isDied(error) ? ending(error) : error;
}

export function isDamaged(error: unknown): boolean {
  const cause = isAppError(error) ? error.cause : error;
  if (isDied(cause)) return cause.code === "damaged";
  const code = isRefused(cause) ? cause.error.code : null;
  return typeof code === "number" && [CORRUPT, NOTADB].includes(code & 255);
}

function refusal({ message, code, at, disk }: SqlError): AppError {
  const where = at === null ? "" : `Statement ${at}: `;
  const undone = at === null ? "" : " All statements were rolled back.";
  const primary = typeof code === "number" ? code & 255 : code;
  if (primary === BUSY || primary === LOCKED) {
    return new AppError("unavailable", "Another server is writing to this database. Try again in a moment.");
  }
  if (primary === CORRUPT || primary === NOTADB) return damaged(message);
  if (disk) return ofDisk(disk);
  if (primary === IOERR) return unreadable(message);
  const text = /[.!?]$/.test(message) ? message : `${message}.`;
  return new AppError("invalid", `${where}${text}${remedy(message, code)}${undone}`);
}

function remedy(message: string, code: SqlError["code"]): string {
  const primary = typeof code === "number" ? code & 255 : code;
  if (primary === FULL) {
    return " The database holds at most 100 MB: delete unneeded rows (freed space is reused), or store less.";
  }
  if (primary === TOOBIG) return " A value or a row can be at most 20 MB, SQL at most 1 MB.";
  if (primary === NOMEM) return " Work on fewer rows at a time.";
  const byCode = typeof code === "number" ? CONSTRAINTS[code] : undefined;
  const help =
    byCode ?? (primary === ERROR ? REMEDIES.find(([pattern]) => pattern.test(message))?.[1] : undefined);
  return help ? ` ${help}` : "";
}

function ending({ how, message, code }: Died): AppError {
  switch (how) {
    case "time":
      return invalid(
        "The call exceeded 5 s and was stopped; nothing was changed. Read fewer rows, add an index, or check for an endless join or recursion.",
      );
    case "memory":
      return invalid(
        "The call took too much memory and was stopped; nothing was changed. Work on fewer or smaller rows at a time.",
      );
    case "temporary":
      return invalid(
        "The call needed more than 256 MB for sorting or temporary tables and was stopped; nothing was changed. Sort or join fewer rows at a time.",
      );
    case "broken":
    case "silence":
      if (code === "damaged") return damaged(message);
      if (code === "full" || code === "readonly") return ofDisk(code);
      return new AppError("unavailable", `The database cannot be opened on this machine (${message}).`);
    default:
      return new AppError(
        "unavailable",
        "The database process stopped, so the change may have taken effect. Check before you repeat it.",
      );
  }
}

export const ofDisk = (disk: "full" | "readonly"): AppError =>
  new AppError(
    "unavailable",
    disk === "full"
      ? "The database's disk is full, so nothing was changed. The user must free disk space; the database itself has space left."
      : "The database's folder cannot be written, so nothing was changed. The user must make EASEL_DATA_DIR writable for the server.",
  );

const unreadable = (message: string) =>
  new AppError(
    "unavailable",
    `The disk failed while the database was used (${message}); nothing was changed.`,
  );

const damaged = (message: string) =>
  new AppError(
    "unavailable",
    `The database's file is damaged (${message}). The user can restore an earlier copy from History.`,
  );

const invalid = (message: string) => new AppError("invalid", message);
