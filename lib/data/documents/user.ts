import { z } from "zod";
import { MANAGED } from "@/lib/shared/data/documents";
import { DEFAULT_SCHEMA } from "@/lib/shared/data/documents-schema";
import { AppError } from "@/lib/shared/errors";
import { readText } from "@/lib/store/agents/identity";
import { dropCollection, undoChange } from "@/lib/store/data/document-history";
import { listCollections } from "@/lib/store/data/documents";
import type { By } from "@/lib/store/revisions";
import { assertMay, isManaged } from "./access";
import { exported, type Format } from "./export";
import { runQuery } from "./query";
import { type DocumentsQuery, documentsQuery } from "./work";

/* Operations on documents that the user runs over HTTP. */

const USER: By = { author: "person", cause: null };

/**
 * A document may contain text that Postgres text columns reject (`anyText`), and an insertMany may have many
 * values.
 */
export const DOCUMENTS = { maxBytes: 20_000_000, limits: { depth: 100, values: 400_000, anyText: true } };

export const collection = z.string().min(1).max(100);
/** An `_id` in a URL: a string is written as it is, any other value as JSON. */
export const documentId = z.string().min(1).max(1_000);

const json = <T extends z.ZodType>(schema: T) =>
  z
    .string()
    .max(10_000)
    .transform((text, context) => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: "custom", message: 'Give JSON, such as {"name":"Ada"}' });
        return z.NEVER;
      }
    })
    .pipe(schema)
    .optional();

const fields = z.record(z.string(), z.unknown());
const count = z.coerce.number("Give a whole number, such as 20").int().min(0).max(1_000_000).optional();
export const listing = z.object({
  filter: json(fields),
  sort: json(fields),
  projection: json(fields),
  limit: count,
  skip: count,
});

export const queryAsUser = (agentId: string, query: DocumentsQuery, signal?: AbortSignal) =>
  runQuery(documentsQuery.parse(query), { agentId, by: USER, signal });

/** Like `queryAsUser`; also returns the revision of the change, for undo. */
export async function writeAsUser(agentId: string, query: DocumentsQuery, signal?: AbortSignal) {
  let revision: string | undefined;
  const onWritten = (id: string) => {
    revision = id;
  };
  const result = await runQuery(documentsQuery.parse(query), { agentId, by: USER, signal, onWritten });
  return { ...result, revision };
}

export const documentsExport = (agentId: string, collection: string, format: Format) =>
  exported(agentId, collection, format, USER);

export async function deleteCollection(agentId: string, collection: string) {
  assertMay("deleteMany", collection);
  if (collection === "cronjobs")
    throw new AppError("invalid", "cronjobs holds the agent's jobs: delete them one by one.");
  const { id, version } = await dropCollection({ agentId, collection }, USER);
  return { revision: id, version };
}

export async function undoByUser(agentId: string, revision: string) {
  const { id } = await undoChange(agentId, revision, USER);
  return { revision: id };
}

/** Returns a document by the `_id` in its URL, read both as a string and as JSON. */
export async function findDocument(agentId: string, collection: string, id: string, signal?: AbortSignal) {
  const ids = [id, parsed(id)].filter((one) => one !== undefined);
  const { rows } = await queryAsUser(
    agentId,
    { operation: "find", collection, filter: { _id: { $in: ids } } },
    signal,
  );
  const [row] = z.array(z.looseObject({ _id: z.unknown() })).parse(rows);
  if (!row) throw new AppError("not_found", `There is no document ${id} in ${collection}.`);
  return row;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export async function readCollections(agentId: string) {
  const all = (await listCollections(agentId)).map(({ name, documents, indexes, origins }) => ({
    ...{ name, documents },
    ...(indexes.length > 0 && { indexes }),
    ...(origins.length > 0 && { origins }),
  }));
  const jobs = await queryAsUser(agentId, { operation: "countDocuments", collection: "cronjobs" });
  const managed = MANAGED.map((name) => {
    const documents = name === "cronjobs" ? z.number().parse(jobs.count) : 0;
    return all.find((one) => one.name === name) ?? { name, documents };
  });
  return { collections: [...managed, ...all.filter(({ name }) => !isManaged(name))] };
}

export async function readDocumentsSchema(agentId: string) {
  const { content, version } = await readText(agentId, "db_schema");
  return { schema: content.trim() === "" ? DEFAULT_SCHEMA : content, version };
}
