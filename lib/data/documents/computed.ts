import { z } from "zod";
import type { Operation } from "@/lib/shared/data/documents";
import { AppError } from "@/lib/shared/errors";
import { newDocumentId } from "./documents";
import type { PreparedWork } from "./work";

const updates = z.object({
  matched: z.number(),
  changes: z.array(z.object({ id: z.string(), text: z.string() })),
  upserted: z.string().nullable(),
});
const deletes = z.object({ ids: z.array(z.string()) });

type Engine = (request: object) => Promise<unknown>;

export async function computedUpdate(
  operation: Operation,
  { filter, update, options, rules }: PreparedWork,
  engine: Engine,
) {
  if (!update) throw new AppError("invalid", `${operation} needs update.`);
  const { sort, upsert: isUpsert, arrayFilters } = options;
  const isMany = operation === "updateMany";
  const request = { kind: "update", filter, update, arrayFilters, isMany, isUpsert, sort, ...rules };
  return updates.parse(await engine({ ...request, newId: newDocumentId() }));
}

/** Returns the ids, as JSON texts, of the documents that a deletion matches. */
export async function computedDeletes(
  operation: Operation,
  { filter, options, rules }: PreparedWork,
  engine: Engine,
) {
  const request = {
    kind: "remove",
    filter,
    isMany: operation === "deleteMany",
    sort: options.sort,
    ...rules,
  };
  return deletes.parse(await engine(request)).ids;
}
