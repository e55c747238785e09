import { expect, test } from "vitest";
import { mayAct } from "./effects";

test.each([
  "return args.a * args.b",
  `return (await fetch(\`https://api.test/\${encodeURIComponent(args.city)}?u=\${args.unit}\`)).json()`,
  'const answer = await fetch("https://api.test/" + args.path);\nreturn answer.text()',
  "const all = await state.get('list'); return [all.length, (await state.list('a')).length]",
  "// Stores nothing, this one: state.set would.\nreturn 1",
  "const [first, second] = args.list; for (const one of [first, second]) console.log(one); return args.list[0]",
  'return args["plain name"]',
])("only reads: %s", (code) => {
  expect(mayAct(code)).toBe(false);
});

test.each([
  "await state.set('a', 1)",
  "const s = state; await s.set('a', 1)",
  "const { set } = state; set('a', 1)",
  "await state?.delete('a')",
  "await fetch(args.url, { method: 'POST' })",
  "await fetch(...args.all)",
  "await fetch(args.url.replace(/\"/, ''), { method: 'PUT' })",
  "const get = fetch; get('https://a.test', { method: 'DELETE' })",
  "return eval(args.code)",
  "return new Function(args.code)()",
  "return (() => 1).constructor(args.code)()",
  "return handlers[args.name](args.value)",
  "const { [args.key]: found } = make; return found",
  "return (function () { return this })()",
  "return st\\u0061te.set('a', 1)",
  "return Object.getOwnPropertyDescriptors(make)",
  "return await import(args.name)",
  `const text = \`\n// \${await state.set('a', 1)}\``,
  `const text = \`\n// \${await state.set('a', 1)}\n\``,
  "/* a comment\n// that ends here */ await state.set('a', 1)",
  "fetch(args.url <!-- )\n, { method: 'POST' })",
  "fetch(args.url\n--> )\n, { method: 'POST' })",
  "const text = 'a\\\n// '; await state.set('a', 1)",
  "// a comment ends here\u2028await state.set('a', 1)",
])("may act: %s", (code) => {
  expect(mayAct(code)).toBe(true);
});
