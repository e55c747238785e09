import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { Changes } from "./changes";
import { Conflict } from "./conflict";
import { diffOf } from "./diff";
import { SideDiff } from "./side-diff";
import { TextDiff } from "./text-diff";

const numbered = (count: number, word = "line") =>
  Array.from({ length: count }, (_, at) => `${word} ${at + 1}`).join("\n");
/** Returns each row as "number|text" before and after. */
const rows = (name = "Code") =>
  within(screen.getByRole("table", { name }))
    .getAllByRole("row")
    .map((row) => [...row.querySelectorAll("td")].map(({ textContent }) => textContent).join("|"));
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

describe("the side-by-side diff", () => {
  it("pairs removed with added lines and labels them", () => {
    render(<SideDiff label="Code" diff={diffOf("a\nb\nc\nd", "a\nx\nd\ne")} />);
    expect(rows().slice(1)).toEqual([
      "1|a|1|a",
      "2|removed: b|2|added: x",
      "3|removed: c||",
      "4|d|3|d",
      "||4|added: e",
    ]);
    const heads = screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
    expect(heads).toEqual(["Before", "After"]);
  });

  it("marks changed words and escapes markup", () => {
    render(<SideDiff label="Code" diff={diffOf("one <b>two</b> three", "one <b>two</b> four")} />);
    const marks = [...screen.getByRole("table").querySelectorAll("mark")];
    expect(marks.map(({ textContent }) => textContent)).toEqual(["three", "four"]);
    expect(screen.getByRole("table").querySelector("b")).toBeNull();
  });

  it("folds equal lines and expands each fold separately", () => {
    const text = numbered(40);
    render(<SideDiff label="Code" diff={diffOf(text, text.replace("line 20\n", "changed\n"))} />);
    const folded = screen.getAllByRole("button").map(({ textContent }) => textContent);
    expect(folded).toEqual(["16 unchanged lines", "17 unchanged lines"]);
    expect(rows()).toHaveLength(1 + 7 + 2);
    press("17 unchanged lines");
    expect(rows().at(-1)).toBe("40|line 40|40|line 40");
    press("16 unchanged lines");
    expect(rows().slice(1)).toHaveLength(40);
    expect(rows()[1]).toBe("1|line 1|1|line 1");
  });
});

describe("a diff", () => {
  it("shows a text if there is no difference", () => {
    render(<TextDiff label="Code" diff={diffOf("a\nb", "a\nb")} />);
    screen.getByText("No differences.");
    cleanup();
    render(<Changes changes={[]} />);
    screen.getByText("No differences.");
  });

  it("folds and expands lines in the unified view", () => {
    const text = numbered(20);
    render(<TextDiff label="Code" diff={diffOf(text, `${text}\nend`)} />);
    expect(rows()).toHaveLength(1 + 3 + 1);
    press("17 unchanged lines");
    expect(rows()).toHaveLength(21);
    expect([rows()[0], rows().at(-1)]).toEqual(["1|1||line 1", "|21|+|added: end"]);
  });

  it("has a heading and counts for each part", () => {
    const change = (title: string, after: string) => ({ title, isProse: false, diff: diffOf("a", after) });
    render(<Changes look="sides" changes={[change("Code", "b\nc"), change("Description", "a\nb")]} />);
    expect(screen.getByRole("region", { name: "Code" }).textContent).toContain("2 added, 1 removed");
    expect(screen.getByRole("region", { name: "Description" }).textContent).toContain("1 added, 0 removed");
  });
});

describe("a conflict", () => {
  it("compares both versions and lets the user choose one", () => {
    const onMine = vi.fn();
    const onTheirs = vi.fn();
    const theirs = { version: 5, text: "Rye\nOats" };
    render(<Conflict mine={"Rye\nWheat"} base={3} theirs={theirs} {...{ onMine, onTheirs }} />);
    expect(screen.getByRole("alert").textContent).toMatch(/^Version 5 went live while you edited version 3/);
    press("Compare");
    expect(rows("From theirs to mine").map((row) => row.split("|").at(-1))).toEqual([
      "Rye",
      "removed: Oats",
      "added: Wheat",
    ]);
    press("Hide the difference");
    expect(screen.queryByRole("table")).toBeNull();
    expect([onMine, onTheirs].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
    press("Save mine over it");
    press("Take theirs");
    expect([onMine, onTheirs].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  });
});
