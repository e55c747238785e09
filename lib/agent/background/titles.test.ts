import { expect, it } from "vitest";
import { t } from "@/lib/shared/i18n/en/queueTitles";
import { backgroundJobs } from "./index";

it("the catalogue has the titles of all background jobs, and no others", () => {
  expect(Object.keys(t.messages).sort()).toEqual(backgroundJobs.map(({ name }) => name).sort());
});
