import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { AppQuestions } from "./app-question";
import { type PendingRequest, Questions } from "./questions";

let questions: Questions;
beforeEach(() => {
  vi.useFakeTimers();
  questions = new Questions();
  render(<AppQuestions questions={questions} server="houses" />);
});

const aCall = (tool: string, input: unknown = {}): PendingRequest => ({
  kind: "call",
  question: { tool, title: `Title of ${tool}`, input, token: "t" },
});
function ask(asked: PendingRequest): Promise<string> {
  let decision: Promise<string> | undefined;
  act(() => {
    decision = questions.ask(asked).catch((error: Error) => error.message);
  });
  return decision ?? Promise.reject(new Error("Not asked"));
}
const card = () => within(screen.getByRole("region"));
const button = (name: string) => card().getByRole("button", { name });
/** Waits until a new question is enabled, which takes half a second. */
const settle = () => act(() => vi.advanceTimersByTime(500));
const press = (name: string) => {
  settle();
  fireEvent.click(button(name));
};

it("the question shows a tool call with its input, and the user allows the call once or always", async () => {
  const once = ask(aCall("buy", { house: 5, note: "<b>now</b>" }));
  expect(screen.getByRole("region", { name: "houses wants to use “Title of buy”" })).toBeTruthy();
  expect(card().getByText(/buy/, { selector: "p" }).textContent).toBe(
    'buy {\n  "house": 5,\n  "note": "<b>now</b>"\n}',
  );
  press("Allow");
  expect(await once).toBe("once");
  expect(screen.queryByRole("region")).toBeNull();
  const always = ask(aCall("buy"));
  press("Always allow");
  expect(await always).toBe("always");
});

it("a click within half a second is ignored, because it may have been meant for previous content", async () => {
  const decision = ask(aCall("buy"));
  for (const name of ["Allow", "Always allow", "Don’t allow"]) {
    expect(button(name)).toHaveProperty("disabled", true);
    fireEvent.click(button(name));
  }
  expect(questions.first()).toBeDefined();
  press("Don’t allow");
  expect(await decision).toBe("The user did not allow it.");
  // The next question, which replaces the answered one, is disabled for half a second, too.
  void ask(aCall("buy"));
  void ask(aCall("sell"));
  press("Allow");
  expect(screen.getByRole("region", { name: /Title of sell/ })).toBeTruthy();
  expect(button("Allow")).toHaveProperty("disabled", true);
});

it("a page opens only when the user allows it, and without an opener", async () => {
  const open = vi.spyOn(window, "open").mockReturnValue(null);
  const opened = ask({ kind: "link", url: "https://example.com/a?b=1" });
  expect(screen.getByRole("region", { name: "houses wants to open a page" })).toBeTruthy();
  expect(card().getByText("https://example.com/a?b=1")).toBeTruthy();
  expect(card().queryByRole("button", { name: "Always allow" })).toBeNull();
  expect(open).not.toHaveBeenCalled();
  press("Open");
  expect(open).toHaveBeenCalledExactlyOnceWith("https://example.com/a?b=1", "_blank", "noopener,noreferrer");
  expect(await opened).toBe("once");
  const refused = ask({ kind: "link", url: "https://example.com/" });
  press("Don’t open");
  expect(await refused).toBe("The user did not allow it.");
  expect(open).toHaveBeenCalledOnce();
});

it("questions beyond the limit are refused, and the others are shown one by one", async () => {
  const waiting = ["a", "b", "c", "d", "e"].map((tool) => ask(aCall(tool)));
  expect(await ask(aCall("f"))).toBe("Too many requests wait for the user. Try again later.");
  for (const tool of ["a", "b", "c", "d", "e"]) {
    expect(screen.getAllByRole("region")).toHaveLength(1);
    expect(screen.getByRole("region", { name: new RegExp(`Title of ${tool}`) })).toBeTruthy();
    press("Don’t allow");
  }
  expect(await Promise.all(waiting)).toEqual(Array(5).fill("The user did not allow it."));
  expect(screen.queryByRole("region")).toBeNull();
});

it("the question truncates a very long input", () => {
  void ask(aCall("buy", "x".repeat(1_000_000)));
  expect(card().getByText(/^buy/).textContent).toHaveLength(20_000);
});
