import { globSync } from "node:fs";
import { join } from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { z } from "zod";
import { type ApiDocument, describeApi, operationId, type RouteMethod } from "@/lib/doors/api/document";
import { INTERNAL, TAGS } from "@/lib/doors/api/operations/index";
import type { Handler } from "@/lib/platform/http/route";

/*
 * `lib/doors/api/openapi.json` is generated from the routes. If this test reports a difference, run
 * `npx vitest run app/openapi.test.ts -u`.
 */

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const DOCUMENT = "../lib/doors/api/openapi.json";

async function routeMethods(): Promise<RouteMethod[]> {
  const files = globSync("{api,v1,ag-ui}/**/route.ts", { cwd: import.meta.dirname }).sort();
  const found: RouteMethod[] = [];
  for (const file of files) {
    const route: Partial<Record<string, Handler>> = await import(
      /* @vite-ignore */ join(import.meta.dirname, file)
    );
    const path = `/${file.replace("/route.ts", "").replace(/\[+(?:\.\.\.)?(\w+)\]+/g, "{$1}")}`;
    for (const method of METHODS) {
      const { accepts, fromPage } = route[method] ?? {};
      if (accepts) found.push({ method, path, accepts, ...(fromPage && { fromPage }) });
    }
  }
  return found;
}

/** Names the schemas that lib/shared exports, unless two have the same name. */
async function namesOfSchemas() {
  const names = z.registry<{ id: string }>();
  const byName = new Map<string, z.core.$ZodType | null>();
  for (const file of globSync("lib/shared/**/*.ts", { cwd: join(import.meta.dirname, "..") }).sort()) {
    if (/\.test\.|\/(i18n|frame|testing)\//.test(file)) continue;
    const module: Record<string, unknown> = await import(
      /* @vite-ignore */ join(import.meta.dirname, "..", file)
    );
    for (const [key, value] of Object.entries(module)) {
      if (!(value instanceof z.core.$ZodType) || names.has(value)) continue;
      const name = key.charAt(0).toUpperCase() + key.slice(1);
      byName.set(name, byName.has(name) ? null : value);
    }
  }
  for (const [id, schema] of byName) if (schema) names.add(schema, { id });
  return names;
}

const routes = await routeMethods();
const names = await namesOfSchemas();
const described = new Set(TAGS.flatMap(({ operations }) => Object.keys(operations)));
const isInternal = (path: string) =>
  Object.keys(INTERNAL).some((one) =>
    one.endsWith("/*") ? path.startsWith(one.slice(0, -1)) || path === one.slice(0, -2) : path === one,
  );

test("every route is described or listed as internal, and none is both", () => {
  const keys = routes.map(({ method, path }) => `${method} ${path}`);
  const isOpen = (key: string) => !isInternal(key.split(" ")[1] ?? "");
  expect([...described].sort()).toEqual(keys.filter(isOpen).sort());
});

test("summaries are one sentence", () => {
  const wrong = TAGS.flatMap(({ operations }) => Object.values(operations))
    .map(({ summary }) => summary)
    .filter((summary) => !/^[A-Z][^\n]{8,110}\.$/.test(summary));
  expect(wrong).toEqual([]);
});

test("the stored document is the one of the routes, and valid", async () => {
  const document: ApiDocument = describeApi(routes, TAGS, names);
  await expect(`${JSON.stringify(document, null, 1)}\n`).toMatchFileSnapshot(DOCUMENT);
  const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)));
  expect(errors ?? [], "errors").toEqual([]);
  expect(valid).toBe(true);
  const ids = routes.map(({ method, path }) => operationId(method, path));
  expect(new Set(ids).size).toBe(ids.length);
});
