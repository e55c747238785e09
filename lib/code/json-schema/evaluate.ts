import {
  checkCounts,
  checkNumbers,
  type Evaluation,
  equality,
  fail,
  lengths,
  MAX_SCHEMA_FAILURES,
  type SchemaFailure,
  type SchemaPlace,
  type SeenParts,
  sizes,
} from "./assertions";
import { CheckAborted, Effort } from "./effort";
import { Resources, type SchemaTarget } from "./resources";
import { dialectOf, isObject, type JsonSchema } from "./subject";
import { hasFormat, lengthOf } from "./values";

const MAX_LEVELS = 700;

type Options = {
  documents?: Record<string, unknown>;
  /** Whether values must match `format`, which the specification leaves open. True by default. */
  formats?: boolean;
};

/**
 * Validates values against a JSON Schema of draft-07 or 2020-12. Its work is limited by counting steps, not
 * by time, so that the result is the same on every machine. Throws CheckAborted beyond the limit, and throws for
 * invalid patterns.
 */
export class Evaluator {
  readonly resources: Resources;
  private readonly schema: unknown;
  private readonly isOld: boolean;
  private readonly formats: boolean;
  /**
   * True if a custom meta-schema omits the validation vocabulary, so that keywords such as `type` assert
   * nothing.
   */
  private readonly isSilent: boolean;
  private effort = new Effort(0);

  constructor(schema: JsonSchema | boolean, { documents = {}, formats = true }: Options = {}) {
    const draft = dialectOf(isObject(schema) ? schema : {});
    this.schema = schema;
    this.isOld = draft === "7" || draft === "4";
    this.formats = formats;
    this.resources = new Resources(schema, this.isOld, documents);
    const meta = isObject(schema) ? documents[String(schema.$schema)] : undefined;
    const vocabularies = isObject(meta) && isObject(meta.$vocabulary) ? Object.keys(meta.$vocabulary) : null;
    this.isSilent = vocabularies !== null && !vocabularies.some((one) => one.endsWith("/vocab/validation"));
  }

  check(value: unknown): SchemaFailure[] {
    this.effort = new Effort(lengthOf(value));
    const scope = [this.resources.root];
    return this.apply(this.schema, { value, path: [], scope, level: 0 }).failures;
  }

  private apply(schema: unknown, place: SchemaPlace): Evaluation {
    this.effort.spend(1);
    if (place.level > MAX_LEVELS) throw new CheckAborted("deep");
    const out: Evaluation = { failures: [], seen: { names: new Set(), items: new Set() } };
    if (schema === false) fail(out, place, "false", "No value is allowed here. Leave it out.");
    if (!isObject(schema)) return out;
    const last = place.scope.at(-1) ?? "";
    const base = this.resources.baseOf(schema, last);
    const scope = base === last ? place.scope : [...place.scope, base];
    const here = { ...place, scope, level: place.level + 1 };
    if (schema.$ref !== undefined) this.refer(out, this.resources.target(String(schema.$ref), scope), here);
    if (this.isOld && schema.$ref !== undefined) return out;
    if (schema.$dynamicRef !== undefined)
      this.refer(out, this.resources.dynamicTarget(String(schema.$dynamicRef), scope), here);
    this.logic(out, schema, here);
    if (!this.isSilent) equality(out, schema, here, this.effort);
    const { value } = place;
    if (typeof value === "number" && !this.isSilent) checkNumbers(out, schema, here, value);
    if (typeof value === "string") this.text(out, schema, here, value);
    if (Array.isArray(value)) this.list(out, schema, here, value);
    else if (isObject(value)) this.object(out, schema, here, value);
    return out;
  }

  private refer(out: Evaluation, { node, base }: SchemaTarget, here: SchemaPlace): void {
    this.into(out, this.apply(node, { ...here, scope: [...here.scope, base] }));
  }

  private into(out: Evaluation, { failures, seen }: Evaluation): void {
    out.failures.push(...failures.slice(0, MAX_SCHEMA_FAILURES));
    merge(out.seen, seen);
  }

  private logic(out: Evaluation, schema: JsonSchema, here: SchemaPlace): void {
    const { allOf, anyOf, oneOf, not } = schema;
    if (Array.isArray(allOf)) for (const one of allOf) this.into(out, this.apply(one, here));
    if (Array.isArray(anyOf)) this.choose(out, "anyOf", anyOf, here, (fitting) => fitting > 0);
    if (Array.isArray(oneOf)) this.choose(out, "oneOf", oneOf, here, (fitting) => fitting === 1);
    if (not !== undefined && this.apply(not, here).failures.length === 0)
      fail(out, here, "not", 'Instance matched "not" schema.');
    if (schema.if === undefined) return;
    const condition = this.apply(schema.if, here);
    const fits = condition.failures.length === 0;
    if (fits) merge(out.seen, condition.seen);
    const next = fits ? schema.then : schema.else;
    if (next !== undefined) this.into(out, this.apply(next, here));
  }

  private choose(
    out: Evaluation,
    keyword: "anyOf" | "oneOf",
    schemas: unknown[],
    here: SchemaPlace,
    isRight: (fitting: number) => boolean,
  ): void {
    const outcomes = schemas.map((one) => this.apply(one, here));
    const fitting = outcomes.filter(({ failures }) => failures.length === 0);
    for (const { seen } of fitting) merge(out.seen, seen);
    if (isRight(fitting.length)) return;
    if (keyword === "oneOf")
      fail(out, here, keyword, `Instance does not match exactly one subschema (${fitting.length} matches).`);
    else fail(out, here, keyword, "Instance does not match any subschemas.");
    // If there is only one alternative, report its failures, which are more helpful.
    const [only] = outcomes;
    if (outcomes.length === 1 && only) out.failures.push(...only.failures);
  }

