import { z } from "zod";
import { anyObject, created, deleted, EVENTS, file, nothing, op, type Tag } from "@/lib/doors/api/operation";
import { calendarAddress, calendarReport, calendarView, contactEvents } from "@/lib/shared/calendar";
import { calendarList, conflictList, offers } from "@/lib/shared/calendars";
import { contactReport, duplicateContacts } from "@/lib/shared/contacts";
import {
  databaseView,
  queryResult,
  rowChanged,
  rowsAdded,
  rowsPage,
  rowsRemoved,
  sqlResult,
  sqlRuns,
  tableDropped,
  tableView,
} from "@/lib/shared/data/contract";
import { csvImported, csvSurvey } from "@/lib/shared/data/csv-contract";
import { fileEntries } from "@/lib/shared/file-entries";
import { filePassages, fileView, storedFile, storedFiles } from "@/lib/shared/files";

const CSV = ["text/csv"];
const document = z.looseObject({ _id: z.unknown() });
const made = z.object({ revision: z.string().optional() });
const entry = z.object({ key: z.string(), value: z.unknown(), updatedAt: z.string() });
const collections = z.object({
  collections: z.array(z.looseObject({ name: z.string(), documents: z.number() })),
});

export const data: Tag = {
  name: "Data",
  description: "State, database, documents, calendar, contacts and files.",
  operations: {
    "GET /api/state": op("Lists the state of the agent.", z.object({ entries: z.array(entry) })),
    "GET /api/state/{key}": op(
      "Returns the value of a key; null if it is missing.",
      z.object({ value: z.unknown() }),
    ),
    "PUT /api/state/{key}": op("Sets the value of a key.", z.object({ value: z.unknown() })),
    "DELETE /api/state/{key}": op("Deletes a key.", deleted),
    "GET /api/state/events": op("Streams changes of the state.", EVENTS),
    "GET /api/database": op("Lists the tables and views of the database.", databaseView),
    "POST /api/database/query": op("Runs a SELECT and returns its rows.", queryResult),
    "GET /api/database/sql": op("Lists the statements that were run by hand.", sqlRuns),
    "POST /api/database/sql": op("Runs SQL statements as one transaction.", sqlResult),
    "DELETE /api/database/sql": op("Clears the list of statements.", nothing),
    "POST /api/database/csv": {
      ...op("Reads the columns of a CSV without storing it.", csvSurvey),
      body: { media: CSV },
    },
    "GET /api/database/tables/{name}": op("Returns the columns of a table.", tableView),
    "DELETE /api/database/tables/{name}": op("Deletes a table.", tableDropped),
    "GET /api/database/tables/{name}/rows": op("Returns a page of rows.", rowsPage),
    "POST /api/database/tables/{name}/rows": op("Adds rows.", created(rowsAdded)),
    "PATCH /api/database/tables/{name}/rows": op("Changes a row.", rowChanged),
    "DELETE /api/database/tables/{name}/rows": op("Deletes rows.", rowsRemoved),
    "GET /api/database/tables/{name}/csv": op("Downloads a table as CSV.", file("text/csv")),
    "POST /api/database/tables/{name}/csv": {
      ...op("Imports a CSV into a table.", created(csvImported)),
      body: { media: CSV },
    },
    "GET /api/documents/collections": op("Lists the collections.", collections),
    "GET /api/documents/{collection}": op(
      "Finds documents.",
      z.object({ rows: z.array(document), next: z.looseObject({}).optional() }),
    ),
    "POST /api/documents/{collection}": op("Inserts a document.", created(anyObject)),
    "DELETE /api/documents/{collection}": op(
      "Deletes a collection with its documents.",
      z.object({ revision: z.string(), version: z.number() }),
    ),
    "GET /api/documents/{collection}/{id}": op("Returns a document.", z.object({ row: document })),
    "PATCH /api/documents/{collection}/{id}": op("Changes a document.", anyObject),
    "DELETE /api/documents/{collection}/{id}": op("Deletes a document.", anyObject),
    "POST /api/documents/query": op("Runs a MongoDB operation.", anyObject),
    "POST /api/documents/table": op("Runs a query and returns its documents as a table.", queryResult),
    "POST /api/documents/undo": op("Undoes a change of documents.", made),
    "GET /api/documents/export": op(
      "Downloads a collection.",
      file("application/json", "text/csv", "text/vcard", "text/calendar"),
    ),
    "GET /api/documents/schema": op(
      "Returns the description of the documents.",
      z.object({ schema: z.string(), version: z.number() }),
    ),
    "PUT /api/documents/schema": op(
      "Replaces the description of the documents.",
      z.object({ schema: z.string(), version: z.number() }),
    ),
    "GET /api/documents/calendar": op("Lists the events in a span of time.", calendarView),
    "POST /api/documents/calendar-change": op("Changes or deletes an event.", made),
    "POST /api/documents/calendar-import": op("Imports an iCalendar file.", calendarReport),
    "GET /api/documents/calendar-address": op(
      "Returns the address of the calendar for other programs.",
      z.object({ address: z.nullable(calendarAddress) }),
    ),
    "POST /api/documents/calendar-address": op(
      "Makes an address of the calendar.",
      z.object({ address: calendarAddress }),
    ),
    "DELETE /api/documents/calendar-address": op("Revokes the address of the calendar.", nothing),
    "GET /api/documents/contact-duplicates": op("Lists contacts that may be the same.", duplicateContacts),
    "GET /api/documents/contact-events": op("Lists the events of a contact.", contactEvents),
    "POST /api/documents/contact-import": op("Imports a vCard file.", contactReport),
    "POST /api/documents/contact-merge": op("Merges two contacts.", made),
    "GET /api/calendars": op("Lists calendars and address books of other servers.", calendarList),
    "POST /api/calendars": op(
      "Subscribes to a calendar, or adds an account of a server.",
      z.object({ id: z.string() }),
    ),
    "PATCH /api/calendars/{id}": op("Changes a subscription or an account.", nothing),
    "DELETE /api/calendars/{id}": op("Removes a subscription or an account.", nothing),
    "POST /api/calendars/{id}/sync": op("Synchronises an account soon.", nothing),
    "GET /api/calendars/{id}/offers": op("Lists the calendars that an account offers.", offers),
    "POST /api/calendars/discover": op("Lists the calendars that a server offers.", offers),
    "PATCH /api/calendars/sources/{id}": op("Changes the name, colour or display of a calendar.", nothing),
    "GET /api/calendars/conflicts": op("Lists what was changed here and on the server.", conflictList),
    "POST /api/calendars/conflicts": op("Decides which version is kept.", nothing),
    "GET /api/files": op("Lists files, newest first.", storedFiles),
    "POST /api/files": {
      ...op("Uploads files.", created(storedFiles)),
      body: {
        media: ["multipart/form-data"],
        schema: z.object({ file: z.string().meta({ format: "binary" }) }),
      },
    },
    "GET /api/files/entries": op("Lists files, tables and collections.", fileEntries),
    "GET /api/files/{id}": op("Downloads a file.", file("*/*")),
    "PATCH /api/files/{id}": op(
      "Puts a file into a project, or takes it out.",
      z.object({ file: storedFile }),
    ),
    "DELETE /api/files/{id}": op("Deletes a file.", nothing),
    "GET /api/files/{id}/info": op("Returns a file's name, type and what models read of it.", fileView),
    "PUT /api/files/{id}/reading": op("Reads an attached CSV again.", z.object({ file: storedFile })),
    "GET /api/files/{id}/text": op("Returns passages of a file's text with their places.", filePassages),
    "POST /api/files/{id}/text": op("Reads the text of a file again.", z.object({ file: storedFile })),
    "POST /api/files/{id}/pages": op(
      "Has the agent's model read pages of a PDF that are images.",
      z.object({ file: storedFile }),
    ),
    "POST /api/files/{id}/tables": op("Makes a table of a sheet of a spreadsheet.", csvImported),
    "POST /api/files/{id}/restore": op("Restores a deleted file.", z.object({ file: storedFile })),
    "GET /api/images": op("Fetches an image of another server.", file("image/*")),
    "GET /api/images/{id}": op("Downloads an image.", file("image/*")),
    "GET /api/images/{id}/small": op("Downloads a small version of an image.", file("image/*")),
  },
};
