/** Fewer rows than that can be told again. */
const FEW = 20;

/** Whether a statement takes away a table, a view or a column. */
export const loses = ({ seen }, verb, keywords) =>
  seen.drops || (verb === "alter" && /\bdrop\b/i.test(keywords));

/** Whether a statement, which has run but is not committed, took away or overwrote all rows of a table or half of many. */
export function needsCopy(database, keywords) {
  const { target } = database.seen;
  if (!target || !/\b(delete|update|replace)\b/i.test(keywords)) return false;
  return database.own(({ db }) => {
    const [[changed]] = db.prepare("SELECT changes()").all();
    if (changed === 0n) return false;
    if (/^\W*(delete|update)\b/i.test(keywords) && !/\bwhere\b/i.test(keywords)) return true;
    if (changed < FEW || !isTable(db, target)) return false;
    const most = /\bdelete\b/i.test(keywords) ? changed : 2n * changed;
    const name = `"${target.replaceAll('"', '""')}"`;
    const [[rows]] = db.prepare(`SELECT count(*) FROM (SELECT 1 FROM ${name} LIMIT ?)`).all(most + 1n);
    return rows <= most;
  });
}

const isTable = (db, name) =>
  db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").all(name).length > 0;
