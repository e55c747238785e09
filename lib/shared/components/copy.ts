import type { PropsSchema } from "./fields";

const MAX_NAME = 60;
const MAX_SCHEMA = 100_000;

/** Returns the title with only the characters that the name of a component may have. */
export function nameFrom(title: string, fallback: string): string {
  const plain = title.normalize("NFD").replace(/\p{M}/gu, "");
  const name = plain
    .replace(/[^A-Za-z0-9_-]+/g, " ")
    .replace(/^[^A-Za-z0-9]+/, "")
    .slice(0, MAX_NAME);
  return name.trim() || fallback;
}

/** Returns a schema with the props as defaults, so that the component looks the same without props. */
export function schemaFrom(props: Record<string, unknown>): PropsSchema | null {
  const properties = Object.entries(props).map(([key, value]) => [key, { default: value }]);
  if (properties.length === 0) return null;
  const schema = { type: "object", properties: Object.fromEntries(properties) };
  return JSON.stringify(schema).length > MAX_SCHEMA ? null : schema;
}

/** Returns "Board 2" for "Board", and "Board 3" for "Board 2". */
export function nextName(name: string): string {
  const [, base = name, number = "1"] = /^(.*\S) (\d{1,6})$/.exec(name) ?? [];
  const end = ` ${Number(number) + 1}`;
  return `${base.slice(0, MAX_NAME - end.length).trim()}${end}`;
}
