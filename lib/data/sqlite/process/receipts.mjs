import { DEFINITIONS, hasTable, RECEIPTS_TABLE } from "./reserved.mjs";

/*
 * Receipts: the results of writes that name themselves. The transaction of the write stores them, so a receipt exists exactly
 * if the write was committed, and a write that is sent again returns its first results.
 */

/** Returns the results of a write; undefined if it was never committed. */
export const readReceipt = (database, id) => database.own(({ db }) => receiptIn(db, id));

function receiptIn(db, id) {
  if (!hasTable(db, RECEIPTS_TABLE)) return undefined;
  const row = db.prepare(`SELECT results FROM ${RECEIPTS_TABLE} WHERE id = ?`).get(id);
  return row && JSON.parse(row[0]);
}

export const addReceipt = (database, id, results) =>
  database.own(({ db }) => {
    if (!hasTable(db, RECEIPTS_TABLE)) db.exec(DEFINITIONS[RECEIPTS_TABLE]);
    const plain = results.map(({ origins: _, ...result }) => result);
    db.prepare(`INSERT INTO ${RECEIPTS_TABLE} VALUES (?, ?, ?)`).run(id, Date.now(), JSON.stringify(plain));
  });

/** Returns the results of the writes with the ids that were committed. Deletes receipts of others from before a time. */
export function settleReceipts(database, { ids, before }) {
  const found = database.own(({ db }) => {
    if (!hasTable(db, RECEIPTS_TABLE)) return null;
    return ids.flatMap((id) => {
      const results = receiptIn(db, id);
      return results ? [{ id, results }] : [];
    });
  });
  if (!found) return [];
  const old = `FROM ${RECEIPTS_TABLE} WHERE at < ? AND id NOT IN (SELECT value FROM json_each(?))`;
  const which = [before, JSON.stringify(ids)];
  const [isOld] = database.own(({ db }) => db.prepare(`SELECT EXISTS (SELECT 1 ${old})`).get(...which));
  if (isOld) database.write(({ db }) => db.prepare(`DELETE ${old}`).run(...which));
  return found;
}
