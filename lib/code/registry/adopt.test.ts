import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { RegistryItem } from "@/lib/shared/components/registry";
import { compile } from "../compile/index";
import { adopt } from "./adopt";
import { itemOf } from "./item";

const SAMPLES = join(import.meta.dirname, "../../../e2e/components/samples");
const all = readdirSync(SAMPLES).map((file) => file.replace(".tsx.txt", ""));
/** One with state, icons and primitives, and one that only browsers can render. */
const SOME = ["shared-cart", "svg-clock"];
const names = process.env.COMPONENTS === "all" ? all : SOME;

const read = (name: string) => readFileSync(join(SAMPLES, `${name}.tsx.txt`), "utf8");
const item = (files: RegistryItem["files"], more: Partial<RegistryItem> = {}): RegistryItem => ({
  ...{ name: "login", type: "registry:block", files },
  ...more,
});

it.each(names)("an item of Easel that is taken in again gives the same item: %s", async (name) => {
  const props_schema = { type: "object", properties: { title: { type: "string" } } };
  const made = await itemOf({ name, description: "A sample", code: read(name), props_schema });
  const taken = adopt(made, []);
  expect(taken).toMatchObject({ name, description: "A sample", props_schema });
  expect((await compile(taken.code)).ok).toBe(true);
  expect(taken.code).not.toMatch(/@filename|@\/lib\/easel|ui\/easel/);
  // Without its wrong types, the component passes the type check.
  const isTyped = made.files?.every(({ path }) => !path.endsWith(".jsx"));
  if (isTyped) expect(await itemOf({ ...taken, name })).toEqual(made);
});

it("several files become one source, and other names of shadcn/ui's folders mean Easel's primitives", async () => {
  const { code, name } = adopt(
    item([
      {
        path: "registry/blocks/login/page.tsx",
        type: "registry:page",
        target: "app/login/page.tsx",
        content:
          '"use client"\nimport { Form } from "@/registry/blocks/login/components/form"\nexport default function Page() { return <Form /> }',
      },
      {
        path: "registry/blocks/login/components/form.tsx",
        type: "registry:component",
        content:
          'import { Button } from "@/registry/new-york/ui/button"\nimport { hint } from "../lib/texts"\nexport const Form = () => <Button className="text-brand">{hint}</Button>',
      },
      {
        path: "registry/blocks/login/lib/texts.ts",
        type: "registry:lib",
        content: 'export const hint = "Sign in"',
      },
    ]),
    [
      item([], {
        name: "theme",
        cssVars: { light: { brand: "red", primary: "blue" }, dark: { brand: "pink" } },
      }),
    ],
  );
  expect(name).toBe("login");
  const compiled = await compile(code);
  expect(compiled).toMatchObject({ ok: true });
  if (!compiled.ok) return;
  expect(compiled.bundle.js).toContain("Sign in");
  expect(compiled.bundle.css).toMatch(/--brand:\s*red/);
  expect(compiled.bundle.css).not.toContain("blue");
});

it("a primitive of another registry is kept", async () => {
  const content =
    'import { cn } from "@/lib/utils"\nexport function Badge(props) { return <b className={cn("x")} {...props} /> }';
  const { code } = adopt(
    item([{ path: "ui/badge.tsx", type: "registry:ui", content }], { type: "registry:ui", name: "badge" }),
    [],
  );
  expect(code).toContain("function Badge");
  expect((await compile(code)).ok).toBe(true);
});

it("an item is refused with the name of everything that Easel lacks", () => {
  const content = `import { motion } from "react-spring"; import db from "@/lib/db"; import { Box } from "@/components/ui/box";
export default () => <motion.div><Box>{db}</Box></motion.div>`;
  const refused = () => adopt(item([{ path: "login.tsx", type: "registry:component", content }]), []);
  expect(refused).toThrow("Easel lacks what this item uses: @/components/ui/box, @/lib/db, react-spring.");
  const theme = item([], { type: "registry:theme" });
  expect(() => adopt(theme, [])).toThrow('An item of type "registry:theme" is no component.');
});
