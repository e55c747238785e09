import { storableText } from "@/lib/shared/memory/memory";

/** The whole schema is part of every prompt. The limit is far above the size for 100 collections. */
const MAX_SCHEMA = 100_000;

/** The agent's description of its collections, included in the prompt. */
export const dbSchema = storableText.max(
  MAX_SCHEMA,
  "It has at most 100,000 characters. Nothing was saved: shorten it and save it again",
);

/** Used until the agent has written a schema. */
export const DEFAULT_SCHEMA = `| Collection | Fields |
|---|---|
| master | The person's profile, one document: name, email, phone, birthday, address, city, timeZone, occupation, preferences |
| contacts | name, phone, email, relation, company, jobTitle, birthday, address, notes; further ones in phones, emails, addresses: texts or { label, value }. phone and email are there once |
| schedule | title, start, end (dates), allDay (end is the day after the last), timeZone (IANA), rrule (RFC 5545), exdates (starts that a series leaves out), location, contactId (_id of a contact), status (planned, done, cancelled), notes. One of a series that differs is a document with seriesId (_id of the series) and originalStart |`;
