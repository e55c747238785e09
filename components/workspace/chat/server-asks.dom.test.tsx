import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { ServerAsks } from "./approval/server-asks";

const schema = {
  type: "object",
  properties: {
    colour: { type: "string", description: "Of the wall" },
    coats: { type: "integer", default: 2 },
  },
  required: ["colour"],
};

function drawn(asked: Parameters<typeof ServerAsks>[0]["asked"], input: unknown = { wall: 1 }) {
  const handlers = { onAllow: vi.fn(), onReject: vi.fn() };
  render(<ServerAsks asked={asked} input={input} isSending={false} {...handlers} />);
  return handlers;
}

it("ServerAsks shows a form with its defaults and sends it with the call's input", () => {
  const { onAllow } = drawn([{ kind: "form", message: "Which colour?", schema }]);
  screen.getByText("Which colour?");
  const answer = screen.getByRole("button", { name: "Answer" });
  expect(answer.hasAttribute("disabled")).toBe(true);
  fireEvent.change(screen.getByRole("textbox", { name: /^colour/ }), { target: { value: "red" } });
  fireEvent.submit(answer.closest("form") as HTMLFormElement);
  expect(onAllow).toHaveBeenCalledWith({ wall: 1, answers_to_server: { colour: "red", coats: 2 } });
});

it("ServerAsks labels fields and choices with the server's titles", () => {
  const properties = {
    size: {
      type: "string",
      title: "How big",
      oneOf: [
        { const: "s", title: "Small" },
        { const: "l", title: "Large" },
      ],
    },
    kind: { type: "string", enum: ["a"], enumNames: ["Apple"] },
    odd: { type: "array", items: { enum: ["x"] }, default: "x" },
    rooms: {
      type: "array",
      items: {
        anyOf: [
          { const: "k", title: "Kitchen" },
          { const: "b", title: "Bath" },
        ],
      },
    },
  };
  const { onAllow } = drawn([{ kind: "form", message: "Which?", schema: { type: "object", properties } }]);
  const size = screen.getByRole("combobox", { name: "How big" });
  fireEvent.change(size, { target: { value: '"l"' } });
  screen.getByRole("option", { name: "Small" });
  screen.getByRole("option", { name: "Apple" });
  fireEvent.click(screen.getByRole("checkbox", { name: "x" }));
  fireEvent.click(screen.getByRole("checkbox", { name: "Bath" }));
  fireEvent.click(screen.getByRole("checkbox", { name: "Kitchen" }));
  fireEvent.submit(size.closest("form") as HTMLFormElement);
  expect(onAllow).toHaveBeenCalledWith({
    wall: 1,
    answers_to_server: { size: "l", odd: ["x"], rooms: ["k", "b"] },
  });
});

it("ServerAsks shows the full URL of a page to open, and the exact request to the model", () => {
  const { onAllow, onReject } = drawn([
    { kind: "address", message: "Sign in", url: "https://house.example/in?x=1" },
    { kind: "sample", system: "Be short.", messages: [{ role: "user", text: "A name" }], maxTokens: 50 },
  ]);
  expect(screen.getByRole("link", { name: "https://house.example/in?x=1" }).getAttribute("rel")).toContain(
    "noopener",
  );
  for (const text of ["Be short.", "A name"]) screen.getByText(text);
  fireEvent.click(screen.getByRole("button", { name: "Allow" }));
  expect(onAllow).toHaveBeenCalledWith({ wall: 1 });
  fireEvent.click(screen.getByRole("button", { name: "Reject…" }));
  expect(onReject).toHaveBeenCalled();
});
