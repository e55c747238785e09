import { fromCell } from "./cells.mjs";
import { followMarks } from "./origins.mjs";

const quoted = (name) => `"${name.replaceAll('"', '""')}"`;

export function prepareLoad(database, { table, columns, create, origins, by }) {
  const { db } = database;
  database.beginTransaction("any");
  const following = followMarks(database);
  if (create) db.prepare(create).run();
  const names = columns.map(quoted).join(", ");
  const insert = db.prepare(
    `INSERT INTO ${quoted(table)} (${names}) VALUES (${columns.map(() => "?").join(", ")})`,
  );
  let count = 0;
  return {
    rows(rows) {
      for (const row of rows) {
        if (row.length !== columns.length) {
          throw new Error(`Row ${count + 1} has ${row.length} values for ${columns.length} columns`);
        }
        insert.run(...row.map(fromCell));
        count++;
      }
      return count;
    },
    end() {
      following.write(origins);
      const added = { verb: "add", table, rows: count, more: 0 };
      const acts = create ? [{ verb: "create", table, rows: 0, more: 0 }, added] : [added];
      const change = database.commit({ by, acts });
      return { count, writes: [...database.seen.writes], acts, change };
    },
  };
}
