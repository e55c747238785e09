import type { UIMessage } from "ai";
import { describe, expect, it } from "vitest";
import type { Ask } from "../contract";
import { surfaceHash, surfaceInHash } from "./surface-address";
import { callShowing } from "./surface-change";
import { surfaceKey } from "./surface-key";
import { outcomeText, reasonOf } from "./surface-labels";
import { ofVersion } from "./surface-versions";
import { newestOf, surfacesOf } from "./surfaces";

const form = { title: "Your weekend", blocks: [{ type: "form", fields: [], submitLabel: "Go" }] };

const assistant = (id: string, ...parts: UIMessage["parts"]): UIMessage => ({ id, role: "assistant", parts });
const user = (text: string): UIMessage => ({ id: text, role: "user", parts: [{ type: "text", text }] });
const open = (messageId: string, toolCallId: string): Ask => ({
  messageId,
  toolCallId,
  toolName: "render_blocks",
  kind: "answer",
  input: form,
  createdAt: "2026-11-21T09:00:00Z",
});

describe("surfacesOf", () => {
  it("marks a surface as waiting only if its ask is open, even if two messages use the same call id", () => {
    const part = {
      type: "tool-render_blocks",
      toolCallId: "1",
      state: "input-available",
      input: form,
    } as const;
    const messages = [user("Plan it"), assistant("a", part), assistant("b", part)];
    const surfaces = surfacesOf(messages, [open("b", "1")]);
    expect(surfaces.map(({ id, state }) => [id, state])).toEqual([
      ["a/1", "closed"],
      ["b/1", "waiting"],
    ]);
  });

  it("includes surfaces that are being written and omits rejected calls", () => {
    const messages = [
      assistant(
        "a",
        {
          type: "tool-render_blocks",
          toolCallId: "1",
          state: "output-error",
          input: {},
          errorText: "blocks: missing",
        },
        {
          type: "tool-render_blocks",
          toolCallId: "2",
          state: "input-streaming",
          input: { blocks: [{ type: "ch" }] },
        },
      ),
    ];
    expect(surfacesOf(messages, []).map(({ id, state, title }) => [id, state, title])).toEqual([
      ["a/2", "writing", "Note"],
    ]);
  });

  it("uses the main kind as the default title", () => {
    const shown = (toolCallId: string, ...types: string[]) =>
      ({
        type: "tool-render_blocks",
        toolCallId,
        state: "input-available",
        input: { blocks: types.map((type) => ({ type })) },
      }) as const;
    const messages = [
      assistant(
        "a",
        shown("1", "diagram"),
        shown("2", "markdown", "diagram", "table"),
        shown("3", "diagram", "form"),
        shown("4", "markdown"),
        shown("5", "choice", "table"),
        shown("6", "metrics"),
      ),
    ];
    expect(surfacesOf(messages, []).map(({ kind, title }) => [kind, title])).toEqual([
      ["diagram", "Diagram"],
      ["diagram", "Diagram"],
      ["form", "A few questions"],
      ["text", "Note"],
      ["choice", "A choice"],
      ["figures", "Figures"],
    ]);
  });

  it("distinguishes a submitted form from a dismissed surface", () => {
    const done = (toolCallId: string, output: unknown) =>
      ({ type: "tool-render_blocks", toolCallId, state: "output-available", input: form, output }) as const;
    const messages = [
      assistant("a", done("1", { action: "submit", data: {} }), done("2", { action: "dismiss" })),
    ];
    expect(surfacesOf(messages, []).map(({ state }) => state)).toEqual(["answered", "read"]);
  });

  it("gives the user's message, shortened, as the reason for a surface", () => {
    const part = {
      type: "tool-render_blocks",
      toolCallId: "1",
      state: "input-available",
      input: form,
    } as const;
    const reason = (text: string) => surfacesOf([user(text), assistant("a", part)], []).map(reasonOf)[0];
    expect(reason("What sold?")).toBe("because you asked “What sold?”");
    expect(reason(`Plan ${"x".repeat(60)}\nand more`)).toMatch(/^after you said “Plan x{30}…”$/);
  });

  it("gives an earlier answer as the reason for a surface", () => {
    const call = (toolCallId: string, tool: string, over: object) =>
      ({
        type: `tool-${tool}`,
        toolCallId,
        state: "output-available",
        input: form,
        output: null,
        ...over,
      }) as const;
    const chart = { title: "Chart", blocks: [{ type: "chart" }] };
    const messages = [
      user("Plan it"),
      assistant(
        "a",
        call("1", "render_blocks", { output: { action: "submit", data: {} } }),
        call("2", "render_blocks", { input: chart, output: { action: "dismiss" } }),
        call("3", "ask_user", { input: { question: "Where?" }, output: { answer: "Rome?" } }),
        call("4", "render_blocks", { output: { action: "message", text: "Wait" } }),
      ),
      user("Wait"),
      assistant("b", call("5", "render_blocks", { output: { action: "cancelled" } })),
      {
        ...user(""),
        parts: [{ type: "data-answer", data: { messageId: "a", toolCallId: "4", title: "Trip", output: 1 } }],
      },
      assistant("c", call("6", "render_blocks", { output: { action: "cancelled" } })),
    ] as UIMessage[];
    const [first, ...others] = surfacesOf(messages, []);
    const title = first?.title;
    expect([first, ...others].map((one) => one && reasonOf(one))).toEqual([
      "after you said “Plan it”",
      `after you answered “${title}”`,
      "after you answered “Rome?”",
      "after you said “Wait”",
      "after you sent “Trip”",
    ]);
  });

  it("marks a surface as open if its ask needs no answer or the user wrote a message instead, and as answered once a late answer is sent", () => {
    const part = { type: "tool-render_blocks", toolCallId: "1", input: form } as const;
    const asked = assistant("a", { ...part, state: "input-available" });
    const ask = open("a", "1");
    expect(surfacesOf([asked], [{ ...ask, awaits: false }])).toMatchObject([
      { state: "open", isAsked: true },
    ]);
    expect(surfacesOf([asked], [ask])).toMatchObject([{ state: "waiting", isAsked: true }]);
    const output = { action: "message", text: "Wait", draft: { city: "Rome" } };
    const closed = assistant("a", { ...part, state: "output-available", output });
    expect(surfacesOf([closed], [])).toMatchObject([{ state: "open", isAsked: false }]);
    const edited = assistant("a", { ...part, state: "output-available", output: { ...output, edits: [{}] } });
    expect(surfacesOf([edited], [])).toMatchObject([{ state: "open", isAsked: false }]);
    const data = { messageId: "a", toolCallId: "1", title: "Trip", output: { action: "submit", data: {} } };
    const sent = { ...user(""), parts: [{ type: "data-answer" as const, data }] };
    expect(surfacesOf([closed, sent], [])).toMatchObject([{ state: "answered", answer: data.output }]);
  });

  it("takes the time of the answer from the metadata of the call", () => {
    const output = { action: "submit", data: {} };
    const part = { type: "tool-render_blocks", state: "output-available", input: form, output } as const;
    const message = {
      ...assistant("a", { ...part, toolCallId: "1" }, { ...part, toolCallId: "constructor" }),
      metadata: { calls: { "1": { answeredAt: "2026-11-21T10:46:00Z", durationMs: 5 } } },
    };
    const surfaces = surfacesOf([message], []);
    expect(surfaces.map(({ answeredAt }) => answeredAt)).toEqual(["2026-11-21T10:46:00Z", undefined]);
    expect(surfaces.map(outcomeText)).toEqual(["answered", "answered"]);
  });
});

