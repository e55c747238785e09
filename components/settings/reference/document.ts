import * as z from "zod/mini";
import { request } from "@/components/client/request";

/* The parts of the OpenAPI document that the page shows. */

export type Schema = { [key: string]: unknown };
const schema: z.ZodMiniType<Schema> = z.record(z.string(), z.unknown());
const content = z.record(z.string(), z.object({ schema: z.optional(schema) }));

const operation = z.object({
  tags: z.array(z.string()),
  summary: z.string(),
  description: z.optional(z.string()),
  parameters: z.optional(
    z.array(
      z.union([
        z.object({ name: z.string(), in: z.string(), required: z.boolean(), schema }),
        z.object({ $ref: z.string() }),
      ]),
    ),
  ),
  requestBody: z.optional(z.object({ required: z.boolean(), content })),
  responses: z.record(z.string(), z.object({ content: z.optional(content) })),
  security: z.array(z.record(z.string(), z.array(z.string()))),
});

const document = z.object({
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({ schemas: z.record(z.string(), schema) }),
});

export type Operation = z.infer<typeof operation> & { method: string; path: string };
export type Reference = {
  tags: { name: string; description: string; operations: Operation[] }[];
  schemas: Record<string, Schema>;
};

/** Reads the document of this server, with its operations by tag. */
export async function readReference(signal?: AbortSignal): Promise<Reference> {
  const { tags, paths, components } = document.parse(
    await (await request("/api/openapi.json", { signal })).json(),
  );
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({ ...one, path, method: method.toUpperCase() })),
  );
  return {
    tags: tags.map((tag) => ({
      ...tag,
      operations: operations.filter((one) => one.tags.includes(tag.name)),
    })),
    schemas: components.schemas,
  };
}

/** Returns the operations whose path, method or summary contains every word. */
export function search(reference: Reference, text: string): Reference["tags"] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const isFound = ({ method, path, summary }: Operation) => {
    const all = `${method} ${path} ${summary}`.toLowerCase();
    return words.every((word) => all.includes(word));
  };
  return reference.tags
    .map((tag) => ({ ...tag, operations: tag.operations.filter(isFound) }))
    .filter(({ operations }) => operations.length > 0);
}

/** Returns the scope that a token needs; undefined if none may use the operation, "" if any may. */
export function scopeOf({ security }: Operation): string | undefined {
  const scopes = security.find((one) => "token" in one)?.token;
  return scopes && (scopes[0] ?? "");
}
