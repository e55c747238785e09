import { readUIMessageStream } from "ai";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { allowDeed, surfaceMay } from "@/lib/agent/calls/surface";
import { type Chunk, isToolPart, type Message } from "@/lib/agent/message/message";
import * as compile from "@/lib/code/compile/index";
import * as rendering from "@/lib/code/components/render";
import { fakeCompiler } from "@/lib/code/components/testing/lab";
import { replace } from "@/lib/ground/base/testing/replaced";
import { callOf, RESTORED } from "@/lib/shared/chat/surfaces/sheet-change";
import { formEntry } from "@/lib/shared/chat/surfaces/sheets";
import { surfaceKey } from "@/lib/shared/chat/surfaces/surface-key";
import { surfacesOf } from "@/lib/shared/chat/surfaces/surfaces";
import { readComponent } from "@/lib/store/agents/components";
import { readOnSurface } from "@/lib/store/conversations/component-grants";
import { listPins } from "@/lib/store/conversations/pins";
import { changeSurface } from "@/lib/store/conversations/surfaces";
import { sql } from "@/lib/store/db";
import { withLab } from "./testing/lab";
import { type Call, type Step, scripted } from "./testing/model";
import { newScript } from "./testing/script";
import { chunks, stage } from "./testing/stage";

const script = newScript({}, withLab());
fakeCompiler();
replace(compile, { canAnswer: async () => true });

let scene: Awaited<ReturnType<typeof stage>>;
beforeAll(async () => {
  scene = await stage(script.equipment);
});
afterAll(() => scene.close());
afterEach(async () => void (await sql()`delete from components`));

type Written = Exclude<Step, (...args: never[]) => unknown>;
type Later = Written | ((key: string) => Written);

/** Plays the steps. A step can be a function of the surface id that the model was given. */
async function play(first: Step, ...later: Later[]) {
  const steps = later.map(
    (step): Step =>
      ({ prompt }) =>
        typeof step === "function"
          ? step(/"surface":"(s\w{6})"/.exec(JSON.stringify(prompt))?.[1] ?? "")
          : step,
  );
  const { model, prompts } = scripted([first, ...steps]);
  script.model = model;
  const talk = scene.conversation();
  await chunks(await talk.say("go"));
  const state = async () => {
    const { messages, asks } = await talk.read();
    return { messages, asks, surfaces: surfacesOf(messages, asks), parts: partsOf(messages) };
  };
  const { surfaces } = await state();
  const { messageId = "" } = surfaces[0] ?? {};
  const call = { agentId: scene.agentId, conversationId: talk.id, messageId, toolCallId: "one" };
  return { ...talk, prompts, state, call, key: surfaceKey(messageId, "one") };
}

const partsOf = (messages: Message[]) => messages.flatMap(({ parts }) => parts.filter(isToolPart));
const blocks = (input: object, id?: string): Call => ({ id, tool: "render_blocks", input });
const component = (input: object, id?: string): Call => ({ id, tool: "render_and_wait", input });
const table = (...columns: object[]) => ({ type: "table", columns, data: [{ day: "2026-11-25", sold: 3 }] });
const days = table({ key: "day", label: "Day" }, { key: "sold", label: "Sold" });
const note = { type: "markdown", content: "Sold **this** week" };
const form = { type: "form", fields: [{ name: "n", label: "N", type: "text" }], submitLabel: "Send" };