describe("a component", () => {
  const shown = { bundle: "b1", name: "ideaBoard", version: 3 };
  const input = { component: "ideaBoard", props: {} };
  const drawn = (over: object, metadata?: unknown): UIMessage => ({
    ...assistant("a", {
      type: "tool-render_and_wait",
      toolCallId: "1",
      state: "input-available",
      input,
      ...over,
    } as UIMessage["parts"][number]),
    ...(metadata !== undefined && { metadata }),
  });
  const only = (message: UIMessage, asks: Ask[] = []) => surfacesOf([message], asks)[0];
  const facts = { calls: { "1": { shown } } };

  it("has the version that its call showed, and its title or else its name in words", () => {
    const surface = only(drawn({ state: "input-available" }, facts), [open("a", "1")]);
    expect(surface).toMatchObject({
      kind: "component",
      state: "waiting",
      component: shown,
      title: "Idea board",
    });
    const titles = ["a", "sales_by-region", "URLList", "Plan9Board", "x"].map(
      (component) => only(drawn({ state: "input-available", input: { component } }))?.title,
    );
    expect(titles).toEqual(["A", "Sales by region", "URLList", "Plan9 board", "X"]);
    expect(only(drawn({ state: "input-streaming", input: { code: "exp" } }))?.title).toBe("Component");
    expect(only(drawn({ state: "input-available", input: { ...input, title: " Mine " } }))?.title).toBe(
      "Mine",
    );
  });

  it("is being written until it is compiled, and closed if it has no ask", () => {
    expect(only(drawn({ state: "input-available" }))?.state).toBe("writing");
    expect(only(drawn({ state: "input-available" }, facts))?.state).toBe("closed");
  });

  it("is answered by any action that it defines itself", () => {
    const state = (output: unknown) => only(drawn({ state: "output-available", output }, facts))?.state;
    expect(state({ action: "save", board: [] })).toBe("answered");
    expect(state({ action: "cancelled", why: "too late" })).toBe("answered");
    expect(state({ action: "message", text: "hi", more: 1 })).toBe("answered");
    expect(state({ action: "message", text: "hi", edits: [] })).toBe("answered");
    expect(state({ action: "cancelled" })).toBe("closed");
    expect(state({ action: "message", text: "hi" })).toBe("open");
    expect(state({ action: "message", text: "hi", draft: { a: 1 } })).toBe("open");
    expect(state({ action: "dismiss" })).toBe("read");
    expect(state("what")).toBe("closed");
  });

  it("has no component if the metadata is invalid", () => {
    for (const odd of [null, [], { calls: 1 }, { calls: { "1": { shown: { bundle: 1 } } } }])
      expect(
        only(drawn({ state: "output-available", output: { action: "x" } }, odd))?.component,
      ).toBeUndefined();
  });
});

