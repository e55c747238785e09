import type { UIMessage } from "ai";
import { expect, it } from "vitest";
import { agent, conversation, written } from "./testing";

const drawn = (input: unknown, over: object = {}, metadata?: object): UIMessage => ({
  ...agent({
    type: "tool-render_and_wait",
    toolCallId: "1",
    state: "output-available",
    input,
    output: { action: "save", rows: 3 },
    ...over,
  } as UIMessage["parts"][number]),
  metadata,
});

it("the export of a component contains the component's name, data and answer", async () => {
  const shown = { bundle: "b", name: "board", version: 4 };
  const message = drawn({ component: "board", props: { ideas: 12 } }, {}, { calls: { "1": { shown } } });
  const html = await written(conversation([message]));
  expect(html).toContain("<h3>Board</h3>");
  expect(html).toMatch(/Component <code>board<\/code>, version 4/);
  expect(html).toMatch(/Input.*ideas.*Answer.*rows/s);
});

it("the export of a component contains no answer of a component that was only shown", async () => {
  const message = drawn({ code: "…", wait: false }, { output: { action: "shown", surface: "s1a2b3c" } });
  expect(await written(conversation([message]))).not.toMatch(/Answer|s1a2b3c/);
});

it("the export of a component contains the code of an unnamed component, and does not run it", async () => {
  const code = "export default () => <b>{'</script><script>alert(1)</script>'}</b>";
  const html = await written(conversation([drawn({ code, title: "Mine" })]));
  expect(html).toContain("A component for this sheet");
  expect(html).not.toContain("<script>alert");
});
