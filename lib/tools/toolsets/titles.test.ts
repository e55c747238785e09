import { describe, expect, it } from "vitest";
import { t } from "@/lib/shared/i18n/en/toolTitles";
import { german } from "@/lib/shared/i18n/german";
import { findLocaleBy } from "@/lib/shared/i18n/locale";
import { helpOfTool, titleOfTool, titleOfToolset } from "@/lib/shared/tools/titles";
import { authoredToolset } from "./authored";
import { toolsets } from "./index";

it("the catalogue has the titles and help of all built-in tools, and no others", () => {
  const texts = [...toolsets, authoredToolset([])].flatMap(({ id, title, tools }) => [
    [`${id}Toolset`, title],
    ...Object.entries(tools).flatMap(([name, tool]) => [
      [name, tool.title],
      [`${name}Help`, tool.help],
    ]),
  ]);
  expect(new Set(texts.map(([key]) => key)).size).toBe(texts.length);
  expect(t.messages).toEqual(Object.fromEntries(texts));
});

describe("in German", () => {
  const inGerman = <T>(work: () => T): T => {
    findLocaleBy(() => "de");
    const result = work();
    findLocaleBy(() => undefined);
    return result;
  };

  it("the texts of built-in tools are translated", () => {
    const recall = { name: "recall", title: "Use the archive", help: t.messages.recallHelp };
    expect(inGerman(() => [titleOfTool(recall), helpOfTool(recall)])).toEqual([
      german.toolTitles?.recall,
      german.toolTitles?.recallHelp,
    ]);
    expect(inGerman(() => titleOfToolset({ id: "code", title: "Code" }))).toBe("Code");
    expect(inGerman(() => titleOfToolset({ id: "memory", title: "Memory" }))).toBe("Gedächtnis");
  });

  it("other tools keep their own texts", () => {
    expect(inGerman(() => titleOfTool({ name: "recall", title: "Call back" }))).toBe("Call back");
    expect(inGerman(() => titleOfTool({ name: "recall" }))).toBeUndefined();
    expect(inGerman(() => helpOfTool({ name: "files__read", help: "Reads." }))).toBe("Reads.");
    expect(inGerman(() => titleOfToolset({ id: "mcp:files", title: "Files" }))).toBe("Files");
  });
});
