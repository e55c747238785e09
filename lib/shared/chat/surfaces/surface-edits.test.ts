import { describe, expect, it } from "vitest";
import { editsOf, shownOf, withEdit, withEdits } from "./surface-edits";
import { ofVersion } from "./surface-versions";
import type { Surface } from "./surfaces";

const call = { messageId: "m", toolCallId: "1" };
const note = (content: string) => ({ title: "Week", blocks: [{ type: "markdown", content }] });
const sheet: Surface = {
  ...{ id: "m/1", ...call, call, step: 1, state: "waiting", isAsked: true, title: "Week", kind: "text" },
  ...{ input: note("Old"), component: undefined, answer: undefined, because: undefined },
  ...{ at: undefined, answeredAt: undefined },
  versions: [
    {
      id: "m/1",
      input: note("Old"),
      component: undefined,
      answer: undefined,
      answeredAt: undefined,
      at: undefined,
    },
  ],
};
const edit = (content: string) => ({ at: "2026-11-29T12:00:00Z", input: note(content) });

describe("the user's versions of a surface", () => {
  it("are shown over the agent's version and keep its ask", () => {
    const entry = withEdit(withEdit(undefined, "m/1", edit("New")), "m/1", edit("Newer"));
    const edited = withEdits(sheet, editsOf(entry, "m/1"));
    expect(edited).toMatchObject({ input: note("Newer"), call, isAsked: true, state: "waiting" });
    expect(edited.versions).toHaveLength(3);
    const first = edited.versions[1];
    expect(first && ofVersion(edited, first)).toMatchObject({ input: note("New"), call });
  });

  it("no longer apply once the agent has changed the surface", () => {
    expect(editsOf(withEdit(undefined, "m/1", edit("New")), "m/2")).toEqual([]);
    expect(withEdits(sheet, [])).toBe(sheet);
  });

  it("act on behalf of the component of the library that they show", () => {
    const library = { shown: { bundle: "b", name: "Clock", version: 2 }, home: "home" };
    const component: Surface = { ...sheet, kind: "component" };
    const edited = withEdits(component, [{ ...edit(""), input: { component: "Clock" }, library }]);
    expect(edited).toMatchObject({ home: "home", component: library.shown });
    expect(edited.versions.at(-1)?.call).toEqual({ messageId: "component", toolCallId: "Clock" });
  });

  it("also apply to the agent and to readers of a share, unless the user went back", () => {
    const edited = withEdit(undefined, "m/1", edit("New"));
    expect(shownOf(sheet, { edited }).input).toEqual(note("New"));
    const back = { id: "m/1", over: "m/1 edit 1" };
    expect(shownOf(sheet, { edited, version: back }).input).toEqual(note("Old"));
  });

  it("lose the oldest if they are too large, and refuse one that is too large alone", () => {
    const long = edit("x".repeat(200_000));
    const entry = withEdit(withEdit(undefined, "m/1", long), "m/1", long);
    expect(editsOf(entry, "m/1")).toHaveLength(1);
    expect(withEdit(undefined, "m/1", edit("x".repeat(400_000)))).toBeNull();
  });
});
