import type { PropsSchema } from "@/lib/shared/components/fields";

const MAX_LEVELS = 6;
/** Recursive schemas could otherwise produce values without end. */
const MAX_VALUES = 200;

/**
 * Returns props for testing a component: the schema's defaults and examples, or values of the right type.
 * They do not always satisfy the schema.
 */
export function sampleProps(schema: PropsSchema | null): Record<string, unknown> {
  const found = schema ? new Sampler(schema).sample(schema, 0) : {};
  return isObject(found) ? found : {};
}

class Sampler {
  private left = MAX_VALUES;
  /**
   * Index of the sampled item in its array. Sample values contain it, so that the items have unique keys and
   * names.
   */
  private place = 0;
  private readonly root: PropsSchema;

  constructor(root: PropsSchema) {
    this.root = root;
  }

  sample(schema: unknown, level: number): unknown {
    if (!isObject(schema) || level > MAX_LEVELS || this.left-- <= 0) return null;
    const { examples, enum: values, $ref, oneOf, anyOf, allOf } = schema;
    if ("default" in schema) return schema.default;
    if (Array.isArray(examples) && examples.length > 0) return examples[0];
    if ("const" in schema) return schema.const;
    if (Array.isArray(values) && values.length > 0) return values[this.place % values.length];
    if (typeof $ref === "string") return this.sample(target(this.root, $ref), level + 1);
    for (const choices of [oneOf, anyOf])
      if (Array.isArray(choices)) return this.sample(choices[0], level + 1);
    const all = Array.isArray(allOf) ? allOf.map((one) => this.sample(one, level + 1)) : [];
    const own = this.ofType(schema, level);
    return all.length > 0 && all.every(isObject) ? Object.assign({}, ...all, own) : (own ?? all[0]);
  }

  private ofType(schema: Record<string, unknown>, level: number): unknown {
    const { type, minimum, maximum } = schema;
    switch (Array.isArray(type) ? type[0] : (type ?? kindOf(schema))) {
      case "object":
        return this.object(schema, level);
      case "array":
        return this.array(schema, level);
      case "string":
        return this.text(schema);
      case "number":
      case "integer":
        return Math.max(
          numberOr(minimum, -Infinity),
          Math.min(1 + this.place, numberOr(maximum, 1 + this.place)),
        );
      case "boolean":
        return true;
      default:
        return null;
    }
  }

  private object({ properties }: Record<string, unknown>, level: number): unknown {
    const named = Object.entries(isObject(properties) ? properties : {});
    return Object.fromEntries(named.map(([name, one]) => [name, this.sample(one, level + 1)]));
  }

  private array({ items, prefixItems, minItems }: Record<string, unknown>, level: number): unknown {
    const each = [items, prefixItems].find(Array.isArray);
    if (each) return each.map((one) => this.sample(one, level + 1));
    const length = Math.min(Math.max(numberOr(minItems, 2), 0), 20);
    if (!isObject(items)) return [];
    const outer = this.place;
    const made = Array.from({ length }, (_, place) => {
      this.place = place;
      return this.sample(items, level + 1);
    });
    this.place = outer;
    return made;
  }

  private text({ format, minLength, maxLength }: Record<string, unknown>): string {
    const example = FORMATS.get(String(format));
    if (example)
      return this.place === 0 ? example : example.replace(/\d(?=\D*$)|(?=@|\/$)/, String(this.place + 1));
    const number = this.place === 0 ? "" : ` ${this.place + 1}`;
    const word = "Example".padEnd(Math.min(numberOr(minLength, 0), 200) - number.length, "x");
    return word.slice(0, Math.max(0, numberOr(maxLength, 200) - number.length)) + number;
  }
}

const FORMATS = new Map([
  ["date", "2026-01-15"],
  ["date-time", "2026-01-15T09:30:00Z"],
  ["time", "09:30:00Z"],
  ["email", "someone@example.com"],
  ["uri", "https://example.com/"],
  ["url", "https://example.com/"],
  ["uuid", "3f2b8c1e-5d4a-4e6f-9b7a-1c2d3e4f5a6b"],
]);

const kindOf = (schema: Record<string, unknown>) =>
  "properties" in schema ? "object" : "items" in schema || "prefixItems" in schema ? "array" : undefined;

function target(root: PropsSchema, ref: string): unknown {
  const keys = ref.split("/").slice(1);
  return keys.reduce<unknown>(
    (at, key) => (isObject(at) ? at[key.replaceAll("~1", "/").replaceAll("~0", "~")] : undefined),
    root,
  );
}

const numberOr = (value: unknown, other: number) => (typeof value === "number" ? value : other);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
