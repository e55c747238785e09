import { describe, expect, it } from "vitest";
import { answerOf, fixText } from "./component-body";

describe("what a component answers", () => {
  it("is its action with the payload's fields, and the payload cannot name another action", () => {
    expect(answerOf("save", { rows: 2, action: "delete" })).toEqual({ rows: 2, action: "save" });
  });

  it("holds a payload that is no object under its own name", () => {
    expect(answerOf("pick", [1, 2])).toEqual({ action: "pick", payload: [1, 2] });
    expect(answerOf("pick", "a")).toEqual({ action: "pick", payload: "a" });
    expect(answerOf("done", undefined)).toEqual({ action: "done" });
    expect(answerOf("done", null)).toEqual({ action: "done" });
  });
});

describe("what the agent is told of an error", () => {
  it("names the component, its version, the place and the lines around it", () => {
    const error = {
      phase: "draw" as const,
      message: "x is undefined",
      line: 3,
      column: 9,
      excerpt: "> 3 | x.map()",
    };
    const text = fixText({ component: { bundle: "b", name: "Board", version: 2 }, title: "Ideas" }, error);
    expect(text).toContain(
      "component `Board` (version 2) failed while it was drawn (line 3, column 9): x is undefined",
    );
    expect(text).toContain("> 3 | x.map()");
  });

  it("names a component that is not stored by its title", () => {
    const text = fixText(
      { component: { bundle: "b" }, title: "Ideas" },
      { phase: "stopped", message: "It hung." },
    );
    expect(text).toBe("The component “Ideas” was stopped: It hung.\n\nPlease fix it and show it again.");
  });
});
