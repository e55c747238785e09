import type { BrowserContext, Page } from "@playwright/test";
import { Talk } from "./api.ts";
import { call } from "./call.ts";
import { expect, test } from "./fixtures.ts";
import { sound } from "./looks.ts";
import { type Host, startHosts } from "./mcp/hosts/server.ts";
import { FRAME, Workspace } from "./page.ts";

/* Rows, state, tools and answers of a component that another program shows (MCP Apps). */

const TRIPS = `import { callAgentTool, callTool, useAgentState, useTable } from "easel";
export default function Trips({ title = "Trips" }) {
  const trips = useTable("trips", { orderBy: "id" });
  const [filter, setFilter] = useAgentState("trip_filter", "all");
  const [said, setSaid] = useState("");
  const show = (error) => setSaid(error.message);
  return (
    <div className="flex flex-col gap-3">
      <h2 className="text-lg font-semibold">{title}: {trips.rows.length}, {filter}</h2>
      <ul>{trips.rows.map((row) => <li key={row.id}>{row.place}</li>)}</ul>
      <div className="flex gap-2">
        <Button onClick={() => trips.add({ place: "Oslo" }).catch(show)}>Add Oslo</Button>
        <Button variant="outline" onClick={() => setFilter("north")}>North</Button>
        <Button variant="outline" onClick={() => callAgentTool("weigh", { thing: "tent" }).then((grams) => setSaid(grams + " g"), show)}>Weigh</Button>
        <Button variant="outline" onClick={() => callTool("choose", { place: "Rome" }).catch(show)}>Choose</Button>
      </div>
      <p>{said}</p>
    </div>
  );
}`;
const WEIGH = {
  name: "weigh",
  description: "Weighs a thing",
  parameter_schema: { type: "object", properties: { thing: { type: "string" } } },
  code: "return args.thing.length * 100;",
};
const TOOL = "Show_Trips";

let host: Host;
let token = "";
let tokenId = "";
test.beforeAll(async ({ easel: { url }, easel }) => {
  for (const sql of [
    "drop table if exists trips",
    "create table trips (id integer primary key, place text)",
    "insert into trips (place) values ('Rome')",
  ])
    await call(url, "POST", "/api/database/sql", { sql });
  await call(url, "POST", "/api/agent-tools", WEIGH);
  const made = { name: "Trips", description: "Lists the trips", code: TRIPS, accept: true };
  expect((await call(url, "POST", "/api/components", made)).status).toBeLessThan(300);
  const { body } = await call(url, "POST", "/api/mcp/tokens", { name: "Studio" });
  [token, tokenId] = [body.token, body.id];
  host = await startHosts(easel, token);
});
test.afterAll(() => host?.close());

const inside = (page: Page) => page.frameLocator("iframe").frameLocator("iframe");
/** Grants what the component needs on its page, to which a refusal leads. */
async function permit(context: BrowserContext, address: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(address);
  await page.getByRole("button", { name: "May read the database" }).click();
  for (const label of ["change the table trips", "use the tool weigh"]) {
    const allow = page.getByRole("button", { name: `Allow: ${label}` });
    const revoke = page.getByRole("button", { name: `Revoke: ${label}` });
    await expect(allow.or(revoke)).toBeVisible();
    if (await allow.isVisible()) await allow.click();
    await expect(revoke).toBeVisible();
  }
  await sound(page);
  await page.close();
}

const places = async (url: string) =>
  (await call(url, "POST", "/api/database/query", { sql: "select place from trips order by id" })).body.rows;

test("a row that is added in another program is on the board at once, named in History, and restored there", {
  tag: ["@once", "@long"],
}, async ({ page, context, easel: { url } }) => {
  const { body: board } = await call(url, "POST", "/api/boards", { name: "Travel" });
  await call(url, "POST", `/api/boards/${board.id}/tiles`, {
    component: { name: "Trips", props: {} },
    w: 6,
    h: 6,
  });
  await page.goto(`/board/${board.id}`);
  const onBoard = page.getByRole("region", { name: "Trips", exact: true }).frameLocator(FRAME);
  await expect(onBoard.getByText("Trips: 1, all")).toBeVisible();

  const other = await context.newPage();
  await other.goto(host.page("bridge", TOOL, { title: "Summer" }, "dark"));
  const app = inside(other);
  await expect(app.getByText("Summer: 1, all")).toBeVisible();
  await app.getByRole("button", { name: "Add Oslo" }).click();
  const notice = app.getByRole("status").first();
  await expect(notice).toContainText("“Trips” may not change the table trips without your permission.");
  await notice.getByRole("button", { name: "Open Easel" }).click();
  await expect.poll(() => other.evaluate("seen.links.length")).toBe(1);
  const [{ url: address }] = (await other.evaluate("seen.links")) as [{ url: string }];
  expect(await places(url)).toEqual([["Rome"]]);

  await permit(context, address);

  await page.bringToFront();
  // The fastest of up to three rows, because a busy machine can delay one.
  let [rows, tookMs] = [1, Number.POSITIVE_INFINITY];
  while (tookMs >= 1_000 && rows < 4) {
    const before = Date.now();
    await app.getByRole("button", { name: "Add Oslo" }).dispatchEvent("click");
    rows++;
    await expect(onBoard.getByText(`Trips: ${rows}, all`)).toBeVisible({ timeout: 5_000 });
    tookMs = Math.min(tookMs, Date.now() - before);
  }
  test.info().annotations.push({ type: "on the board after", description: `${tookMs} ms` });
  expect(tookMs).toBeLessThan(1_000);

  await other.bringToFront();
  await app.getByRole("button", { name: "North" }).click();
  await expect(onBoard.getByText(`Trips: ${rows}, north`)).toBeVisible();
  await app.getByRole("button", { name: "Weigh" }).click();
  await expect(app.getByText("400 g")).toBeVisible();
  await call(url, "POST", "/api/database/sql", { sql: "insert into trips (place) values ('Bern')" });
  await expect(app.getByText(`Summer: ${rows + 1}, north`)).toBeVisible({ timeout: 5_000 });
  await app.getByRole("button", { name: "Choose" }).click();
  await expect.poll(() => other.evaluate("JSON.stringify(seen.messages)")).toContain("Trips: choose");

  const { body } = await call(url, "GET", "/api/history?kind=database&name=database");
  const copy = body.revisions.find(
    ({ cause }: { cause: { sheet?: { program?: string } } | null }) => cause?.sheet,
  );
  expect(copy.cause).toEqual({ sheet: { title: "Trips", program: "Studio" } });
  await page.goto(`/agent/history/${copy.id}`);
  await expect(page.getByText("in “Trips” in Studio").first()).toBeVisible();
  await page
    .getByRole("button", { name: /^Restore version/ })
    .first()
    .click();
  await expect.poll(() => places(url)).toEqual([["Rome"]]);
  await expect(app.getByText("Summer: 1, north")).toBeVisible({ timeout: 5_000 });
  await other.close();
});