describe("a surface that needs no answer", () => {
  test("is shown at once, the run continues, and the model gets its id", async () => {
    const talk = await play(
      { calls: [blocks({ blocks: [days], wait: false }, "one")] },
      { text: "Look there." },
    );
    const { asks, surfaces, parts } = await talk.state();
    expect(asks).toEqual([]);
    expect(parts[0]?.output).toEqual({ action: "shown", surface: talk.key });
    expect(surfaces).toMatchObject([{ state: "open", isAsked: false, kind: "table" }]);
    expect(JSON.stringify(talk.prompts[1])).toContain(talk.key);
    expect(await surfaceMay(talk.call)).toMatchObject({ writes: "allow" });
  });

  test("can be shown next to a waiting surface, whose answer continues the run", async () => {
    const talk = await play(
      { calls: [blocks({ blocks: [days], wait: false }, "one"), blocks({ blocks: [form] }, "two")] },
      { text: "Thanks." },
    );
    expect((await talk.state()).asks).toMatchObject([{ toolCallId: "two" }]);
    await chunks(await talk.answer("two", { action: "submit", data: { n: "1" } }));
    const { parts } = await talk.state();
    expect(parts.map(({ output }) => output)).toEqual([
      { action: "shown", surface: talk.key },
      { action: "submit", data: { n: "1" } },
    ]);
    expect(JSON.stringify(talk.prompts[1])).toMatch(/"submit","data":{"n":"1"},"surface":"s\w{6}"/);
  });

  test("with a component shown after web text was read asks before the component sends a message", async () => {
    const talk = await play(
      { calls: [{ id: "web", tool: "browse", input: { n: 1 } }] },
      { calls: [component({ code: "export default () => 1", wait: false }, "one")] },
      { text: "There." },
    );
    const { surfaces } = await talk.state();
    expect(surfaces).toMatchObject([{ state: "open", readWeb: ["https://site1.test"] }]);
    expect(await surfaceMay(talk.call)).toMatchObject({ says: "ask" });
  });
});

