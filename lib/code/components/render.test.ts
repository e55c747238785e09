import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { resolveAgent } from "@/lib/store/agents/agents";
import { testDatabase } from "@/lib/store/testing/database";
import { bundleForRuntime } from "./bundles";
import { check } from "./check";
import { render } from "./render";
import { createAuthoredComponent, updateComponent } from "./save";
import { fakeCompiler, lab } from "./testing/lab";

fakeCompiler();

let database: Awaited<ReturnType<typeof testDatabase>>;
let agentId: string;
beforeAll(async () => {
  database = await testDatabase();
  agentId = await resolveAgent();
});
afterAll(() => database.drop());
afterEach(() => lab.reset());

const user = { author: "person" } as const;
const fields = (name: string, code = "one") => ({ name, description: "A board", code });
const invalid = (message: string) => ({ code: "invalid", message: expect.stringContaining(message) });

describe("render", () => {
  test("compiles code once and returns the bundle", async () => {
    const first = await render(agentId, { code: "inline" }, "run");
    expect(await render(agentId, { code: "inline" }, "run")).toEqual(first);
    expect(first).toEqual({ bundle: expect.stringMatching(/^[0-9a-f]{64}$/), answers: false });
    expect(lab.compiled).toEqual(["inline"]);
    await expect(render(agentId, { code: "broken" }, "run")).rejects.toMatchObject(
      invalid("line 3, column 5"),
    );
  });

  test("returns the live version of a stored component", async () => {
    await createAuthoredComponent(agentId, fields("Shown", "v1"), user);
    const before = await render(agentId, { component: "Shown" }, "run");
    await updateComponent(agentId, "Shown", { code: "v2" }, user);
    expect(before).toMatchObject({ name: "Shown", version: 1 });
    expect(await render(agentId, { component: "Shown" }, "run")).toMatchObject({ version: 2 });
    expect((await bundleForRuntime(before.bundle)).js).toBe("v1 for r1");
  });

  test("rejects unfitting props, and lists the components for an unknown name", async () => {
    const props_schema = { type: "object", required: ["title"] };
    await createAuthoredComponent(agentId, { ...fields("Needs"), props_schema }, user);
    await expect(render(agentId, { component: "Needs" }, "run")).rejects.toMatchObject(
      invalid('required property "title"'),
    );
    await render(agentId, { component: "Needs", props: { title: "x" } }, "run");
    await expect(render(agentId, { component: "Need" }, "run")).rejects.toMatchObject({
      code: "not_found",
      message: expect.stringMatching(/Available: .*Needs/),
    });
  });
});

describe("the test of a rendered component", () => {
  test("reports a failure to the model twice in a run, then shows the component to the user", async () => {
    lab.fail("It throws when it is drawn: no steam (line 4)");
    const show = (run: string) => render(agentId, { code: "steam", props: { n: 1 } }, run);
    for (let i = 0; i < 2; i++) await expect(show("a")).rejects.toMatchObject(invalid("no steam (line 4)"));
    expect(await show("a")).toMatchObject({ bundle: expect.any(String) });
    await expect(show("b")).rejects.toMatchObject(invalid("was not shown"));
    expect(lab.tried).toEqual([{ n: 1 }, { n: 1 }, { n: 1 }]);
  });

  test("shows a component whose test was skipped, and does not repeat a passed test", async () => {
    lab.verdict = () => ({ verdict: "skipped", reason: "There is no browser." });
    await render(agentId, { code: "untried" }, "c");
    lab.verdict = () => ({ verdict: "passed" });
    for (let i = 0; i < 2; i++) await render(agentId, { code: "untried" }, "c");
    await render(agentId, { code: "untried", props: { n: 2 } }, "c");
    expect(lab.tried).toEqual([{}, {}, { n: 2 }]);
  });

  test("reports a component with an external image as a failure", async () => {
    lab.verdict = () => ({ verdict: "passed", absent: ["https://pictures.example/boat.jpg"] });
    await expect(render(agentId, { code: "boat" }, "d")).rejects.toMatchObject(invalid("boat.jpg"));
  });
});

describe("a bundle", () => {
  test("is compiled again for a new runtime, and stays unchanged if that fails", async () => {
    const { bundle } = await render(agentId, { code: "lasting" }, "run");
    lab.runtime = "r2";
    expect(await bundleForRuntime(bundle)).toMatchObject({ js: "lasting for r2", runtime: "r2" });
    await bundleForRuntime(bundle);
    expect(lab.compiled).toEqual(["lasting", "lasting"]);
    await expect(bundleForRuntime("0".repeat(64))).rejects.toMatchObject({ code: "not_found" });
  });

  test("is compiled for the editor, and tested only on request", async () => {
    expect(await check({ code: "fine" })).toEqual({ ok: true, bundle: expect.any(String) });
    expect(lab.tried).toEqual([]);
    expect(await check({ code: "fine" }, true)).toMatchObject({ gate: { verdict: "passed" } });
    expect(await check({ code: "broken" }, true)).toMatchObject({ ok: false, compile: { line: 3 } });
    expect(await check({ code: "fine", props_schema: { type: "x" } })).toMatchObject({
      ok: false,
      message: expect.stringContaining("type"),
    });
  });
});