  private text(out: Evaluation, schema: JsonSchema, here: SchemaPlace, value: string): void {
    const { pattern, format } = schema;
    this.effort.spend(value.length / 50);
    if (!this.isSilent) lengths(out, schema, here, value);
    if (!this.isSilent && typeof pattern === "string" && !this.effort.matches(pattern, value))
      fail(out, here, "pattern", `String does not match the pattern ${JSON.stringify(pattern)}.`);
    if (this.formats && typeof format === "string" && !hasFormat(value, format))
      fail(out, here, "format", `String does not match format "${format}".`);
  }

  private list(out: Evaluation, schema: JsonSchema, here: SchemaPlace, value: readonly unknown[]): void {
    this.effort.spend(value.length / 10);
    if (!this.isSilent) sizes(out, schema, here, value, this.effort);
    const tuple = Array.isArray(schema.prefixItems)
      ? schema.prefixItems
      : Array.isArray(schema.items)
        ? schema.items
        : [];
    const rest = Array.isArray(schema.items) ? schema.additionalItems : schema.items;
    const item = (index: number, one: unknown): boolean => {
      const inner = this.apply(one, { ...here, value: value[index], path: [...here.path, index] });
      out.failures.push(...inner.failures.slice(0, MAX_SCHEMA_FAILURES));
      out.seen.items.add(index);
      return inner.failures.length === 0;
    };
    for (const [index, one] of tuple.slice(0, value.length).entries()) item(index, one);
    if (rest !== undefined) for (let index = tuple.length; index < value.length; index++) item(index, rest);
    if (schema.contains !== undefined) this.contains(out, schema, here, value);
    if (schema.unevaluatedItems !== undefined && !this.isOld)
      for (const index of value.keys()) if (!out.seen.items.has(index)) item(index, schema.unevaluatedItems);
  }

  private contains(out: Evaluation, schema: JsonSchema, here: SchemaPlace, value: readonly unknown[]): void {
    const { contains, minContains = 1, maxContains } = this.isOld ? { contains: schema.contains } : schema;
    const found = [...value.keys()].filter(
      (index) =>
        this.apply(contains, { ...here, value: value[index], path: [...here.path, index] }).failures
          .length === 0,
    );
    if (!this.isOld) for (const index of found) out.seen.items.add(index);
    if (found.length < Number(minContains))
      fail(
        out,
        here,
        "contains",
        `Array must contain at least ${minContains} items matching schema. Only ${found.length} items were found.`,
      );
    if (found.length > Number(maxContains))
      fail(
        out,
        here,
        "contains",
        `Array may contain at most ${maxContains} items matching schema. ${found.length} items were found.`,
      );
  }

  private object(
    out: Evaluation,
    schema: JsonSchema,
    here: SchemaPlace,
    value: Record<string, unknown>,
  ): void {
    const names = Object.keys(value);
    this.effort.spend(names.length / 10);
    if (!this.isSilent) checkCounts(out, schema, here, value, names);
    this.dependent(out, schema, here, value);
    const property = (name: string, one: unknown) => {
      const inner = this.apply(one, { ...here, value: value[name], path: [...here.path, name] });
      out.failures.push(...inner.failures.slice(0, MAX_SCHEMA_FAILURES));
      out.seen.names.add(name);
    };
    const own = new Set<string>();
    for (const [name, one] of entriesOf(schema.properties)) {
      if (!Object.hasOwn(value, name)) continue;
      property(name, one);
      own.add(name);
    }
    for (const [pattern, one] of entriesOf(schema.patternProperties)) {
      for (const name of names.filter((each) => this.effort.matches(pattern, each))) {
        property(name, one);
        own.add(name);
      }
    }
    if (schema.additionalProperties !== undefined)
      for (const name of names) if (!own.has(name)) property(name, schema.additionalProperties);
    if (schema.propertyNames !== undefined)
      for (const name of names)
        if (this.apply(schema.propertyNames, { ...here, value: name, path: here.path }).failures.length > 0)
          fail(out, here, "propertyNames", `Property name "${name}" does not match schema.`);
    if (schema.unevaluatedProperties !== undefined && !this.isOld)
      for (const name of names) if (!out.seen.names.has(name)) property(name, schema.unevaluatedProperties);
  }

  private dependent(
    out: Evaluation,
    schema: JsonSchema,
    here: SchemaPlace,
    value: Record<string, unknown>,
  ): void {
    const all = [schema.dependentRequired, schema.dependentSchemas, schema.dependencies].flatMap(entriesOf);
    for (const [name, wanted] of all) {
      if (!Object.hasOwn(value, name)) continue;
      if (!Array.isArray(wanted)) this.into(out, this.apply(wanted, here));
      else
        for (const other of wanted)
          if (!Object.hasOwn(value, String(other)))
            fail(out, here, "dependentRequired", `Instance has "${name}" but does not have "${other}".`);
    }
  }
}

function merge(into: SeenParts, { names, items }: SeenParts): void {
  for (const name of names) into.names.add(name);
  for (const item of items) into.items.add(item);
}

const entriesOf = (map: unknown): [string, unknown][] => (isObject(map) ? Object.entries(map) : []);
