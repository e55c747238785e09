import { expect, it } from "vitest";
import { draftOf, readDraft, refusedFields, turned } from "./draft";

const input = { code: "a\nb", count: 2, list: [1] };

it("strings are edited as text and other values as JSON, without loss", () => {
  const draft = draftOf(input);
  expect(draft.texts).toEqual({ code: "a\nb", count: "2", list: "[\n  1\n]" });
  expect(readDraft(draft, input)).toEqual({ input, problems: {} });
  const json = turned(draft, input);
  expect(json && readDraft(json, input).input).toEqual(input);
  expect(json && turned(json, input)).toMatchObject({ as: "fields", texts: draft.texts });
});

it("invalid JSON is reported by argument, and the form stays", () => {
  const draft = { ...draftOf(input), texts: { code: "{", count: "2," } };
  expect(readDraft(draft, input).problems).toEqual({ count: expect.stringMatching(/Invalid JSON/) });
  expect(turned(draft, input)).toBeNull();
});

it("the server's errors are mapped to arguments", () => {
  const details = [
    { path: "output.input.list[0].name", message: "Too short" },
    { path: "output.input", message: "Not this" },
  ];
  expect(refusedFields(details)).toEqual({ list: "Too short", "": "Not this" });
  expect(refusedFields(undefined)).toEqual({});
});
