import { useId } from "react";
import { Switch } from "@/components/ui/switch";
import { t } from "@/lib/shared/i18n/en/toolsOwn";
import type { ToolsetView } from "@/lib/shared/tools/view";

/** Id of the toolset that runs programs. Only programs can use packages. */
const PROGRAMS = "code";

type PackagesProps = { toolset: ToolsetView; onChoose: (packages: boolean) => void };

export function Packages({ toolset, onChoose }: PackagesProps) {
  const id = useId();
  if (toolset.id !== PROGRAMS) return null;
  return (
    <div className="flex flex-col gap-2 border-line border-t py-3 pr-5 pl-15 max-md:px-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <label htmlFor={id} className="font-medium">
          {t("packages")}
        </label>
        <Switch
          id={id}
          aria-describedby={`${id}-hint`}
          checked={toolset.packages ?? false}
          onCheckedChange={onChoose}
        />
      </div>
      <p id={`${id}-hint`} className="max-w-prose text-ink-2">
        {t("packagesAbout")}
      </p>
    </div>
  );
}
