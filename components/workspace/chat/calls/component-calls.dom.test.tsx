import { expect, it } from "vitest";
import { FakeServer } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import type { ToolPart } from "@/lib/shared/chat/parts";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { DeskContext, EMPTY_DESK } from "../desk";
import { ComponentCalls } from "./component-calls";

const part = (toolName: string, input: object, more: Partial<ToolPart> = {}): ToolPart => ({
  ...{ toolCallId: "1", toolName, state: "input-streaming", input, output: undefined },
  ...{ errorText: undefined, isApproved: undefined, edited: undefined, ...more },
});
const create = part("create_ui_component", { name: "Plan", code: "export default () => <p>\n  Rye" });
const update = part("update_ui_component", {
  name: "Plan",
  edits: [{ find: "a", replace: "const b = 1;\n" }],
});

function draw(tool: ToolPart, surfaces: Partial<Surface>[] = []) {
  const desk = { ...EMPTY_DESK, surfaces: surfaces as Surface[] };
  const server = new FakeServer().on("GET /api/components/Plan", () => ({
    ...{ name: "Plan", description: "", code: "a", props_schema: null, version: 1, updatedAt: "" },
  }));
  const page = (
    <DeskContext value={desk}>
      <ComponentCalls tools={[tool]} messageId="m" />
    </DeskContext>
  );
  return drawPage(page, { server }).container.textContent;
}

it("a library component is previewed in the chat if no surface shows it", () => {
  expect(draw(create)).toContain("Being written, 2 lines");
  expect(draw(update)).toContain("Being changed, 1 edit");
  expect(draw({ ...create, state: "input-available" })).toContain("Being tried out");
  expect(draw(update, [{ change: { id: "m/1", input: {}, isWritten: false } }])).toBe("");
  expect(draw({ ...create, state: "output-available", output: {} })).toBe("");
  expect(draw(part("create_ui_component", { name: "Plan", from_surface: "s1" }))).toBe("");
});
