import { expect, it } from "vitest";
import { agent, conversation, painted, written } from "./testing";

const sql = "SELECT product, sold FROM sales WHERE sold < 9";
const text = (page: string) => page.replace(/<[^>]*>/g, "");
const live = conversation([
  agent(
    painted({
      blocks: [
        { type: "table", data: { sql }, editable: true },
        { type: "chart", chartType: "bar", data: { sql } },
      ],
    }),
  ),
]);

it("an exported file renders live blocks with their current rows and their query", async () => {
  const page = await written(live, {
    query: async () => ({
      columns: ["product", "sold"],
      rows: [
        ["<Rye>", { $integer: "9007199254740993" }],
        ["Croissant", 4],
      ],
      truncated: false,
    }),
  });
  expect(page).toContain("&lt;Rye&gt;");
  expect(page).toContain("9007199254740993");
  expect(page).toContain("<svg");
  expect(page.match(/of this query at export/g)).toHaveLength(2);
  expect(text(page)).toContain("sold &lt; 9");
});

it("an exported file shows the query of a live block if reading it fails", async () => {
  const page = await written(live);
  expect(page.match(/Query failed at export/g)).toHaveLength(2);
  expect(text(page)).toContain("sold &lt; 9");
});
