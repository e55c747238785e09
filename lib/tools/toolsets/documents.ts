import { z } from "zod";
import { isManaged, isRead } from "@/lib/data/documents/access";
import { whyRemote } from "@/lib/data/documents/ask-remote";
import { narrowed } from "@/lib/data/documents/narrow";
import { assertQuery, runQuery } from "@/lib/data/documents/query";
import { type DocumentsQuery, documentsQuery } from "@/lib/data/documents/work";
import { LIMITS } from "@/lib/shared/data/documents";
import { dbSchema } from "@/lib/shared/data/documents-schema";
import { writeText } from "@/lib/store/agents/identity";
import { by } from "./by";
import { defineBuiltIn, defineTool } from "./define";

export const documentTools = defineBuiltIn({
  id: "documents",
  title: "Documents",
  category: "data",
  mode: "on_demand",
  gist: "collections of JSON",
  prompt:
    'A document database with MongoDB\'s operations. master is the user\'s profile (one document: update it with upsert), contacts has name, phone, email, schedule has title, start, end, allDay, timeZone, rrule, location, contactId, status; calendar names a calendar of another server, and addressBook an address book. To merge two contacts, move the events (contactId in schedule) to the one you keep, then delete the other. Create your own collections with names that begin with ai_. Query before you insert. cronjobs (name, instruction, cronExpression) are your jobs; chats, messages (chatId), settings, media and attachments are read-only. Dates are { "$date": "2026-01-31T09:00:00Z" }. If a result says truncated, continue with options.skip. Tables and charts stay live with data: { collection, filter, projection, sort, limit } or { collection, pipeline }; in a chart, the first field is the label.',
  tools: {
    db_query: defineTool({
      title: "Work with documents",
      help: "Reads and changes collections such as contacts and calendar.",
      description:
        "One operation on a collection. filter for find, findOne, countDocuments; update* and delete* need it, {} means all; data is a document for insertOne, an array for insertMany; update has $set, $inc, $push …; pipeline for aggregate; keys and options.unique for createIndex.",
      input: documentsQuery,
      hints: { reads: ["documents"], writes: ["documents"] },
      afterWeb: ({ operation }) => !isRead(operation),
      // A document in a managed collection can have effects, for example as a scheduled job, so an approval
      // covers only one insert there.
      covers: ({ operation, collection }) =>
        (operation === "insertOne" || operation === "insertMany") && collection && !isManaged(collection)
          ? `adding documents to ${collection}`
          : null,
      asks: whyRemote,
      refuses: (query) => query.operation === "listCollections" || assertQuery(query),
      execute: async (query, context) => {
        const { agentId, signal, readStored: onRead } = context;
        const result = await runQuery(query, { agentId, signal, by: by(context), onRead });
        return narrowed({ ...result, ...noteOf(query) }, LIMITS.chars);
      },
    }),
    update_db_schema: defineTool({
      title: "Describe collections",
      help: "Records for the agent what its collections contain.",
      description:
        "Replaces your notes on your collections (Markdown, shown in the prompt): call it when you create one or change its fields, and include all that should stay.",
      input: z.object({ schema: dbSchema }),
      hints: { writes: ["documents"], idempotent: true },
      refuses: null,
      execute: async ({ schema }, context) => {
        await writeText(context.agentId, "db_schema", () => schema, by(context));
        return { success: true, message: "Schema updated successfully" };
      },
    }),
  },
});

const noteOf = ({ operation, filter }: DocumentsQuery) =>
  (operation === "updateMany" || operation === "deleteMany") &&
  Object.keys(filter ?? {}).length === 0 && { note: "filter {} matched every document of the collection." };