describe("the browser", () => {
  const used = (toolCallId: string, tool = "browser_click") =>
    ({ type: `tool-${tool}`, toolCallId, state: "output-available", input: {}, output: {} }) as const;
  const failed = {
    type: "tool-browser_navigate",
    toolCallId: "1",
    state: "output-error",
    input: {},
    errorText: "No",
  } as const;
  const running = {
    type: "tool-browser_click",
    toolCallId: "4",
    state: "input-available",
    input: {},
  } as const;
  const table = {
    type: "tool-render_blocks",
    toolCallId: "t",
    state: "input-available",
    input: { title: "Prices", blocks: [] },
  } as const;

  it("is one surface per conversation, from the first call that shows something", () => {
    const messages = [
      user("Look it up"),
      assistant("a", failed, used("2", "browser_navigate"), used("3")),
      assistant("b", running),
    ];
    const [browser, ...others] = surfacesOf(messages, []);
    expect(others).toEqual([]);
    expect(browser).toMatchObject({ id: "a/2", kind: "browser", title: "Browser", state: "read" });
    expect(browser?.browser).toEqual({ calls: 3, isBusy: true, usedBy: "b", isNewest: true });
    expect(surfacesOf([assistant("a", used("1", "browser_close"))], [])).toEqual([]);
  });

  it("keeps its position and becomes the newest when used again", () => {
    const before = surfacesOf([assistant("a", used("1"), table)], []);
    expect([before.map(({ kind }) => kind), newestOf(before)?.title]).toEqual([
      ["browser", "text"],
      "Prices",
    ]);
    const after = surfacesOf([assistant("a", used("1"), table, used("2"))], []);
    expect([after.map(({ kind }) => kind), newestOf(after)?.title]).toEqual([["browser", "text"], "Browser"]);
  });

  it("waits while a call waits for the user's takeover to end", () => {
    const ask: Ask = { ...open("b", "9"), toolName: "browser_click", kind: "approval" };
    const state = (one: Ask) => surfacesOf([assistant("a", used("1"))], [one])[0]?.state;
    expect(state(ask)).toBe("read");
    expect(state({ ...ask, because: { kind: "browser" } })).toBe("waiting");
  });
});

describe("the URL fragment of a surface", () => {
  it("parses back to the surface for any call id", () => {
    for (const toolCallId of ["call_1", "a/b", "50%", "é#?"]) {
      const hash = new URL(surfaceHash({ messageId: "m 1", toolCallId }), "http://easel/").hash;
      expect(surfaceInHash(hash)).toBe(`m 1/${toolCallId}`);
    }
  });

  it("is undefined for other fragments", () => {
    for (const hash of ["", "#m-1", "#s-1", "#s-1/2/3", "#s-%/2"])
      expect(surfaceInHash(hash)).toBeUndefined();
  });
});

