import { expect, it } from "vitest";
import { presentAddress } from "./former-addresses";

it.each([
  ["/tools", "/agent/tools"],
  ["/tools/check_iban?tab=calls", "/agent/tools/check_iban?tab=calls"],
  ["/history?kind=tool&name=a%2Fb", "/agent/history?kind=tool&name=a%2Fb"],
  ["/audit/code", "/agent/activity/code"],
  ["/settings/notes", "/agent/prompt/notes"],
])("%s leads to %s", (former, now) => expect(presentAddress(former)).toBe(now));

it.each(["/", "/toolsmith", "/agent/tools", "/settings/models", "/chat/tools", "/api/tools"])(
  "%s is a present address",
  (path) => expect(presentAddress(path)).toBeUndefined(),
);
