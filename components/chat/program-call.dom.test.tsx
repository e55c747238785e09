import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { ToolPart } from "@/lib/shared/chat/parts";
import { ProgramCall } from "./program-call";

const part = (more: Partial<ToolPart>): ToolPart => ({
  ...{ toolCallId: "a", toolName: "code", state: "input-streaming", input: {}, output: undefined },
  ...{ errorText: undefined, isApproved: undefined, edited: undefined, ...more },
});

it("shows the modules of a program while they are written", () => {
  const input = { action: "execute", code: 'import "./b.ts"', modules: { "b.ts": "consol" } };
  const { container } = render(<ProgramCall tool={part({ input })} />);
  // Colours, once the highlighter is there, are elements of their own.
  const sources = [...container.querySelectorAll("code")].map(({ textContent }) => textContent);
  expect(sources).toEqual(['import "./b.ts"', "consol"]);
  screen.getByRole("heading", { name: "b.ts" });
  expect(screen.queryByRole("group", { name: "Wrote" })).toBeNull();
});

it("shows what it wrote, and why it failed", () => {
  const output = { success: false, result: { stdout: "so far", stderr: "boom" }, error: "It ended with 1" };
  render(
    <ProgramCall
      tool={part({ input: { action: "execute", code: "a" }, state: "output-available", output })}
    />,
  );
  expect(screen.getByRole("group", { name: "Wrote" }).textContent).toContain("so far");
  expect(screen.getByRole("group", { name: "Wrote to stderr" }).textContent).toContain("boom");
  screen.getByText("It ended with 1");
});