describe("a surface that is changed", () => {
  const key = surfaceKey("a", "1");
  const made = {
    type: "tool-render_blocks",
    toolCallId: "1",
    state: "output-available",
    input: form,
    output: { action: "submit", data: {} },
  } as const;
  const call = (state: "input-streaming" | "input-available", input: object) =>
    ({ type: "tool-render_blocks", toolCallId: "2", state, input }) as const;
  const now = { surface: key, blocks: [{ type: "markdown", content: "Thanks" }], title: "Done" };
  const changes = { sheet: "a/1", wrote: { surface: key, edits: [] } };

  it("keeps its content and is marked while the changing call is streaming, and no second surface is added", () => {
    const writing = (input: object) =>
      surfacesOf([assistant("a", made), assistant("b", call("input-streaming", input))], []);
    expect(writing({ surface: key.slice(0, 3) })).toMatchObject([{ id: "a/1", input: form }]);
    const [surface, ...others] = writing({ surface: key, edits: [{ op: "pat" }] });
    expect(others).toEqual([]);
    expect(surface).toMatchObject({
      input: form,
      state: "answered",
      change: { id: "b/2", isWritten: false },
    });
    expect(surface && outcomeText(surface)).toBe("being changed");
  });

  it("is marked as being changed while a call updates its stored component, once the component's name is complete", () => {
    const shows = (component: string, toolCallId: string) => ({
      ...({ type: "tool-render_and_wait", toolCallId, state: "output-available" } as const),
      ...{ input: { component }, output: {} },
    });
    const surfaces = [shows("Orders", "1"), shows("Orders 2", "2"), shows("Orders", "3")];
    const whileCalled = (
      state: "input-streaming" | "input-available" | "approval-requested",
      input: object,
    ) => {
      const part = {
        type: "tool-update_ui_component",
        toolCallId: "9",
        state,
        input,
      } as UIMessage["parts"][number];
      return surfacesOf([assistant("a", ...surfaces), assistant("b", part)], []).map(({ change }) => change);
    };
    const input = { name: "Orders", edits: [] };
    const change = { id: "b/9", input, name: "Orders" };
    expect(whileCalled("input-streaming", { name: "Orders" })).toEqual([undefined, undefined, undefined]);
    const streaming = { ...change, isWritten: false };
    expect(whileCalled("input-streaming", input)).toEqual([streaming, undefined, streaming]);
    const written = { ...change, isWritten: true };
    expect(whileCalled("input-available", input)).toEqual([written, undefined, written]);
    expect(whileCalled("approval-requested", input)).toEqual([undefined, undefined, undefined]);
  });

  it("shows the new version of its stored component, and callShowing names the same call for a copy", () => {
    const component = (version: number, code: string) => ({ name: "Orders", version, bundle: code });
    const part = (type: string, toolCallId: string, input: object, output: object) =>
      ({ type, toolCallId, state: "output-available", input, output }) as UIMessage["parts"][number];
    const call = (
      id: string,
      part: UIMessage["parts"][number] & { toolCallId?: string },
      shown: object,
    ): UIMessage => ({
      ...assistant(id, part),
      metadata: { calls: { [part.toolCallId ?? ""]: { shown } } },
    });
    const render = part(
      "tool-render_and_wait",
      "1",
      { component: "Orders", wait: false },
      { action: "shown" },
    );
    const update = part("tool-update_ui_component", "2", { name: "Orders" }, { version: 2 });
    const changed = { ...component(2, "two"), readWeb: ["https://a.test"] };
    const messages = [call("a", render, component(1, "one")), call("b", update, changed)];
    const [surface] = surfacesOf(messages, []);
    expect(surface).toMatchObject({
      ...{ id: "a/1", call: { messageId: "a" }, component: changed, readWeb: ["https://a.test"] },
      versions: [{ component: component(1, "one") }, { id: "b/2", component: changed }],
    });
    const copy = structuredClone(surface);
    expect(copy && callShowing(copy)).toEqual({ messageId: "b", toolCallId: "2" });
    const before = copy?.versions[0];
    expect(copy && before && callShowing(ofVersion(copy, before))).toEqual({
      messageId: "a",
      toolCallId: "1",
    });
    const same = [messages[0], call("b", update, component(2, "one"))].flatMap((one) => one ?? []);
    expect(surfacesOf(same, [])[0]?.versions).toHaveLength(1);
  });

  it("keeps its position and versions, becomes the newest, and has the ask of the changing call", () => {
    const part = { ...call("input-available", now), toolMetadata: { changes } };
    const other = { ...made, toolCallId: "3" };
    const messages = [assistant("a", made, other), assistant("b", { type: "step-start" }, part)];
    const surfaces = surfacesOf(messages, [open("b", "2")]);
    expect(surfaces.map(({ id }) => id)).toEqual(["a/1", "a/3"]);
    const [surface] = surfaces;
    expect(surface).toMatchObject({
      ...{ messageId: "a", toolCallId: "1", title: "Done", input: now, isAsked: true },
      call: { messageId: "b", toolCallId: "2" },
      versions: [
        { id: "a/1", input: form },
        { id: "b/2", input: now },
      ],
    });
    expect(surface?.change).toBeUndefined();
    expect(newestOf(surfaces)).toBe(surface);
    const before = surface?.versions[0];
    expect(surface && before && ofVersion(surface, before)).toMatchObject({
      title: "Your weekend",
      isAsked: false,
    });
  });

  it("stores a late answer in the version that it was sent from", () => {
    const again = { surface: key, blocks: form.blocks, title: "Once more" };
    const output = { action: "submit", data: { name: "Bo" } };
    const part = { ...call("input-available", again), state: "output-available", output } as const;
    const messages = [
      assistant("a", { ...made, output: { action: "message", text: "Wait" } }),
      assistant("b", { ...part, toolMetadata: { changes } }),
    ];
    const versions = (...sent: UIMessage[]) => {
      const [surface] = surfacesOf([...messages, ...sent], []);
      return surface ? [surface, ...surface.versions.map((one) => ofVersion(surface, one))] : [];
    };
    const [, first] = versions();
    expect(first).toMatchObject({ state: "open", call: { messageId: "a", toolCallId: "1" } });
    const late = { action: "submit", data: { name: "Ana" } };
    const data = { ...first?.call, title: "Trip", output: late };
    expect(versions({ ...user(""), parts: [{ type: "data-answer", data }] })).toMatchObject([
      { state: "answered", answer: output },
      { state: "answered", answer: late },
      { state: "answered", answer: output },
    ]);
  });

  it("can still be answered if only an earlier version was answered", () => {
    const output = { action: "submit", data: { name: "Ana" } };
    const again = { surface: key, blocks: form.blocks, wait: false };
    const open = {
      ...call("input-available", again),
      state: "output-available",
      output: { action: "shown", surface: key },
      toolMetadata: { changes },
    } as const;
    const first = { ...made, output } as const;
    const versions = (...messages: UIMessage[]) => {
      const [surface] = surfacesOf(messages, []);
      return surface ? [surface, ...surface.versions.map((one) => ofVersion(surface, one))] : [];
    };
    expect(versions(assistant("a", first), assistant("b", open))).toMatchObject([
      { state: "open", input: again },
      { state: "answered", answer: output },
      { state: "open" },
    ]);
    const late = { messageId: "a", toolCallId: "1", title: "", output };
    const sent: UIMessage = {
      ...user(""),
      ...{ metadata: { createdAt: "2026-11-25T09:00:00Z" }, parts: [{ type: "data-answer", data: late }] },
    };
    const wrote = { ...made, output: { action: "message", text: "Wait" } } as const;
    const answeredAt = "2026-11-25T09:00:00Z";
    expect(versions(assistant("a", wrote), assistant("b", open), sent)).toMatchObject([
      { state: "open", input: again, answeredAt: undefined },
      { state: "answered", answer: output, answeredAt },
      { state: "open" },
    ]);
  });

  it("keeps its id if the call that created it is missing", () => {
    const part = { ...call("input-available", now), toolMetadata: { changes } };
    expect(surfacesOf([assistant("b", part)], [open("b", "2")])).toMatchObject([
      { id: "a/1", messageId: "a", call: { messageId: "b" }, title: "Done" },
    ]);
  });

  it("stays the same if the changing call failed", () => {
    const failed = { ...call("input-available", now), state: "output-error", errorText: "No" } as const;
    expect(surfacesOf([assistant("a", made), assistant("b", failed)], [])).toMatchObject([{ input: form }]);
  });
});

it("a shown surface is open, unless a component that waits answers with that action", () => {
  const shown = (input: object) => {
    const output = { action: "shown", surface: "s000000" };
    const part = {
      type: "tool-render_and_wait",
      toolCallId: "1",
      state: "output-available",
      input,
      output,
    } as const;
    return surfacesOf([assistant("a", part)], [])[0]?.state;
  };
  expect([shown({ code: "", wait: false }), shown({ code: "" })]).toEqual(["open", "answered"]);
});
