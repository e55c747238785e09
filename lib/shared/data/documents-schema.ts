import { storableText } from "@/lib/shared/memory/memory";

/** The whole schema is part of every prompt. The limit is far above the size for 100 collections. */
const MAX_SCHEMA = 100_000;

/** The agent's description of its collections, included in the prompt. */
export const dbSchema = storableText.max(
  MAX_SCHEMA,
  "The limit is 100,000 characters. Nothing was saved: shorten the text and save it again",
);

/** Used until the agent has written a schema. */
export const DEFAULT_SCHEMA = `| Collection | Fields |
|---|---|
| master | The user's profile, one document: name, email, phone, birthday, address, city, timeZone, occupation, preferences |
| contacts | name, phone, email, relation, company, jobTitle, birthday, address, notes; more in phones, emails, addresses: strings or { label, value }. phone and email are unique |
| schedule | title, start, end (dates), allDay (end is the day after the last), timeZone (IANA), rrule (RFC 5545), exdates (skipped starts of a series), location, contactId (_id of a contact), status (planned, done, cancelled), notes. A changed occurrence is a document with seriesId (_id of the series) and originalStart |`;
