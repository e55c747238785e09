import { MODIFIERS } from "./modifiers.mjs";
import { take } from "./steps.mjs";
import { apply } from "./update.mjs";
import { isPlain } from "./values.mjs";

/** What an upsert begins with: what the filter says that fields are. */
export function seedOf(filter) {
  const taken = new Map();
  const document = {};
  const collect = (conditions) => {
    for (const [path, value] of Object.entries(conditions)) {
      if (path === "$and") for (const one of value) collect(one);
      else if (path === "$or" && value.length === 1) collect(value[0]);
      else if (path === "$expr") throw new Error("$expr is not allowed in the query predicate for an upsert");
      else if (!path.startsWith("$")) {
        const given = equalTo(value);
        if (given === undefined) continue;
        const names = path.split(".");
        try {
          take(taken, names, path);
        } catch {
          throw new Error(`cannot infer query fields to set, path '${path}' is matched twice`);
        }
        apply(document, 0, { names, path, modifier: MODIFIERS.$set, given });
      }
    }
  };
  collect(filter);
  return document;
}

function equalTo(value) {
  if (value instanceof RegExp) return undefined;
  if (!isPlain(value)) return value;
  if (!Object.keys(value)[0]?.startsWith("$")) return value;
  const { $eq, $in, $all } = value;
  const [only] = [$in, $all].flatMap((list) => (Array.isArray(list) && list.length === 1 ? list : []));
  const given = $eq ?? only;
  return given instanceof RegExp || (isPlain(given) && Object.hasOwn(given, "$elemMatch"))
    ? undefined
    : given;
}
