import { init, parse } from "es-module-lexer";
import { expect, it } from "vitest";
import { elementModule } from "./element";

const code = `export default function Cart({ title }: { title: string }) {
  return <Card><CardTitle className="text-primary">{title}</CardTitle><Button onClick={() => callTool("pay")}>Pay</Button></Card>;
}`;
const schema = { type: "object", properties: { title: { type: "string" }, count: { type: "number" } } };

it("an element is one module that imports nothing, with its styles and the types of its attributes", async () => {
  const text = await elementModule("My Cart", code, schema);
  await init();
  expect(parse(text)[0].filter((each) => each.type !== "import-meta")).toEqual([]);
  expect(text).toContain('tag:"easel-my-cart"');
  expect(text).toMatch(/props:\{title:"string",count:"number"\}/);
  expect(text).toContain(".easel-root");
  expect(text).not.toMatch(/@font-face|:root\b/);
});

it("an element is refused if its code waits when it loads", async () => {
  const waiting = elementModule(
    "x",
    "const a = await Promise.resolve(1);\nexport default () => <b>{a}</b>;",
    null,
  );
  await expect(waiting).rejects.toThrow("top-level await");
});
