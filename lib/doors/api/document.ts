import { z } from "zod";
import type { Accepts } from "@/lib/platform/http/route";
import { scopeNeeded } from "@/lib/platform/http/scope";
import { STATUS } from "@/lib/shared/errors";
import type { Answer, Described, Tag } from "./operation";

/** A method of a route. `path` is written as in OpenAPI: `/api/boards/{id}`. */
export type RouteMethod = {
  method: string;
  path: string;
  accepts: Accepts;
  fromPage?: "all" | "some";
};

type Schema = Record<string, unknown>;
type Parameter = {
  name: string;
  in: "path" | "query";
  required: boolean;
  schema: Schema;
  description?: string;
};

/** Names of schemas that several operations may use. */
export type SchemaNames = z.core.$ZodRegistry<{ id: string }>;

export type ApiDocument = ReturnType<typeof describeApi>;

const VERSION = "1";

/** Returns the OpenAPI document of the operations. Throws if an operation has no description. */
export function describeApi(routes: readonly RouteMethod[], tags: readonly Tag[], names: SchemaNames) {
  const schemas = new Schemas(names);
  const paths: Record<string, Record<string, object>> = {};
  for (const { name: tag, operations } of tags)
    for (const [key, described] of Object.entries(operations)) {
      const route = routes.find(({ method, path }) => `${method} ${path}` === key);
      if (!route) throw new Error(`There is no route ${key}`);
      const operation = { tags: [tag], ...describe(route, described, schemas) };
      paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation };
    }
  return {
    openapi: "3.1.1",
    info: {
      title: "Easel",
      version: VERSION,
      description:
        "The HTTP API of this workspace. docs/api.md says how to begin and what is stable. Errors are JSON with a code and a message.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    security: [{ session: [] }],
    tags: tags.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      securitySchemes: SECURITY,
      parameters: { agent: AGENT },
      responses: { Error: errorResponse },
      schemas: { ...schemas.usedBy(paths), Error: ERROR },
    },
  };
}

const SECURITY = {
  session: {
    type: "apiKey",
    in: "cookie",
    name: "easel-session",
    description:
      "The session of a browser. The name of the cookie depends on the address. Without a password, none is needed.",
  },
  token: {
    type: "http",
    scheme: "bearer",
    description:
      "An access token of a member for one agent. An operation names the scope that the token needs.",
  },
};

const AGENT = {
  name: "agent",
  in: "query",
  required: false,
  schema: { type: "string", format: "uuid" },
  description: "The agent. Default: the agent of the token, or the first agent.",
};

const ERROR = {
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["code", "message"],
      properties: {
        code: { type: "string", enum: Object.keys(STATUS) },
        message: { type: "string", description: "What happened, why, and what to do." },
        details: { description: "For `invalid`: the path and the message of each problem." },
      },
    },
  },
};

const errorResponse = {
  description: "The request was refused or failed.",
  content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
};
const FAILED = { $ref: "#/components/responses/Error" };

