import { Talk } from "./api.ts";
import { call } from "./call.ts";
import { expect, test } from "./fixtures.ts";
import { FRAME, Workspace } from "./page.ts";

const CODE = `export default function Packing() {
  const packing = useTable("packing", { orderBy: "id" });
  const { rows: [sum] } = useQuery("select count(*) as n from packing where done = ?", [1]);
  const [said, setSaid] = useState("");
  const weigh = (thing) => callAgentTool("weigh", { thing }).then((grams) => setSaid(thing + ": " + grams + " g"), (error) => setSaid(error.message));
  return (
    <div className="flex flex-col gap-2">
      <p>Packed {sum ? sum.n : "…"} of {packing.rows.length}</p>
      {packing.rows.map((row) => (
        <div key={row.id} className="flex items-center gap-2">
          <span>{row.thing} {row.done ? "is packed" : "is missing"}</span>
          <Button onClick={() => packing.edit(row, { done: 1 }).catch((error) => setSaid(error.message))}>Pack {row.thing}</Button>
          <Button onClick={() => weigh(row.thing)}>Weigh {row.thing}</Button>
        </div>
      ))}
      <Button disabled={!packing.canUndo} onClick={packing.undo}>Undo</Button>
      <p>{said}</p>
    </div>
  );
}`;

const TOOL = {
  name: "weigh",
  description: "Weighs a thing",
  parameter_schema: { type: "object", properties: { thing: { type: "string" } } },
  code: "return args.thing.length * 100;",
};
const TABLE = [
  "drop table if exists packing",
  "create table packing (id integer primary key, thing text, done integer default 0)",
  "insert into packing (thing) values ('tent'), ('rope')",
];

test("a component reads the database, follows changes, edits a row, undoes it, and uses a tool after approval", {
  tag: ["@once", "@long"],
}, async ({ page, easel: server }) => {
  const sql = (text: string) => call(server.url, "POST", "/api/database/sql", { sql: text });
  for (const text of TABLE) await sql(text);
  await call(server.url, "POST", "/api/agent-tools", TOOL);
  const talk = new Talk(server.url);
  await talk.say("Pack with me", { tool: "render_and_wait", input: { code: CODE, title: "Packing" } });
  await talk.until("waiting");
  const rows = async () =>
    (
      await call(server.url, "POST", "/api/database/query", {
        sql: "select thing, done from packing order by id",
      })
    ).body.rows;
  const easel = await Workspace.open(page, `/chat/${talk.id}`);
  await easel.canvas();
  const surface = easel.sheet("Packing");
  const frame = surface.frameLocator(FRAME);
  await expect(frame.getByText("Packed 0 of 2")).toBeVisible();

  await sql("insert into packing (thing) values ('map')");
  await expect(frame.getByText("Packed 0 of 3")).toBeVisible();

  const asks = surface.getByRole("region", { name: "Allow this component to do this?" });
  await frame.getByRole("button", { name: "Pack tent" }).click();
  await expect(asks.getByRole("listitem")).toHaveText(["change the table packing", "use the tool weigh"]);
  await easel.accessible();
  expect(await rows()).toEqual([
    ["tent", 0],
    ["rope", 0],
    ["map", 0],
  ]);
  await asks.getByRole("button", { name: "Allow", exact: true }).click();
  await expect(frame.getByText("tent is packed")).toBeVisible();
  await expect(frame.getByText("Packed 1 of 3")).toBeVisible();
  await expect.poll(rows).toEqual([
    ["tent", 1],
    ["rope", 0],
    ["map", 0],
  ]);
  await frame.getByRole("button", { name: "Undo" }).click();
  await expect(frame.getByText("Packed 0 of 3")).toBeVisible();
  await expect.poll(rows).toEqual([
    ["tent", 0],
    ["rope", 0],
    ["map", 0],
  ]);

  await call(server.url, "PATCH", "/api/tools/weigh", { policy: "ask" });
  await frame.getByRole("button", { name: "Weigh rope" }).click();
  const question = surface.getByRole("region", { name: "Allow using “weigh”?" });
  await expect(question).toContainText('"thing": "rope"');
  await question.getByRole("button", { name: "Allow", exact: true }).click();
  await expect(frame.getByText("rope: 400 g")).toBeVisible();

  await page.reload();
  await easel.canvas();
  await expect(
    surface.getByText("May read the database, change the table packing, and use the tool weigh"),
  ).toBeVisible();
  await frame.getByRole("button", { name: "Pack rope" }).click();
  await expect(frame.getByText("Packed 1 of 3")).toBeVisible();
  await expect.poll(rows).toEqual([
    ["tent", 0],
    ["rope", 1],
    ["map", 0],
  ]);

  await surface.getByRole("button", { name: "May read the database" }).click();
  await page.getByRole("button", { name: "Revoke: change the table packing" }).click();
  await expect(page.getByRole("button", { name: "Allow: change the table packing" })).toBeVisible();
  await page.keyboard.press("Escape");
  await frame.getByRole("button", { name: "Pack map" }).click();
  await asks.getByRole("button", { name: "Don’t allow" }).click();
  await expect(frame.getByText("The user did not allow it.")).toBeVisible();
  expect(await rows()).toEqual([
    ["tent", 0],
    ["rope", 1],
    ["map", 0],
  ]);
});
