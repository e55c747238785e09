import { expect, it } from "vitest";
import { presentAddress } from "./former-addresses";

it.each([
  ["/tools", "/agent/tools"],
  ["/tools/check_iban?tab=calls", "/agent/tools/check_iban?tab=calls"],
  ["/components", "/gallery"],
  ["/components/Tally", "/agent/components/Tally"],
  ["/agent/components?q=a", "/gallery?q=a"],
  ["/history?kind=tool&name=a%2Fb", "/agent/history?kind=tool&name=a%2Fb"],
  ["/audit/code", "/agent/activity/code"],
  ["/settings/notes", "/agent/prompt/notes"],
  ["/data", "/files"],
  ["/data?sql", "/files/sql"],
  ["/data/a%2Fb?structure", "/files/table/a%2Fb?structure"],
  ["/data?documents", "/files?kind=collection"],
  ["/data?documents=ai_books&json", "/files/collection/ai_books?json"],
  ["/media", "/files?kind=image"],
  ["/media/1", "/files/1?kind=image"],
  ["/schedule", "/calendar/jobs"],
  ["/schedule/0b0f3f60-4f5c-4f2e-9d39-0d7c0e3b1a2f", "/calendar/jobs/0b0f3f60-4f5c-4f2e-9d39-0d7c0e3b1a2f"],
  ["/data?documents=schedule", "/calendar"],
  [
    "/data?documents=schedule&document=tooth&on=2026-11-24T09%3A00%3A00Z",
    "/calendar?event=tooth&on=2026-11-24T09%3A00%3A00Z",
  ],
  ["/data?documents=schedule&json#a", "/calendar"],
  [
    "/data?documents=contacts&document=%7B%22%24oid%22%3A%22b%22%7D",
    "/calendar/contacts?contact=%7B%22%24oid%22%3A%22b%22%7D",
  ],
  ["/data?documents=cronjobs", "/calendar/jobs"],
])("%s leads to %s", (former, now) => expect(presentAddress(former)).toBe(now));

it.each([
  "/",
  "/toolsmith",
  "/calendar",
  "/database",
  "/files",
  "/agent/tools",
  "/agent/components/Tally",
  "/settings/models",
  "/chat/tools",
  "/api/tools",
])("%s is a present address", (path) => expect(presentAddress(path)).toBeUndefined());
