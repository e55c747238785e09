import { readElement } from "@/components/client/components";
import { deliver } from "@/components/client/exports";
import { failureText } from "@/components/client/failure";
import { notifyProblem } from "@/components/ui/kit/notify";
import { slugOf } from "@/lib/shared/components/slug";
import { t } from "@/lib/shared/i18n/en/library";

/** Downloads a component as a module with a custom element. */
export async function saveElement({ name, version }: { name: string; version: number }): Promise<void> {
  try {
    const source = { kind: "component", form: "element", name, version } as const;
    deliver(await readElement(name), `${slugOf(name)}.js`, source);
  } catch (error) {
    void notifyProblem(t("notExported", { name, problem: failureText(error) }));
  }
}
