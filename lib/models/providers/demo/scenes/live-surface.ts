import { z } from "zod";
import { canvasClosing, paint, type Scene } from "../scene";
import { resultOfCall, type Transcript } from "../transcript";
import { type Requested, requestedCall } from "../turn";
import { sales } from "./sales-data";

const TABLE = "demo_bakes";
const DAYS = ["2026-10-05", "2026-10-06", "2026-10-07", "2026-10-08", "2026-10-09", "2026-10-10"];
const PRODUCTS = ["Rye loaf", "White loaf", "Croissant", "Cinnamon bun"];

export const liveSurface: Scene = {
  title: "Change a number and watch",
  about: /\b(live|database|sql\w*|spreadsheet|follow\w*|editable)\b/,

  play: (transcript) => {
    if (resultOfCall(transcript, "db_sql") === undefined)
      return {
        text: "I store six days of a bakery's sales in my own database.",
        calls: [fill()],
      };
    if (!canvasClosing(transcript))
      return {
        text: "The chart and the table below read from that database, so they update without me. Change a number under **Sold**: Enter or a double click starts editing, Ctrl+Z undoes it. Then press **Done**.",
        calls: [show()],
      };
    if (resultOfCall(transcript, "db_sql", 1) === undefined)
      return { text: "I ask the database what it holds now.", calls: [ask()] };
    return { text: summary(transcript) };
  },
};

/** Inserts the example rows. Rows that already exist keep the user's changes. */
function fill(): Requested {
  const rows = sales
    .filter(({ date, product }) => DAYS.includes(date) && PRODUCTS.includes(product))
    .map(({ date, product, baked, sold }) => `('${date}', '${product}', ${baked}, ${sold})`);
  return requestedCall("db_sql", {
    sql: `CREATE TABLE IF NOT EXISTS ${TABLE} (day TEXT, product TEXT, baked INTEGER, sold INTEGER);
INSERT INTO ${TABLE} SELECT * FROM (VALUES ${rows.join(", ")}) WHERE NOT EXISTS (SELECT 1 FROM ${TABLE});`,
  });
}

function show(): Requested {
  return paint({
    title: "Six days, live",
    blocks: [
      {
        type: "chart",
        chartType: "bar",
        title: "Sold and left over",
        unit: "pieces",
        stacked: true,
        data: {
          sql: `SELECT product, sum(sold) AS Sold, sum(baked - sold) AS "Left over" FROM ${TABLE} GROUP BY product ORDER BY 2 DESC`,
        },
      },
      {
        type: "table",
        editable: true,
        data: {
          sql: `SELECT day AS Day, product AS Product, baked AS Baked, sold AS Sold, baked - sold AS "Left" FROM ${TABLE}`,
        },
      },
    ],
  });
}

const ask = (): Requested =>
  requestedCall("db_sql", { sql: `SELECT sum(sold) AS sold, sum(baked) AS baked FROM ${TABLE}` });

const totals = z.object({ rows: z.tuple([z.tuple([z.number(), z.number()])]) });

function summary(transcript: Transcript): string {
  const read = totals.safeParse(resultOfCall(transcript, "db_sql", 1)).data;
  if (!read) return "The table now has no sum, because a cell is empty. It stays as you left it.";
  const [[sold, baked]] = read.rows;
  return `**${sold.toLocaleString("en")}** of ${baked.toLocaleString("en")} pieces were sold, according to the current table. The rows stay in the database, and a pinned surface stays up to date. Or run SQL by hand: \`/db_sql {"sql": "SELECT * FROM ${TABLE}"}\``;
}
