import { english } from "../translate.ts";

/** Titles of background jobs by the names of their queues. */
export const t = english("queueTitles", {
  fire: "Start due jobs",
  "settle-firings": "Record the results of job runs",
  "divide-sessions": "End due sessions with a summary",
  "prune-chunks": "Delete the stream chunks of finished messages",
  "purge-conversations": "Remove deleted conversations",
  "purge-agents": "Remove agents that were deleted 30 days ago or created incompletely",
  "forget-requests": "Remove old requests from the audit",
  "forget-executions": "Remove old code runs from the audit",
  "forget-traffic": "Remove old channel messages",
  "sweep-files": "Remove unused files",
  "sweep-facts": "Remove expired facts from memory",
  "sweep-documents": "Remove old versions of collections",
  "settle-app-writes": "Complete records of app visitors",
  "settle-dead-calls": "Settle budget reservations of calls whose server stopped",
  "forget-firings": "Remove old job runs",
  "look-at-tables": "Check the conditions of table triggers",
  "tidy-facts": "Consolidate the facts in memory, if enabled",
  push: "Send a push notification to a browser",
  "tell-waiting": "Send notifications about unseen questions",
  "sync-calendar": "Synchronise calendars and contacts with their servers",
  "due-calendars": "Queue calendars that are due",
  "index-texts": "Index new texts for semantic search",
});
