import { expect, it } from "vitest";
import "@/lib/shared/i18n/german";
import { findLocaleBy } from "@/lib/shared/i18n/locale";
import { titleOfPart } from "./part-title";

it("titles of parts are translated if they are known", () => {
  const parts = [
    { id: "clock", title: "Date and time" },
    { id: "documents", title: "Collections" },
    { id: "documents", title: "Documents" },
    { id: "model", title: "For other models", family: "other" as const },
    { id: "mcp:files", title: "Files" },
  ];
  expect(parts.map(titleOfPart)).toEqual(parts.map(({ title }) => title));
  findLocaleBy(() => "de");
  const inGerman = parts.map(titleOfPart);
  findLocaleBy(() => undefined);
  expect(inGerman).toEqual(["Datum und Uhrzeit", "Sammlungen", "Dokumente", "Für andere Modelle", "Files"]);
});
