import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";
import type { ToolPart } from "@/lib/shared/chat/parts";
import type { Answering } from "../client/state";
import { ThreadContext, useThread } from "../thread";
import { EditCall } from "./edit-call";

const tool: ToolPart = {
  ...{ toolCallId: "c", toolName: "house_paint", state: "approval-requested" },
  ...{ input: { path: "/notes/bread", count: 2 }, output: undefined },
  ...{ errorText: undefined, isApproved: undefined, edited: undefined },
};

type AroundProps = { drafts: Map<string, string>; children: ReactNode };
const Around = ({ drafts, children }: AroundProps) => (
  <ThreadContext value={{ ...useThread(), drafts }}>{children}</ThreadContext>
);

function draw(drafts = new Map<string, string>()) {
  const handlers = { onAllow: vi.fn(), onCancel: vi.fn() };
  const page = (answering?: Answering) => (
    <Around drafts={drafts}>
      <EditCall tool={tool} id="m/c" answering={answering} {...handlers}>
        {null}
      </EditCall>
    </Around>
  );
  const { rerender, unmount } = render(page());
  return { ...handlers, drafts, unmount, answered: (answering: Answering) => rerender(page(answering)) };
}

const field = (name: string) => screen.getByRole<HTMLTextAreaElement>("textbox", { name });
const write = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const description = (name: string) =>
  document.getElementById(field(name).getAttribute("aria-describedby") ?? "")?.textContent;

it("the form does not send while an argument is invalid and focuses it", async () => {
  const { onAllow } = draw();
  expect(document.activeElement).toBe(field("path"));
  write("count", "2,");
  press("Allow with changes");
  expect(field("count").getAttribute("aria-invalid")).toBe("true");
  expect(description("count")).toContain("Invalid JSON: ");
  await waitFor(() => expect(document.activeElement).toBe(field("count")));
  expect(screen.queryByRole("button", { name: "Edit as JSON" })).toBeNull();
  write("count", "3");
  expect(description("count")).toBeUndefined();
  press("Allow with changes");
  expect(onAllow).toHaveBeenCalledExactlyOnceWith({ path: "/notes/bread", count: 3 });
});

it("the form keeps the edit when the server refuses it and shows the reason at the argument", () => {
  const { answered } = draw();
  write("path", "/nowhere");
  const details = [
    { path: "output.input.path", message: "There is no such note" },
    { path: "output.input.colour", message: "Is missing" },
  ];
  const answering: Answering = { state: "failed", output: {}, problem: "Not valid.", details };
  answered(answering);
  expect(field("path").value).toBe("/nowhere");
  expect(description("path")).toBe("There is no such note");
  screen.getByText("colour: Is missing");
  expect(screen.queryByText("Not valid.")).toBeNull();
  answered({ ...answering, details: undefined });
  screen.getByText("Not valid.");
});

it("the form does not send twice", () => {
  const { onAllow, answered } = draw();
  answered({ state: "sending", output: {} });
  fireEvent.keyDown(field("path"), { key: "Enter", metaKey: true });
  press("Allow with changes");
  expect(onAllow).not.toHaveBeenCalled();
});

it("the form keeps the edit while unmounted and discards it on Escape", () => {
  const first = draw();
  write("path", "/notes/rye");
  first.unmount();
  const { onCancel, drafts } = draw(first.drafts);
  expect(field("path").value).toBe("/notes/rye");
  fireEvent.keyDown(field("path"), { key: "Escape" });
  expect(onCancel).toHaveBeenCalledOnce();
  expect(drafts.size).toBe(0);
});

it("the form switches between fields and JSON with the edited values", () => {
  const { onAllow } = draw();
  write("path", "/notes/rye");
  press("Edit as JSON");
  expect(JSON.parse(field("Arguments as JSON").value)).toEqual({ path: "/notes/rye", count: 2 });
  write("Arguments as JSON", '{"path": "/notes/oat", "extra": [1]}');
  press("Edit one by one");
  expect(screen.queryByRole("textbox", { name: "count" })).toBeNull();
  press("Allow with changes");
  expect(onAllow).toHaveBeenCalledExactlyOnceWith({ path: "/notes/oat", extra: [1] });
});
