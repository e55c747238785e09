import { useId } from "react";
import { Switch } from "@/components/ui/switch";
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
          Packages
        </label>
        <Switch
          id={id}
          aria-describedby={`${id}-hint`}
          checked={toolset.packages ?? false}
          onCheckedChange={onChoose}
        />
      </div>
      <p id={`${id}-hint`} className="max-w-prose text-ink-2">
        Programs may import packages of npm and JSR. Packages are third-party code: a package can use the
        files and network of its program, and a conversation that used one counts as having read the web.
      </p>
    </div>
  );
}
