import { expect, test } from "vitest";
import { compile } from "@/lib/compile/index";
import type { Verdict } from "@/lib/shared/components/contract";
import { gate } from "./gate";

async function verdict(source: string, props: Record<string, unknown> = {}): Promise<Verdict> {
  const compiled = await compile(source);
  if (!compiled.ok) throw new Error(compiled.error.message);
  return gate({ hash: "h", runtime: "r", ...compiled.bundle }, props);
}

test("a component that draws something passes", async () => {
  expect(await verdict("export default ({ name }) => <Button>{name}</Button>;", { name: "Go" })).toEqual({
    verdict: "passed",
  });
});

test("one that draws only shapes passes, and so does one that follows the agent's state", async () => {
  expect(await verdict('export default () => <div className="size-8 bg-red-500" />;')).toEqual({
    verdict: "passed",
  });
  const state = 'export default () => { const [n] = useAgentState("n", 3); return <b>{n}</b>; };';
  expect(await verdict(state)).toEqual({ verdict: "passed" });
});

test("one that throws fails with the message and the line of its own source", async () => {
  const source =
    "type P = { user: { name: string } };\nexport default function App({ user }: P) {\n  return <p>{user.name}</p>;\n}";
  expect(await verdict(source)).toEqual({
    verdict: "failed",
    message: expect.stringMatching(
      /drawn: Cannot read properties of undefined \(reading 'name'\) \(line 3\)$/,
    ),
  });
});

test("one that fails while it is loaded or in an effect fails", async () => {
  expect(await verdict('throw new Error("early");\nexport default () => null;')).toMatchObject({
    message: expect.stringContaining("early"),
  });
  const effect =
    'export default () => { useEffect(() => { throw new Error("late"); }, []); return <p>Hi</p>; };';
  expect(await verdict(effect)).toMatchObject({ message: expect.stringContaining("late") });
});

test("one that draws nothing fails", async () => {
  expect(await verdict("export default () => <div><span /></div>;")).toMatchObject({
    message: expect.stringContaining("draws nothing"),
  });
});

test("one that never ends is given up, and the next one passes", async () => {
  expect(await verdict("export default () => { for (;;) {} };")).toMatchObject({
    message: expect.stringContaining("within"),
  });
  expect(await verdict("export default () => <p>Still here</p>;")).toEqual({ verdict: "passed" });
});