describe("edits of blocks", () => {
  const change =
    (edits: object[], more: object = { wait: false }) =>
    (key: string): Written => ({
      calls: [blocks({ surface: key, edits, ...more }, "edit")],
    });

  test("change the surface in place, and the model reads its own edits", async () => {
    const talk = await play(
      { calls: [blocks({ blocks: [note, days], title: "Week", wait: false }, "one")] },
      change([{ op: "patch", index: 1, path: "columns[1]", patch: { kind: "bar" } }]),
      { text: "Done." },
    );
    const { surfaces, parts } = await talk.state();
    expect(surfaces).toHaveLength(1);
    expect(surfaces[0]).toMatchObject({
      title: "Week",
      toolCallId: "one",
      call: { toolCallId: "edit" },
      state: "open",
      input: {
        blocks: [{ content: note.content }, { columns: [{ key: "day" }, { key: "sold", kind: "bar" }] }],
      },
    });
    expect(surfaces[0]?.versions.map(({ id }) => id.split("/")[1])).toEqual(["one", "edit"]);
    expect(parts[1]?.output).toEqual({ action: "shown", surface: talk.key });
    const prompt = JSON.stringify(talk.prompts[2]);
    expect(prompt).toContain('"op":"patch"');
    expect(prompt.split("Sold **this** week")).toHaveLength(2);
  });

  test("keep the user's input with its block when the block moves", async () => {
    const talk = await play(
      { calls: [blocks({ blocks: [form], wait: false }, "one")] },
      change([{ op: "insert", index: 0, block: note }], {}),
    );
    const { surfaces, asks } = await talk.state();
    expect(asks).toMatchObject([{ toolCallId: "edit" }]);
    expect(surfaces[0]).toMatchObject({
      state: "waiting",
      input: {
        blocks: [
          { type: "markdown", place: 1 },
          { type: "form", place: 0 },
        ],
      },
    });
    await changeSurface(talk.call, { entries: { [formEntry(0)]: { n: "half" } } });
    await chunks(await talk.say("Something else"));
    const { parts } = await talk.state();
    expect(parts[1]?.output).toMatchObject({ action: "message", draft: { n: "half" } });
  });

  test.each([
    [
      [{ op: "patch", id: "nope", patch: {} }],
      /edits\[0\]\.id: no block has the id "nope".*The surface has: 0 markdown \(id top\), 1 table/,
    ],
    [[{ op: "remove", index: 7 }], /there is no block 7.*0 markdown/],
    [[{ op: "patch", index: 1, path: "columns[4].label", patch: {} }], /there is no "4".*0 to 1/],
    [[{ op: "patch", index: 0, path: "content", find: "sold **that** week", replace: "" }], /The nearest is/],
    [[{ op: "patch", index: 1, patch: { data: 7 } }], /make the surface invalid, so nothing was changed/],
    [
      [
        { op: "remove", index: 0 },
        { op: "remove", index: 0 },
      ],
      /would leave no block/,
    ],
    [[{ op: "grow", index: 0 }], /must have an op/],
  ])("that are invalid change nothing and return the current blocks: %j", async (edits, why) => {
    const talk = await play(
      { calls: [blocks({ blocks: [{ ...note, id: "top" }, days], wait: false }, "one")] },
      change(edits),
      { text: "I see." },
    );
    const { surfaces, parts } = await talk.state();
    expect(parts[1]?.errorText).toMatch(why);
    expect(surfaces).toMatchObject([{ call: { toolCallId: "one" } }]);
  });

  test("of an unknown surface fail with the list of surfaces", async () => {
    const talk = await play(
      { calls: [blocks({ blocks: [note], title: "Week", wait: false }, "one")] },
      { calls: [blocks({ surface: "snope", edits: [{ op: "remove", index: 0 }] }, "edit")] },
      { text: "I see." },
    );
    const { parts } = await talk.state();
    expect(parts[1]?.errorText).toContain(`There are: ${talk.key} “Week”`);
  });

  test("fail for the second call of one step on the same surface", async () => {
    const edit = (id: string, key: string) =>
      blocks({ surface: key, edits: [{ op: "patch", index: 0, patch: { content: id } }], wait: false }, id);
    const talk = await play(
      { calls: [blocks({ blocks: [note], wait: false }, "one")] },
      (key: string) => ({ calls: [edit("a", key), edit("b", key)] }),
      { text: "I see." },
    );
    const { surfaces, parts } = await talk.state();
    expect(parts[2]?.errorText).toMatch(/Another call of this step/);
    expect(surfaces).toMatchObject([{ input: { blocks: [{ content: "a" }] } }]);
  });

  test("apply to the version that the user restored", async () => {
    const talk = await play(
      { calls: [blocks({ blocks: [note], wait: false }, "one")] },
      change([{ op: "patch", index: 0, patch: { content: "Other" } }], {}),
      change([{ op: "insert", block: { type: "markdown", content: "More" } }]),
      { text: "Done." },
    );
    const [surface] = (await talk.state()).surfaces;
    const [first, second] = surface?.versions ?? [];
    await changeSurface(talk.call, { entries: { [RESTORED]: { id: first?.id, over: second?.id } } });
    await chunks(await talk.answer("edit", { action: "dismiss" }));
    const { surfaces } = await talk.state();
    expect(surfaces[0]?.input).toMatchObject({ blocks: [{ content: note.content }, { content: "More" }] });
  });
});

