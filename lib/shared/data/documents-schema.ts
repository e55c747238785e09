import { storableText } from "@/lib/shared/memory/memory";

/** No schema of a hundred collections is so long; it all stands in every prompt. */
const MAX_SCHEMA = 100_000;

/** What the agent notes of its collections: it stands in the prompt. */
export const dbSchema = storableText.max(
  MAX_SCHEMA,
  "It has at most 100,000 characters. Nothing was saved: shorten it and save it again",
);

/** What is told where nothing is noted yet. */
export const DEFAULT_SCHEMA = `| Collection | Fields |
|---|---|
| master | The person's profile, one document: name, email, phone, birthday, address, city, timeZone, occupation, preferences |
| contacts | name, phone, email, relation, company, jobTitle, birthday, address, notes; further ones in phones, emails, addresses: texts or { label, value }. phone and email are there once |
| schedule | title, start, end (dates), allDay (end is the day after the last), timeZone (IANA), rrule (RFC 5545), exdates (starts that a series leaves out), location, contactId (_id of a contact), status (planned, done, cancelled), notes. One of a series that differs is a document with seriesId (_id of the series) and originalStart |`;
