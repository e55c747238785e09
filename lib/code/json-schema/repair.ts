import { formatPath } from "@/lib/shared/issues";
import { Evaluator } from "./evaluate";
import { translate, typeNamed } from "./repair-dialect";
import { ALONE, BY_NAME, IN_LIST } from "./resources";
import { isObject, type JsonSchema } from "./subject";

export type RepairedSchema = { schema: JsonSchema; notes: string[] };

type Path = readonly (string | number)[];

const MAX_LEVELS = 60;
const MAX_NOTES = 20;
const STRING_KEYWORDS = new Set([
  "$schema",
  "$id",
  "$ref",
  "$anchor",
  "$comment",
  "title",
  "description",
  "format",
]);
const NUMBERS = new Set(["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]);
const COUNTS = /^(min|max)(Length|Items|Contains|Properties)$/;
const MAY_BE_NULL = new Set(["const", "default", "enum", "examples", "example"]);

/**
 * Repairs common mistakes of programs that write schemas: keywords that are null, an empty object that PHP
 * wrote as a list, draft 4, types of other languages, patterns of another dialect, empty lists of choices.
 * The result is JSON Schema 2020-12 or draft-07, except for errors that `problemOfSchema` reports. Does not
 * change `source`.
 */
export function repairSchema(source: unknown): RepairedSchema {
  const repairer = new SchemaRepairer();
  const root = repairer.root(source);
  repairer.dropLostRefs(root);
  return { schema: root, notes: repairer.notes };
}

class SchemaRepairer {
  readonly notes: string[] = [];

  root(source: unknown): JsonSchema {
    if (!isObject(source)) {
      this.note([], "has no schema, so it takes no arguments");
      return { type: "object", properties: {} };
    }
    const schema = this.node(source, []);
    const isList = Array.isArray(schema.type) && schema.type.includes("object");
    return schema.type === undefined || isList ? { ...schema, type: "object" } : schema;
  }

  dropLostRefs(schema: JsonSchema): void {
    let lost: { node: JsonSchema; keyword: string }[];
    try {
      const { resources } = new Evaluator(schema);
      lost = resources.refs.filter(
        ({ node, keyword }) => !resources.find(String(node[keyword]), resources.baseOf(node, resources.root)),
      );
    } catch {
      // `problemOfSchema` reports this schema.
      return;
    }
    for (const { node, keyword } of lost) {
      this.note(
        [],
        `refers to ${JSON.stringify(node[keyword])}, which is not in it: any value is accepted there`,
      );
      delete node[keyword];
    }
  }

  private note(path: Path, what: string): void {
    if (this.notes.length < MAX_NOTES) this.notes.push([formatPath(path), what].filter(Boolean).join(" "));
  }

  private inner(source: unknown, path: Path): unknown {
    if (typeof source === "boolean") return source;
    if (isObject(source)) return path.length > MAX_LEVELS * 2 ? source : this.node(source, path);
    const type = typeof source === "string" ? typeNamed(source) : undefined;
    this.note(
      path,
      type ? `was the type name ${type} instead of a schema` : "is not a schema: any value is accepted",
    );
    return type ? { type } : {};
  }

  private node(source: JsonSchema, path: Path): JsonSchema {
    const entries = Object.entries(source).flatMap(([key, value]): [string, unknown][] => {
      const isLost = value === null && !MAY_BE_NULL.has(key);
      if (isLost) this.note([...path, key], "was null");
      const repaired = isLost ? undefined : this.keyword(key, value, path);
      return repaired === undefined ? [] : [[key, repaired]];
    });
    const node: JsonSchema = Object.fromEntries(entries);
    translate(node, (key, what) => this.note([...path, key], what));
    this.required(source, node, path);
    return node;
  }

  private keyword(key: string, value: unknown, path: Path): unknown {
    const here = [...path, key];
    if (BY_NAME.has(key)) return this.byName(value, here);
    if (key === "type") return this.type(value, here);
    if (key === "enum") return this.choices(value, here);
    // Repair only a list here. `required` repairs `required: true` in properties, and `translate` the bounds,
    // because both need the whole schema.
    if (key === "required") return Array.isArray(value) ? this.names(value, here) : undefined;
    if (IN_LIST.has(key) && Array.isArray(value)) {
      if (value.length > 0) return value.map((one, at) => this.inner(one, [...here, at]));
      this.note(here, "was an empty list");
      return undefined;
    }
    if (IN_LIST.has(key) && !ALONE.has(key))
      return isObject(value) ? [this.node(value, here)] : this.drop(here);
    if (ALONE.has(key)) {
      if (value === "true" || value === "false") return value === "true";
      return Array.isArray(value) ? this.drop(here) : this.inner(value, here);
    }
    if (STRING_KEYWORDS.has(key)) return typeof value === "string" ? value : this.drop(here);
    if (key === "uniqueItems") return typeof value === "boolean" ? value : this.drop(here);
    if (key === "examples") return Array.isArray(value) ? value : [value];
    if (NUMBERS.has(key)) return this.number(key, value, here);
    if (COUNTS.test(key)) {
      const count = numberOf(value);
      return count !== undefined && Number.isInteger(count) && count >= 0 ? count : this.drop(here);
    }
    return value;
  }

  private drop(path: Path): undefined {
    this.note(path, "could not be read and is not checked");
  }

  private byName(value: unknown, path: Path): unknown {
    if (Array.isArray(value) && value.length === 0) {
      this.note(path, "was an empty list");
      return {};
    }
    // Leave a list with entries for `problemOfSchema`, because repairing it would lose arguments.
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [
        name,
        // `dependencies` may have a list of names instead of a schema.
        path.at(-1) === "dependencies" && Array.isArray(one) ? one : this.inner(one, [...path, name]),
      ]),
    );
  }

  private type(value: unknown, path: Path): unknown {
    const names = [value].flat();
    const types = names.map((one) => (typeof one === "string" ? typeNamed(one) : undefined));
    // Leave an unknown type for `problemOfSchema`.
    if (types.includes(undefined)) return value;
    const distinct = [...new Set(types.filter((one) => one !== null))];
    if (names.some((one, at) => one !== types[at])) this.note(path, `was ${JSON.stringify(value)}`);
    if (types.includes(null) || distinct.length === 0) return undefined;
    return distinct.length === 1 ? distinct[0] : distinct;
  }

  private choices(value: unknown, path: Path): unknown {
    const choices = Array.isArray(value) ? value : isObject(value) ? [] : [value];
    if (choices.length > 0) {
      if (!Array.isArray(value)) this.note(path, "was not a list");
      const seen = new Set<string>();
      return choices.filter((one) => {
        const text = JSON.stringify(one);
        return seen.has(text) ? false : seen.add(text);
      });
    }
    this.note(path, "had no values, so any is accepted");
    return undefined;
  }

  private names(value: readonly unknown[], path: Path): string[] {
    const names = [...new Set(value.filter((one) => typeof one === "string"))];
    if (names.length < new Set(value).size) this.note(path, "had entries that are not names");
    return names;
  }

  private number(key: string, value: unknown, path: Path): unknown {
    // In draft 4, `exclusiveMinimum` and `exclusiveMaximum` are booleans.
    if (typeof value === "boolean" && key.startsWith("exclusive")) return value;
    const number = numberOf(value);
    return number !== undefined && (key !== "multipleOf" || number > 0) ? number : this.drop(path);
  }

  /** Draft 3 and many handwritten schemas mark properties as required individually. */
  private required(source: JsonSchema, node: JsonSchema, path: Path): void {
    if (source.required != null && !Array.isArray(source.required) && typeof source.required !== "boolean")
      this.drop([...path, "required"]);
    if (!isObject(source.properties)) return;
    const flagged = Object.entries(source.properties).flatMap(([name, one]) =>
      isObject(one) && one.required === true ? [name] : [],
    );
    if (flagged.length === 0) return;
    this.note([...path, "properties"], "marked individual properties as required");
    node.required = [...new Set([...(Array.isArray(node.required) ? node.required : []), ...flagged])];
  }
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}
