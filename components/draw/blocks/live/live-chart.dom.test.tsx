import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { FakeServer, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { scrollToEnd } from "@/components/client/testing/setup";
import type { Ask } from "../props";
import { fakeEvents, tellTables } from "../testing/events";
import { LiveChart } from "./live-chart";
// Loaded in advance, so that the first test does not wait for the lazy import.
import "../table/table-grid";

const QUERY = "POST /api/database/query";
const result = (rows: unknown[][], rest: object = {}) => ({
  ...{ columns: ["day", "sold"], rows, row_count: rows.length, truncated: false, reads: ["loaves"] },
  ...rest,
});

let count = 0;
function draw(server: FakeServer, ask: Ask = { state: "answered", title: "Sales" }) {
  const data = { sql: "select day, sold from loaves where sold > ?", params: [++count, "a", null] };
  drawPage(<LiveChart block={{ type: "chart", chartType: "bar", data, title: "Loaves" }} ask={ask} />, {
    server,
  });
  scrollToEnd();
}
const asTable = async () => {
  fireEvent.click(await screen.findByRole("button", { name: "Show as table" }));
  await screen.findByRole("columnheader", { name: /sold/ });
};

beforeEach(() => {
  fakeEvents();
  HTMLElement.prototype.scrollIntoView = () => {};
});

it("a live chart draws the result of its query and follows the database", async () => {
  const rows: unknown[][] = [["Tue", 3]];
  draw(new FakeServer().on(QUERY, () => result(rows)));
  await asTable();
  screen.getByRole("cell", { name: "Tue" });
  rows.push(["Wed", 8]);
  tellTables("loaves");
  await screen.findByRole("cell", { name: "Wed" });
});

it("a live chart shows that the rows are truncated", async () => {
  draw(
    new FakeServer().on(QUERY, () =>
      result(
        [
          ["Tue", 3],
          ["Wed", 4],
        ],
        { truncated: true },
      ),
    ),
  );
  await screen.findByText("The first 2 rows");
});

it("a live chart shows a message without rows, and draws rows that arrive later", async () => {
  const rows: unknown[][] = [];
  draw(new FakeServer().on(QUERY, () => result(rows)));
  await screen.findByText(/No rows yet/);
  rows.push(["Tue", 3]);
  tellTables("loaves");
  await screen.findByRole("button", { name: "Show as table" });
  expect(screen.queryByText(/no rows yet/)).toBeNull();
});

it("a live chart explains which columns its query must return", async () => {
  draw(new FakeServer().on(QUERY, () => result([["Tue", "<b>many</b>"]])));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toMatch(
    /^The query does not fit a bar chart: its column 2, "sold", does not contain numbers\. Return /,
  );
  expect(screen.queryByRole("button", { name: "Show as table" })).toBeNull();
});

it("a live chart stays if a later read fails, with the error and a retry button", async () => {
  const server = new FakeServer().on(QUERY, () => result([["Tue", 3]]));
  draw(server);
  await asTable();
  server.on(QUERY, () => refusal(422, "There is no column sold. Look at the schema."));
  tellTables("loaves");
  await screen.findByText("Query failed: There is no column sold.");
  screen.getByRole("cell", { name: "Tue" });
  server.on(QUERY, () => result([["Thu", 5]]));
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("cell", { name: "Thu" });
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});

it("a live chart shows the query and its parameters in a popover", async () => {
  draw(new FakeServer().on(QUERY, () => result([["Tue", 3]])));
  fireEvent.click(await screen.findByRole("button", { name: "Live" }));
  await screen.findByText("Updates after every change.");
  screen.getByText(`With ${count}, a, NULL`);
});
