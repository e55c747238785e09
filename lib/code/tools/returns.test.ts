import { expect, test } from "vitest";
import { assertReturns } from "./returns";

test.each([
  "return 1",
  "const a = 1;\nreturn a;",
  "if (args.n) { return 1 }",
  "for (const x of args.list) return x;",
  "setTimeout(() => resolve(1), 10);",
  "const f = async () => { resolve(await fetch('https://a.example')) };\nf();",
  "try { await state.get('a') } catch (e) { throw e }",
  "throw new Error('not yet')",
  "const n: number = args.n as number;\nreturn n satisfies number",
  "label: { return /return/.test('x') }",
])("assertReturns accepts %j", (code) => {
  expect(() => assertReturns(code)).not.toThrow();
});

test.each([
  ["async function run(args) { return args.n * 2 }", "end with `return run(args);`"],
  ["(args) => { return args.n }", "write only the body of the function"],
  ["async ({ n }) => n * 2", "write only the body of the function"],
  ["function double(n) { return n * 2 }\ndouble(args.n)", "Write `return double(args.n);`"],
  ["args.n * 2;", "Write `return args.n * 2;`"],
  ["await state.set('a', 1)", "Write `return await state.set('a', 1);`"],
  ["const a = [1].map((n) => { return n })", "End with `return value;`"],
  ["(async () => { return 1 })", "write only the body of the function"],
  ["return\n{ a: 1 }", "End with `return value;`"],
  ["if (args.n) { return; }", "End with `return value;`"],
  ["const o = { resolve: 1, 'return': 2 }", "End with `return value;`"],
  ["// return 1\n'return 2'", "return 'return 2';"],
])("assertReturns rejects %j: %s", (code, message) => {
  expect(() => assertReturns(code)).toThrow(message);
});
