import { describe, expect, it } from "vitest";
import { answerOf, fixText } from "./component-body";

describe("the user's answer in a component", () => {
  it("contains the action and the fields of the payload, except a field named action", () => {
    expect(answerOf("save", { rows: 2, action: "delete" })).toEqual({ rows: 2, action: "save" });
  });

  it("contains a payload that is not an object in the field payload", () => {
    expect(answerOf("pick", [1, 2])).toEqual({ action: "pick", payload: [1, 2] });
    expect(answerOf("pick", "a")).toEqual({ action: "pick", payload: "a" });
    expect(answerOf("done", undefined)).toEqual({ action: "done" });
    expect(answerOf("done", null)).toEqual({ action: "done" });
  });
});

describe("message to the agent about an error", () => {
  it("contains the component's name, version, error position and source lines", () => {
    const error = {
      phase: "draw" as const,
      message: "x is undefined",
      line: 3,
      column: 9,
      excerpt: "> 3 | x.map()",
    };
    const text = fixText({ component: { bundle: "b", name: "Board", version: 2 }, title: "Ideas" }, error);
    expect(text).toContain(
      "component `Board` (version 2) failed to render (line 3, column 9): x is undefined",
    );
    expect(text).toContain("> 3 | x.map()");
  });

  it("contains the title of a component that is not stored in the library", () => {
    const text = fixText(
      { component: { bundle: "b" }, title: "Ideas" },
      { phase: "stopped", message: "It hung." },
    );
    expect(text).toBe("The component “Ideas” was stopped: It hung.\n\nPlease fix it and show it again.");
  });
});