function describe(route: RouteMethod, described: Described, schemas: Schemas) {
  const { method, path, accepts } = route;
  const parameters = parametersOf(route, schemas);
  const body = bodyOf(accepts, described, schemas);
  const needs = needsOf(route);
  return {
    operationId: operationId(method, path),
    summary: described.summary,
    ...(needs && { description: needs }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: {
      ...Object.fromEntries(described.answers.map((answer) => [answer.status, responseOf(answer, schemas)])),
      "4XX": FAILED,
      "5XX": FAILED,
    },
    security: securityOf(route, described),
  };
}

/** Derives the id from method and path, so that it does not change: `GET /api/boards/{id}` is `getBoardsById`. */
export function operationId(method: string, path: string): string {
  const words = path
    .replace(/^\/api\//, "/")
    .split("/")
    .filter(Boolean)
    .map((part) => (part.startsWith("{") ? `By-${part.slice(1, -1)}` : part))
    .flatMap((part) => part.split(/[^A-Za-z0-9]+/));
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

function securityOf({ method, accepts, fromPage }: RouteMethod, { isOfProgram }: Described) {
  if (isOfProgram) return [{ token: [] }];
  if (accepts.public) return [];
  const scope = fromPage === "all" ? "none" : scopeNeeded(accepts, method);
  return [...(scope === "none" ? [] : [{ token: [scope] }]), { session: [] }];
}

/** Names the role and the right that the operation needs. */
function needsOf({ accepts, fromPage }: RouteMethod): string | undefined {
  const { role, right, agent, public: isPublic } = accepts;
  if (isPublic) return;
  const needed = role ?? (agent ? "guest" : "admin");
  const sentences = [
    agent && `Needs the right to ${right ?? "edit"} the agent.`,
    needed !== "guest" && `Needs the role ${needed}.`,
    fromPage &&
      (fromPage === "all"
        ? "It changes rights, so no token may use it."
        : "Some values change rights, which no token may."),
  ];
  return sentences.filter(Boolean).join(" ") || undefined;
}

function parametersOf({ path, accepts }: RouteMethod, schemas: Schemas): (Parameter | { $ref: string })[] {
  const { params, query, agent } = accepts;
  const inPath = params ? propertiesOf(schemas.convert(params)) : [];
  const inQuery = query ? propertiesOf(schemas.convert(query)) : [];
  const namesAgent = inQuery.some(({ name }) => name === "agent");
  const wanted = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  return [
    ...wanted.map((name): Parameter => {
      const found = inPath.find((one) => one.name === name)?.schema ?? { type: "string" };
      // A segment such as `[...key]` takes several parts of the path.
      const schema = found.type === "array" ? { type: "string" } : found;
      return { name, in: "path", required: true, schema };
    }),
    ...inQuery.map(
      ({ name, isRequired, schema }): Parameter => ({ name, in: "query", required: isRequired, schema }),
    ),
    ...(agent && !namesAgent ? [{ $ref: "#/components/parameters/agent" }] : []),
  ];
}

function propertiesOf({ properties = {}, required = [] }: Schema) {
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name);
  return Object.entries(properties as Record<string, Schema>).map(([name, schema]) => ({
    ...{ name, schema, isRequired: isRequired(name) },
  }));
}

function bodyOf({ body, raw }: Accepts, described: Described, schemas: Schemas) {
  const { media = ["application/json"], schema = raw ? undefined : body } = described.body ?? {};
  if (!schema && !described.body) return;
  const converted = schema ? schemas.convert(schema) : { type: "string", format: "binary" };
  const isRequired = described.body !== undefined || body?.safeParse(undefined).success === false;
  return {
    required: isRequired,
    content: Object.fromEntries(media.map((type) => [type, { schema: converted }])),
  };
}

function responseOf({ status, media, schema }: Answer, schemas: Schemas) {
  const description = DESCRIPTIONS[status] ?? "Success";
  if (status === 204 || status === 202) return { description };
  const schemaOf = (type: string): Schema => {
    if (schema) return schemas.convert(schema);
    if (type === "application/json") return media === undefined ? { type: "object" } : {};
    return type === "text/event-stream" ? { type: "string" } : { type: "string", format: "binary" };
  };
  const types = media?.split(", ") ?? ["application/json"];
  return {
    description,
    content: Object.fromEntries(types.map((type) => [type, { schema: schemaOf(type) }])),
  };
}

const DESCRIPTIONS: Record<number, string> = {
  200: "Success",
  201: "Created",
  202: "Accepted",
  204: "Success, without a body",
  503: "A part of the server is down",
};

/** Converts zod schemas. Those with a name become references to `components.schemas`. */
class Schemas {
  readonly #names: SchemaNames;
  readonly #named: Record<string, Schema> = {};

  constructor(names: SchemaNames) {
    this.#names = names;
  }

  /** Returns the named schemas that the paths refer to. Those of a whole query became parameters. */
  usedBy(paths: object): Record<string, Schema> {
    const all = Object.entries(this.#named);
    const text = JSON.stringify([paths, this.#named]);
    return Object.fromEntries(
      all
        .filter(([name]) => text.includes(`"#/components/schemas/${name}"`))
        .sort(([a], [b]) => a.localeCompare(b)),
    );
  }

  /** Returns the JSON schema of the input side, which describes both requests and responses. */
  convert(schema: z.core.$ZodType): Schema {
    const { properties, $defs = {} } = z.toJSONSchema(z.object({ root: schema }), {
      ...{ io: "input", unrepresentable: "any", metadata: this.#names },
    });
    for (const [name, { id: _, ...definition }] of Object.entries($defs))
      this.#named[name] = withReferences(definition);
    return withReferences(properties?.root ?? {});
  }
}

/** Points references at `components.schemas`, where the definitions of all operations are. */
function withReferences(schema: unknown): Schema {
  const text = JSON.stringify(schema, (key, value) => (key === "$schema" ? undefined : value));
  return JSON.parse(text.replaceAll('"$ref":"#/$defs/', '"$ref":"#/components/schemas/'));
}
