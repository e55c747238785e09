import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { blocks } from "@/lib/shared/blocks";
import { renderBlocksInput } from "@/lib/shared/blocks/index";
import { TabsBlock } from "./layout";
import { memory } from "./testing/memory";

it("the selected tab is stored with the surface by its label", () => {
  const stored = memory();
  const draw = (tabs: readonly object[]) => {
    const [block] = renderBlocksInput.parse({ blocks: [{ type: "tabs", tabs }] }).blocks;
    if (block?.type !== "tabs") throw new Error("These are no tabs");
    return render(<TabsBlock block={block} growing={false} ask={{ state: "answered", stored }} />);
  };
  const chosen = () => screen.getByRole("tab", { selected: true }).textContent;
  const { tabs } = blocks.tabs.example;
  const first = draw(tabs);
  expect(chosen()).toBe("Week");
  for (const tab of screen.getAllByRole("tab"))
    expect(document.getElementById(tab.getAttribute("aria-controls") ?? "")?.role).toBe("tabpanel");
  fireEvent.mouseDown(screen.getByRole("tab", { name: "Dates" }), { button: 0 });
  expect(chosen()).toBe("Dates");
  first.unmount();
  const [week, dates] = tabs;
  const second = draw([{ ...week, label: "Today" }, week, dates].flatMap((one) => (one ? [one] : [])));
  expect(chosen()).toBe("Dates");
  second.unmount();
  draw([{ ...week, label: "Today" }, week].flatMap((one) => (one ? [one] : [])));
  expect(chosen()).toBe("Today");
});
