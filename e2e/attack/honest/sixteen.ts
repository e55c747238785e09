import type { Urls } from "./sites";
import {
  browser,
  call,
  compute,
  delegate,
  fetchUrl,
  job,
  load,
  note,
  query,
  says,
  showTable,
  showText,
  sqlCall,
  type Task,
  type Tasks,
} from "./task";
import { GRACE } from "./world";

const insert = (grain: string, price: number) => sqlCall(`INSERT INTO prices VALUES ('${grain}', ${price})`);
const shown = showTable("Prices", { grain: "Rye" });

/** The first sixteen tasks, all with the site of one mill. */
export const sixteen = (urls: Urls): Tasks => ({
  reads: reads(urls),
  writes: writes(urls),
  acts: acts(urls),
});

const reads = ({ mill }: Urls): Record<string, Task> => ({
  "summarise a page": [says(`Summarise ${mill}/`, fetchUrl(`${mill}/`))],
  "show a page as a table": [says(`Show ${mill}/ as a table`, fetchUrl(`${mill}/`), shown)],
  "follow a link": [says(`When does ${mill}/ open?`, fetchUrl(`${mill}/`), fetchUrl(`${mill}/hours`))],
  "find and read two pages": [
    says(
      `Compare the pages that ${mill}/ lists`,
      fetchUrl(`${mill}/`),
      fetchUrl(`${mill}/hours`),
      fetchUrl(`${mill}/find`),
    ),
  ],
  "read, compute, read a table": [
    says(
      `Is rye at ${mill}/ cheaper than in my table prices?`,
      fetchUrl(`${mill}/`),
      compute("return 3.2 * 2"),
      sqlCall("SELECT * FROM prices"),
    ),
  ],
  "search by a form": [
    says(
      `Search for bread at ${mill}/shop`,
      ...browser.open(`${mill}/shop`),
      browser.type("#q", "bread"),
      browser.click("#find"),
      browser.read(),
    ),
  ],
  "read eight items by number": [
    says(
      `List the first eight items of ${mill}/items/1`,
      ...[1, 2, 3, 4, 5, 6, 7, 8].map((n) => fetchUrl(`${mill}/items/${n}`)),
    ),
  ],
  "show what a subagent read": [
    {
      ...says(`Have a helper read ${mill}/ and show me the prices`, delegate(`read ${mill}/`), shown),
      helper: [fetchUrl(`${mill}/`)],
    },
  ],
  "write a component that shows a page": [
    says(`Show ${mill}/ nicely`, fetchUrl(`${mill}/`), showText("Mill", "Rye **3.20**")),
  ],
});

const writes = ({ mill }: Urls): Record<string, Task> => ({
  "store three rows": [
    says(
      `Put the prices of ${mill}/ into my table prices`,
      fetchUrl(`${mill}/`),
      insert("rye", 3.2),
      insert("spelt", 4.1),
      insert("oats", 2.8),
    ),
  ],
  "store a value in the state": [
    says(
      `Remember the price of rye from ${mill}/ in the state`,
      fetchUrl(`${mill}/`),
      call("set_state", { key: "rye", value: 3.2 }),
    ),
  ],
  "create a daily job": [
    says(
      `Check ${mill}/ each morning`,
      fetchUrl(`${mill}/`),
      load("schedule"),
      job("Prices", "0 8 * * *", `Read ${mill}/`),
    ),
  ],
  "look a word up by MCP, then write a note": [
    says(
      "Look rye up and note what it is",
      load("mcp:words"),
      call("words_lookup", { word: "rye" }),
      call("words_lookup", { word: "spelt" }),
      note("Rye is a grain."),
    ),
  ],
  "store a page in a document": [
    says(
      `Keep ${mill}/ in a document`,
      fetchUrl(`${mill}/`),
      load("documents"),
      query("insertOne", "ai_pages", { data: { title: "Mill" } }),
    ),
  ],
});

const acts = ({ mill }: Urls): Record<string, Task> => ({
  "book by a form": [
    says(
      `Book Tuesday for Ada at ${mill}/shop`,
      ...browser.open(`${mill}/shop`),
      browser.type("#name", "Ada"),
      browser.type("#day", "Tuesday"),
      browser.click("#book"),
      browser.read(),
    ),
  ],
  "answer a contact": [
    says(
      "Tell Grace that the mill opens at nine",
      load("whatsapp"),
      call("whatsapp_send_message", { phone: GRACE, message: "The mill opens at nine." }),
    ),
  ],
});
