import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { drawPage } from "@/components/client/testing/page";
import type { ToolsetView, ToolView } from "@/lib/shared/tools/view";
import { AfterWeb } from "./after-web";

const tool = (name: string, afterWeb?: ToolView["afterWeb"]): ToolView => ({
  ...{ name, description: "", inputSchema: {}, policy: "allow", enabled: true, pauses: false, afterWeb },
});
const toolset = (rest: Partial<ToolsetView>): ToolsetView => ({
  ...{ id: "memory", title: "Memory", category: "Tools", mode: "on", available: true, instructions: "" },
  ...{ afterWeb: "ask", tools: [tool("keep", "concerned"), tool("forget", "trusted"), tool("recall")] },
  ...rest,
});
function draw(change: Partial<ToolsetView> = {}) {
  const [onChoose, onAskAgain] = [vi.fn(), vi.fn()];
  drawPage(<AfterWeb toolset={toolset(change)} onChoose={onChoose} onAskAgain={onAskAgain} />);
  return { onChoose, onAskAgain };
}
const select = () => screen.getByLabelText<HTMLSelectElement>("After reading the web (Memory)");

it("AfterWeb names the tools restricted after reading the web, and reports another choice", () => {
  const { onChoose } = draw();
  screen.getByText(/calls of keep or forget that change something need your approval\.$/);
  fireEvent.change(select(), { target: { value: "deny" } });
  expect(onChoose).toHaveBeenCalledExactlyOnceWith("deny");
});

it("AfterWeb lists trusted tools, and revokes the trust of one", () => {
  const { onAskAgain } = draw();
  expect(screen.getAllByRole("button")).toHaveLength(1);
  fireEvent.click(screen.getByRole("button", { name: "Ask again about forget" }));
  expect(onAskAgain).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: "forget" }));
});

it("no trust can be revoked if all calls are denied, and many tools are not named one by one", () => {
  draw({ afterWeb: "deny", tools: Array.from({ length: 6 }, (_, n) => tool(`keep_${n}`, "trusted")) });
  screen.getByText(/calls of its tools that change something are refused\.$/);
  expect(screen.queryByRole("button")).toBeNull();
});

it("AfterWeb mentions that writes by components on the canvas are restricted too", () => {
  draw({ id: "state" });
  screen.getByText(/This includes data that components store\.$/);
});

it("AfterWeb renders no control for a toolset whose tools write nothing", () => {
  draw({ afterWeb: undefined });
  expect(screen.queryByRole("combobox")).toBeNull();
});
