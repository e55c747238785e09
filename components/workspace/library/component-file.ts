import { COMPONENT_BYTES, type ComponentFile, componentFile } from "@/lib/shared/components/fields";
import { t } from "@/lib/shared/i18n/en/library";

type Read = { file: ComponentFile } | { problem: string };

/** Parses an exported component file. Returns the file or a message for the user. */
export async function readComponentFile(file: File): Promise<Read> {
  if (file.size > COMPONENT_BYTES) return { problem: t("fileTooLarge") };
  const content = parse(await file.text());
  if (content === undefined) return { problem: t("notJson") };
  const read = componentFile.safeParse(content);
  if (read.success) return { file: read.data };
  const [issue] = read.error.issues;
  const isOther = issue?.path[0] === "easel" || issue?.path.length === 0;
  if (isOther) return { problem: t("notAComponent") };
  return {
    problem: t("invalidField", { field: String(issue?.path[0]), message: issue?.message ?? "" }),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function writeComponentFile({ name, description, code, props_schema }: Omit<ComponentFile, "easel">) {
  const file: ComponentFile = { easel: "component", name, description, code, props_schema };
  return new Blob([`${JSON.stringify(file, null, 2)}\n`], { type: "application/json" });
}