test("Easel shows a component of another agent, which it reaches as an MCP server", {
  tag: ["@once", "@long"],
}, async ({ page, context, easel: { url } }) => {
  await permit(context, `${url}/agent/components/Trips`);
  const { id: agent } = (await call(url, "POST", "/api/agents", { name: "Guest" })).body;
  const named = { name: "Guest", tools: [TOOL] };
  const { body: limited } = await call(url, "POST", "/api/mcp/tokens", named);
  const added = await call(url, "POST", `/api/mcp?agent=${agent}`, {
    ...{ id: "home", title: "Home", url: `${url}/mcp` },
    headers: { Authorization: `Bearer ${limited.token}` },
  });
  expect(added.status).toBeLessThan(300);
  const status = async () => (await call(url, "GET", `/api/mcp/home?agent=${agent}`)).body.status;
  await expect.poll(status).toBe("connected");
  const talk = new Talk(url, agent);
  await talk.say(
    "Show the trips",
    { tool: "load_toolset", input: { id: "mcp:home" } },
    { tool: `home_${TOOL}`, input: { title: "From home" } },
    { text: "There they are." },
  );
  const easel = await Workspace.open(page, `/a/${agent}/chat/${talk.id}`);
  await easel.canvas();
  const app = page.locator("[data-slot=app] iframe").contentFrame().locator("iframe").contentFrame();
  await expect(app.getByText(/From home: \d, /)).toBeVisible();
  await app.getByRole("button", { name: "Add Oslo" }).click();
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  await expect.poll(async () => (await places(url)).length).toBe(2);
  await expect(app.getByText(/From home: 2, /)).toBeVisible({ timeout: 5_000 });
  await sound(page);
  await call(url, "DELETE", `/api/agents/${agent}`);
});

test("a document reaches no other tools, and says when its component or token is gone", {
  tag: ["@once", "@long"],
}, async ({ page, easel: { url } }) => {
  await page.goto(host.page("bridge", TOOL));
  const app = inside(page);
  await expect(app.getByText(/Trips: \d, /)).toBeVisible();
  const frame = page.frames().find((one) => one.parentFrame()?.parentFrame() === page.mainFrame());
  const reached = await frame?.evaluate(async () => {
    const tried: string[] = [];
    for (const name of ["parent", "opener", "frameElement"] as const) {
      try {
        const found = Reflect.get(globalThis, name) as {
          postMessage?: (message: object, to: string) => void;
        } | null;
        found?.postMessage?.(
          { jsonrpc: "2.0", id: 99, method: "tools/call", params: { name: "db_sql" } },
          "*",
        );
        if (found) tried.push(`${name} is there`);
      } catch (error) {
        tried.push(`${name}: ${(error as Error).message}`);
      }
    }
    const heard = await new Promise((resolve) => {
      addEventListener("message", ({ source }) => resolve(source !== null), { once: true });
      setTimeout(() => resolve(false), 300);
    });
    return {
      tried,
      heard,
      network: await fetch("https://example.com").then(
        () => "reached",
        () => "refused",
      ),
    };
  });
  expect(reached).toEqual({
    tried: [expect.stringContaining("parent: A component cannot access other windows.")],
    ...{ heard: false, network: "refused" },
  });
  const code = TRIPS.replace("gap-3", "gap-4");
  expect((await call(url, "PATCH", "/api/components/Trips", { code, accept: true })).status).toBe(200);
  await app.getByRole("button", { name: "Weigh" }).click();
  await expect(app.getByRole("status").first()).toContainText(
    "This component has a newer version. Show it again.",
  );
  await page.reload();
  await expect(app.getByText(/Trips: \d, /)).toBeVisible();
  await call(url, "DELETE", "/api/components/Trips");
  await app.getByRole("button", { name: "Weigh" }).click();
  await expect(app.getByRole("status").first()).toContainText("This surface has no component.");
  await call(url, "DELETE", `/api/mcp/tokens/${tokenId}`);
});