describe("a component on a surface", () => {
  const CODE = "export default ({ n }) => <b>{n} days</b>";

  test("is changed by edits of only its code or only its data, and pins have the new version", async () => {
    const talk = await play(
      { calls: [component({ code: CODE, props: { n: 1 }, title: "Days", wait: false }, "one")] },
      (key: string) => ({
        calls: [
          component({ surface: key, edits: [{ find: "days", replace: "weeks" }], wait: false }, "edit"),
        ],
      }),
      (key: string) => ({ calls: [component({ surface: key, props: { n: 2 } }, "data")] }),
      { text: "Done." },
    );
    const { surfaces, asks } = await talk.state();
    expect(asks).toMatchObject([{ toolCallId: "data" }]);
    const [surface] = surfaces;
    expect(surface).toMatchObject({
      title: "Days",
      state: "waiting",
      input: { code: CODE.replace("days", "weeks"), props: { n: 2 }, title: "Days" },
    });
    expect(surface?.versions).toHaveLength(3);
    const [, edited, now] = surface?.versions ?? [];
    expect(now?.component?.bundle).toBe(edited?.component?.bundle);
    await sql()`update conversations set pinned_surface = ${surface?.id ?? ""} where id = ${talk.id}`;
    expect(await listPins(scene.agentId)).toMatchObject([
      { surface: { id: surface?.id, input: { props: { n: 2 } } }, asks: [{ toolCallId: "data" }] },
    ]);
  });

  test("can be stored from its surface", async () => {
    const talk = await play(
      { calls: [component({ code: CODE, wait: false }, "one")] },
      (key: string) => ({
        calls: [
          {
            id: "keep",
            tool: "create_ui_component",
            input: { name: "days", description: "Days", from_surface: key },
          },
        ],
      }),
      { text: "Kept." },
    );
    await talk.state();
    expect(await readComponent(scene.agentId, "days")).toMatchObject({ code: CODE });
  });

  test("is not changed if the edited text is missing or the component is stored", async () => {
    const talk = await play(
      { calls: [component({ code: CODE, wait: false }, "one")] },
      (key: string) => ({
        calls: [component({ surface: key, edits: [{ find: "{n}  Days", replace: "" }] }, "edit")],
      }),
      (key: string) => ({ calls: [blocks({ surface: key, blocks: [note] }, "other")] }),
      { text: "I see." },
    );
    const { parts } = await talk.state();
    expect(parts[1]?.errorText).toContain("The nearest is:\n{n} days");
    expect(parts[2]?.errorText).toContain("change it with render_and_wait");
  });

  const storedAs = (name: string) => {
    const edits = [{ find: "days", replace: "weeks" }];
    const show = (input: object, id: string) => component({ component: name, props: { n: 1 }, ...input }, id);
    return {
      make: { id: "make", tool: "create_ui_component", input: { name, description: "Days", code: CODE } },
      show,
      update: { id: "update", tool: "update_ui_component", input: { name, edits } },
    };
  };

  test("that is stored shows later changes in place, unless the surface was answered", async () => {
    const { make, show, update } = storedAs("off");
    const talk = await play(
      { calls: [make] },
      { calls: [show({}, "answered")] },
      { calls: [show({ wait: false }, "one")] },
      { text: "There." },
    );
    await chunks(await talk.answer("answered", { action: "done" }));
    script.model = scripted([{ calls: [update] }, { text: "Changed." }]).model;
    await chunks(await talk.say("In weeks, please"));
    const [answered, surface] = (await talk.state()).surfaces;
    expect(answered).toMatchObject({ state: "answered", component: { version: 1 } });
    expect(answered?.versions).toHaveLength(1);
    expect(surface).toMatchObject({ state: "open", input: { props: { n: 1 } }, component: { version: 2 } });
    expect(surface?.versions.map(({ component }) => component?.version)).toEqual([1, 2]);
    await sql()`update conversations set pinned_surface = ${surface?.id ?? ""} where id = ${talk.id}`;
    expect((await listPins(scene.agentId)).at(-1)?.surface).toMatchObject({ component: { version: 2 } });
    const now = { ...talk.call, ...callOf(surface?.versions[1]?.id ?? "") };
    expect(await readOnSurface(now)).toMatchObject({ subject: "component:off", shown: { version: 2 } });
    expect(await surfaceMay(now)).toMatchObject({ writes: "allow" });
  });

  test("is available at all times during a change, with its new version after it", async () => {
    const { make, show, update } = storedAs("steady");
    const edits = [{ find: "days", replace: "weeks" }];
    const talk = await play(
      { calls: [make] },
      { calls: [show({ wait: false }, "stored")] },
      { calls: [component({ code: CODE, wait: false }, "one")] },
      { text: "There." },
    );
    const { messages, surfaces } = await talk.state();
    const key = surfaceKey(surfaces[1]?.messageId ?? "", "one");
    const edit = component({ surface: key, edits, wait: false }, "edit");
    script.model = scripted([{ calls: [edit, update] }, { text: "Changed." }]).model;
    const output = await chunks(await talk.say("In weeks, please"));
    const seen: { isChanging: boolean; bundle: string | undefined }[][] = [[], []];
    const stream = new ReadableStream<Chunk>({
      start(controller) {
        for (const chunk of output) controller.enqueue(structuredClone(chunk));
        controller.close();
      },
    });
    for await (const message of readUIMessageStream<Message>({ stream, terminateOnError: true })) {
      const surfaces = surfacesOf([...messages, message], []);
      for (const [at, { change, component }] of surfaces.entries())
        seen[at]?.push({ isChanging: change !== undefined, bundle: component?.bundle });
    }
    for (const states of seen) {
      const [before, after] = [states[0]?.bundle, states.at(-1)?.bundle];
      expect(before).not.toBe(after);
      const start = states.findIndex(({ isChanging }) => isChanging);
      expect(start).toBeGreaterThan(0);
      expect(states.slice(start)).toEqual(
        states.slice(start).map(({ isChanging }) => ({ isChanging, bundle: isChanging ? before : after })),
      );
    }
  });

  test("that waits is streamed only after its ask is stored, also when it changes", async () => {
    const talk = await play({ calls: [component({ code: CODE, wait: false }, "one")] }, { text: "There." });
    const edits = [{ find: "days", replace: "weeks" }];
    script.model = scripted([
      { calls: [component({ surface: talk.key, edits }, "edit"), component({ code: CODE }, "new")] },
    ]).model;
    const output = await chunks(await talk.say("In weeks, please"));
    const showing = output.flatMap((chunk) =>
      chunk.type === "message-metadata" && JSON.stringify(chunk).includes("bundle") ? [chunk] : [],
    );
    expect(showing).toMatchObject([
      { messageMetadata: { usage: {}, calls: { edit: { shown: {} }, new: { shown: {} } } } },
    ]);
    expect((await talk.state()).asks).toHaveLength(2);
  });

  test("stays at its version if the new one is saved but cannot be shown", async () => {
    const { make, show, update } = storedAs("busy");
    vi.spyOn(rendering, "changedComponent").mockRejectedValueOnce(new Error("Too much to do"));
    const talk = await play(
      { calls: [make] },
      { calls: [show({ wait: false }, "one")] },
      { calls: [update] },
      { text: "Changed." },
    );
    const { parts, surfaces } = await talk.state();
    expect(parts[2]).toMatchObject({ state: "output-available", output: { version: 2 } });
    expect(surfaces[0]).toMatchObject({ component: { version: 1 } });
  });

  test("asks before it speaks if it was changed after web text was read, and remembers what the user allowed", async () => {
    const { make, show, update } = storedAs("away");
    const talk = await play(
      { calls: [make] },
      { calls: [show({ wait: false }, "one")] },
      { calls: [{ id: "web", tool: "browse", input: { n: 1 } }] },
      { calls: [update] },
      { text: "Changed." },
    );
    const first = (await talk.state()).surfaces[0];
    expect(first).toMatchObject({ component: { version: 1 } });
    expect(first?.readWeb).toBeUndefined();
    await chunks(await talk.answer("update", { decision: "approve" }));
    const [surface] = (await talk.state()).surfaces;
    expect(surface).toMatchObject({ component: { version: 2 }, readWeb: ["https://site1.test"] });
    const now = { ...talk.call, ...callOf(surface?.versions[1]?.id ?? "") };
    expect((await readOnSurface(now))?.readWeb).toEqual(["https://site1.test"]);
    expect(await surfaceMay(now)).toMatchObject({ says: "ask", answers: "ask" });
    expect(await allowDeed(now, "says")).toMatchObject({ says: "allow", answers: "ask" });
    // Delete the asks, because a conversation imported from a file has none.
    await sql()`delete from asks where conversation_id = ${talk.id}`;
    const shown = { ...talk.call, ...callOf(first?.versions[0]?.id ?? "") };
    await expect(surfaceMay(shown)).rejects.toThrow("There is no such surface");
    expect(await surfaceMay(now)).toMatchObject({ answers: "ask" });
  });
});
