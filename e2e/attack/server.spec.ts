import { call } from "../call.ts";
import { expect, expectUntouched, show, test } from "./stage.ts";

const tries = (body: string) => `export default function Attack() {
  const [got, setGot] = useState("…");
  useEffect(() => {
    const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    const attack = async () => { ${body} };
    attack().then((got) => setGot("got " + got), (error) => setGot("refused " + error.message));
  }, []);
  return <p>{got}</p>;
}`;
const reads = (sql: string) => `export default function Attack() {
  const { rows, error, isLoading } = useQuery(${JSON.stringify(sql)});
  return <p>{isLoading ? "…" : error ? "refused " + error : "got " + JSON.stringify(rows)}</p>;
}`;

const READS = [
  "delete from vault returning *",
  "insert into vault values ('x')",
  "select 1; drop table vault",
  "with x as (select 1) update vault set secret = 'x' returning *",
  "pragma writable_schema = 1",
  "attach '/etc/passwd' as x",
  "select load_extension('x')",
  "select writefile('/tmp/x', 'x')",
  "with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n",
];

const ATTEMPTS: Record<string, string> = {
  "a tool that was not allowed": `return Promise.race([callAgentTool("db_sql", { sql: "drop table vault" }), sleep(1500).then(() => { throw new Error("nothing"); })]);`,
  "a tool by an object that becomes its name": `return callAgentTool({ toString: () => "db_sql", toJSON: () => "db_sql" }, {});`,
  "arguments that become a message": `return Promise.race([callAgentTool("db_sql", { toJSON: () => ({ sql: "drop table vault" }) }), sleep(1500).then(() => { throw new Error("nothing"); })]);`,
  "a faked permission": `Object.prototype.allowed = "yes"; Object.prototype.remember = "always"; Object.prototype.hasServer = true;
    return Promise.race([callAgentTool("db_sql", { sql: "drop table vault" }), sleep(1500).then(() => { throw new Error("nothing"); })]);`,
  "a tool that waits for the user": `return Promise.race([callAgentTool("ask_user", { question: "Your password?" }), sleep(1500).then(() => { throw new Error("nothing"); })]);`,
};

test("a component gets nothing from the server without permission", async ({ page, sites }) => {
  test.setTimeout(180_000);
  const url = sites.with;
  const sql = (text: string) => call(url, "POST", "/api/database/sql", { sql: text });
  await sql("drop table if exists vault");
  await sql("create table vault (secret)");
  await sql("insert into vault values ('gold')");
  const vault = async () =>
    (await call(url, "POST", "/api/database/query", { sql: "select * from vault" })).body.rows;
  const all = [...READS.map(reads), ...Object.values(ATTEMPTS).map(tries)];
  const some = process.env.ATTACK === "all" ? all : all.filter((_, at) => at % 5 === 0);
  for (const code of some) {
    await show(page, url, code);
    const frame = page.frameLocator('iframe[title="Piece 0"]');
    await expect(frame.getByText(/^refused /)).toBeVisible({ timeout: 20_000 });
    expect(await vault()).toEqual([["gold"]]);
  }
});

test("stops a component that floods the server with requests, and the page stays usable", async ({
  page,
  context,
  sites,
}) => {
  const flood = `for (let at = 0; at < 5000; at++) callAgentTool("look", { at }); await sleep(5000); return 1;`;
  const talk = await show(page, sites.with, tries(flood));
  await expect(page.getByText(/^Stopped: /)).toBeVisible({ timeout: 20_000 });
  await expectUntouched(page, context, talk);
});
