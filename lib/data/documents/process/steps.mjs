import { MODIFIERS } from "./modifiers.mjs";
import { isPlain, print } from "./values.mjs";

/* Parses an update into steps. A step has an operator, its argument and the names of its path. */

export const isPlace = (name) => name?.startsWith("$");
export const isNumber = (name) => /^(0|[1-9]\d*)$/.test(name);

/** Returns the steps sorted by path, because MongoDB creates new fields in that order. */
export function stepsOf(update) {
  const operators = Object.keys(update);
  if (operators.length === 0 || !operators.every((name) => name.startsWith("$")))
    throw new Error('Update document requires atomic operators, for example { "$set": { "field": 1 } }');
  const taken = new Map();
  const steps = operators.flatMap((operator) => {
    const fields = update[operator];
    const modifier = Object.hasOwn(MODIFIERS, operator) ? MODIFIERS[operator] : undefined;
    if (!modifier && operator !== "$rename")
      throw new Error(
        `Unknown modifier: ${operator}. Supported: ${Object.keys(MODIFIERS).join(", ")}, $rename`,
      );
    if (!isPlain(fields))
      throw new Error(
        `Modifiers operate on fields, but ${operator} has none. For example: { "${operator}": { "field": 1 } }`,
      );
    return Object.entries(fields).map(([path, operand]) => {
      const names = namesOf(path);
      take(taken, names, path);
      modifier?.check?.(operand, path);
      if (modifier) return { operator, modifier, path, names, given: operand };
      const to = targetOf(path, names, operand);
      take(taken, to, operand);
      return { operator, path, names, to };
    });
  });
  return steps.sort((a, b) => compareNames(a.to ?? a.names, b.to ?? b.names));
}

function namesOf(path) {
  if (path === "") throw new Error("An empty update path is not valid: name a field");
  const names = path.split(".");
  if (names.includes(""))
    throw new Error(`The update path '${path}' contains an empty field name, which is not allowed`);
  const odd =
    names.find((name) => isPlace(name) && !/^\$(\[\w*\])?$/.test(name)) ?? (isPlace(names[0]) && names[0]);
  if (odd) throw new Error(`The dollar ($) prefixed field '${odd}' in '${path}' is not valid for storage`);
  if (names.indexOf("$") !== names.lastIndexOf("$"))
    throw new Error(`Too many positional (i.e. '$') elements found in path '${path}'`);
  return names;
}

function targetOf(path, names, target) {
  if (typeof target !== "string")
    throw new Error(`The 'to' field for $rename must be a string: { "${path}": ${print(target)} }`);
  if (target === path) throw new Error(`The source and target field for $rename must differ: '${path}'`);
  const to = namesOf(target);
  if ([...names, ...to].some(isPlace))
    throw new Error(`$rename of '${path}' may not be dynamic: name one field`);
  return to;
}

/** Throws if another step changes the same path, a part of it, or a path that contains it. */
export function take(taken, names, path) {
  let node = taken;
  for (const [at, name] of names.entries()) {
    const there = node.get(name);
    const isLast = at === names.length - 1;
    if (there && (isLast || there.isTaken))
      throw new Error(
        `Updating the path '${path}' would create a conflict at '${names.slice(0, at + 1).join(".")}'`,
      );
    if (!there) node.set(name, Object.assign(new Map(), { isTaken: isLast }));
    node = node.get(name);
  }
}

function compareNames(a, b) {
  for (const [at, name] of a.entries()) {
    const other = b[at];
    if (other === undefined) return 1;
    if (name === other) continue;
    if (isNumber(name) && isNumber(other)) return Number(name) - Number(other);
    return name < other ? -1 : 1;
  }
  return a.length - b.length;
}
