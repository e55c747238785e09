import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { drawPage } from "@/components/client/testing/page";
import type { ToolPart } from "@/lib/shared/chat/parts";
import { CallBody } from "./call-body";
import { ProgramCall } from "./program-call";
import { ToolCard } from "./tool-card";

const part = (more: Partial<ToolPart>): ToolPart => ({
  ...{ toolCallId: "a", toolName: "code", state: "input-streaming", input: {}, output: undefined },
  ...{ errorText: undefined, isApproved: undefined, edited: undefined, ...more },
});

/** The highlighter splits code into several elements, so compare text content. */
const sourcesIn = (container: HTMLElement) =>
  [...container.querySelectorAll("code")].map(({ textContent }) => textContent);

it("a call shows the modules of a program while they are written", () => {
  const input = { action: "execute", code: 'import "./b.ts"', modules: { "b.ts": "consol" } };
  const { container } = render(<ProgramCall tool={part({ input })} />);
  expect(sourcesIn(container)).toEqual(['import "./b.ts"', "consol"]);
  screen.getByRole("heading", { name: "b.ts" });
  expect(screen.queryByRole("group", { name: "Wrote" })).toBeNull();
});

it("a call shows the output and the error of its program", () => {
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

it("a call shows a file that OpenCode writes and its edits", () => {
  const filePath = "/program/main.ts";
  const write = part({ toolName: "opencode_write", input: { filePath, content: "console.log(1)" } });
  const written = render(<ProgramCall tool={write} />);
  expect(sourcesIn(written.container)).toEqual(["console.log(1)"]);
  written.unmount();

  const input = { filePath, oldString: "1", newString: "2" };
  const { container } = render(<ProgramCall tool={part({ toolName: "opencode_edit", input })} />);
  expect(sourcesIn(container)).toEqual(["1", "2"]);
  screen.getByRole("heading", { name: "Before" });
  screen.getByRole("heading", { name: "After" });
});

it("a call of OpenCode expands to its code instead of its arguments", async () => {
  const input = { filePath: "/program/main.ts", content: "console.log(1)" };
  const output = { said: "Wrote file successfully." };
  const tool = part({ toolName: "opencode_write", state: "output-available", input, output });
  const { container } = render(<CallBody tool={tool} messageId="m" />);
  await vi.waitFor(() => expect(sourcesIn(container)).toEqual(["console.log(1)"]));
  expect(screen.queryByRole("group", { name: "Called with" })).toBeNull();
});

it("a failed call is marked and expands to its error", async () => {
  const errorText = "half is disabled. enable_tool offers it again.";
  const failed = { ...part({ toolName: "half", state: "output-error", errorText }), tries: [] };
  drawPage(<ToolCard tools={[failed]} calls={{}} messageId="m" isLive={false} isLast={false} />);
  expect(screen.queryByRole("group", { name: "Failed" })).toBeNull();
  fireEvent.click(screen.getByText(/^Could not use/));
  expect((await screen.findByRole("group", { name: "Failed" })).textContent).toContain(errorText);
});
