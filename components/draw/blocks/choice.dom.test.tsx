import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { blocks } from "@/lib/shared/blocks";
import { blocksAnswer } from "@/lib/shared/blocks/answer";
import { renderBlocksInput } from "@/lib/shared/blocks/index";
import { ChoiceBlock } from "./choice";
import { memory } from "./testing/memory";

const block = (more: object = {}) => {
  const [one] = renderBlocksInput.parse({ blocks: [{ ...blocks.choice.example, ...more }] }).blocks;
  if (one?.type !== "choice") throw new Error("It is no choice");
  return one;
};

it("the user selects a card by name; the choice is stored with the surface, and sent once", async () => {
  const stored = memory();
  const sent: unknown[] = [];
  const ask = {
    state: "waiting",
    stored,
    onAnswer: async (output: unknown) => void sent.push(output),
  } as const;
  render(<ChoiceBlock block={block()} growing={false} ask={ask} />);
  const group = screen.getByRole("group", { name: "Which flat should we visit first?" });
  expect(group.querySelectorAll("input[type=radio]")).toHaveLength(2);
  expect(screen.getByRole("button", { name: "Choose" })).toMatchObject({
    disabled: true,
    title: "Choose a card first",
  });
  fireEvent.click(screen.getByRole("radio", { name: /Old mill/ }));
  expect(stored.value).toEqual(["mill"]);
  fireEvent.click(screen.getByRole("button", { name: "Choose" }));
  await screen.findByText("Sent");
  expect(sent).toEqual([{ action: "choose", choice: "mill" }]);
  expect(blocksAnswer({ blocks: [block()] }).parse(sent[0])).toEqual(sent[0]);
});

it("the selected card is restored when the stored value arrives", async () => {
  const stored = memory();
  render(
    <ChoiceBlock
      block={block()}
      growing={false}
      ask={{ state: "waiting", stored: { ...stored, ready: async () => stored.write(["mill"]) } }}
    />,
  );
  await waitFor(() =>
    expect(screen.getByRole("radio", { name: /Old mill/ })).toHaveProperty("checked", true),
  );
});

it("several cards are accepted as a list, and unknown values are rejected", () => {
  const answer = blocksAnswer({ blocks: [block({ multiple: true })] });
  const choice = (choice: unknown) => answer.safeParse({ action: "choose", choice });
  expect(choice(["mill", "river", "mill"]).data).toEqual({ action: "choose", choice: ["mill", "river"] });
  for (const wrong of ["mill", [], ["nope"]]) expect(choice(wrong).success).toBe(false);
});

it("the chosen card is shown after the answer, without a button", () => {
  const answer = { action: "choose", choice: "mill" };
  render(<ChoiceBlock block={block()} growing={false} ask={{ state: "answered", answer }} />);
  expect(screen.getByRole("radio", { name: /Old mill/ })).toHaveProperty("checked", true);
  expect(screen.queryByRole("button")).toBeNull();
});

it("a card image from the web is rejected", () => {
  const options = [
    { value: "a", label: "A", image: "https://example.com/a.png" },
    { value: "b", label: "B" },
  ];
  const { error } = renderBlocksInput.safeParse({ blocks: [{ type: "choice", label: "Which?", options }] });
  expect(error?.issues[0]?.path).toEqual(["blocks", 0, "options", 0, "image"]);
});
