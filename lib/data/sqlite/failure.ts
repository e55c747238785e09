import { type Died, isDied } from "@/lib/ground/processes/confined";
import { AppError, isAppError } from "@/lib/shared/errors";
import { isRefused, type SqlError } from "./protocol";

/** Errors with the generic code ERROR (1), which only their message distinguishes. */
const HELP: [RegExp, string][] = [
  [
    /^no such table/,
    "db_schema lists the tables that there are; temporary ones end with the call that made them.",
  ],
  [
    /^(no such column|table .* has no column)/,
    "db_schema lists the columns; a text stands in single quotes.",
  ],
  [/^near "|syntax error|incomplete input/, "This is SQLite's SQL."],
  [/^no such module/, "Of virtual tables there is only fts5."],
];

const TAKEN = "INSERT … ON CONFLICT says what to do with a row that is there already.";
/** Advice by SQLite's extended constraint codes FOREIGNKEY, PRIMARYKEY, UNIQUE and ROWID. */
const CONSTRAINTS: Record<number, string> = {
  787: "The row that is pointed to must be there.",
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
  const undone = at === null ? "" : " Nothing of what was sent was kept.";
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
    return " The database holds at most 100 MB: delete what is not needed (freed space is used again), or keep less.";
  }
  if (primary === TOOBIG) return " A value or a row holds at most 20 MB, and SQL 1 MB.";
  if (primary === NOMEM) return " Work on fewer rows at a time.";
  const byCode = typeof code === "number" ? CONSTRAINTS[code] : undefined;
  const help =
    byCode ?? (primary === ERROR ? HELP.find(([pattern]) => pattern.test(message))?.[1] : undefined);
  return help ? ` ${help}` : "";
}

function ending({ how, message, code }: Died): AppError {
  switch (how) {
    case "time":
      return invalid(
        "It was not done after 5 s and was stopped; nothing of it was kept. Read fewer rows, add an index, or check a join or a recursion that does not end.",
      );
    case "memory":
      return invalid(
        "It took too much memory and was stopped; nothing of it was kept. Work on fewer or smaller rows at a time.",
      );
    case "temporary":
      return invalid(
        "It needed more than 256 MB for sorting or temporary tables and was stopped; nothing of it was kept. Sort or join fewer rows at a time.",
      );
    case "broken":
    case "silence":
      if (code === "damaged") return damaged(message);
      if (code === "full" || code === "readonly") return ofDisk(code);
      return new AppError("unavailable", `The database cannot be opened on this machine (${message}).`);
    default:
      return new AppError(
        "unavailable",
        "The process of the database ended meanwhile. Whether the change was kept is not known: look before you repeat it.",
      );
  }
}

export const ofDisk = (disk: "full" | "readonly"): AppError =>
  new AppError(
    "unavailable",
    disk === "full"
      ? "The disk that the database lies on is full, so nothing was changed. The person has to make room on it; the database itself still has some."
      : "The folder that the database lies in cannot be written, so nothing was changed. The person has to make EASEL_DATA_DIR writable for the server.",
  );

const unreadable = (message: string) =>
  new AppError(
    "unavailable",
    `The disk failed while the database was used (${message}); nothing was changed.`,
  );

const damaged = (message: string) =>
  new AppError(
    "unavailable",
    `The database's file is damaged (${message}). The person can put back an earlier copy from History.`,
  );

const invalid = (message: string) => new AppError("invalid", message);
