"use client";

import { ChevronRight } from "lucide-react";
import { PageBar } from "@/components/client/shell/page-bar";
import { PageBody } from "@/components/ui/kit/page/page-body";
import { PageMain } from "@/components/ui/kit/page/page-main";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { May } from "@/components/ui/kit/rights";
import { ValueBox } from "@/components/ui/kit/value-box";
import { ScrollArea } from "@/components/ui/scroll-area";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/tools";
import type { ToolCallPage } from "@/lib/shared/tools/calls";
import type { ToolView } from "@/lib/shared/tools/view";
import { CallsList } from "./calls-list";
import { parametersOf } from "./own/parameters";
import { ToolHeader } from "./tool-header";
import { useTool } from "./use-tool";
import { useToolChanges } from "./use-tool-changes";

type BuiltInPageProps = { view: ToolView; calls: ToolCallPage; now: string };

export function BuiltInPage({ view, calls, now }: BuiltInPageProps) {
  useToolChanges();
  const { tool, change } = useTool(view);
  const { name, inputSchema } = tool;
  return (
    <PageMain>
      <PageBar parent={{ href: "/agent/tools", title: common("tools") }} isCode>
        {name}
      </PageBar>
      <PageBody>
        <ToolHeader tool={tool} now={now} onChange={change} />
        <TitledCard title={common("parameters")}>
          <ParametersTable schema={inputSchema} />
          <details className="group/schema mt-4">
            <summary className="flex min-h-control-small w-fit list-none items-center gap-1.5 text-ink-2 transition-colors hover:text-ink max-md:min-h-11 [&::-webkit-details-marker]:hidden">
              <ChevronRight
                aria-hidden
                className="size-4 text-ink-3 transition-transform group-open/schema:rotate-90"
              />
              {t("jsonSchema")}
            </summary>
            <ValueBox label={t("jsonSchema")} value={inputSchema} className="mt-2" />
          </details>
        </TitledCard>
        <May right="own">
          <TitledCard title={t("lastCalls")}>
            <CallsList name={name} initial={calls} now={now} />
          </TitledCard>
        </May>
      </PageBody>
    </PageMain>
  );
}

function ParametersTable({ schema }: { schema: Record<string, unknown> }) {
  const parameters = parametersOf(schema);
  if (parameters.length === 0) return <p className="text-ink-2">{t("noParameters")}</p>;
  return (
    <ScrollArea label={common("parameters")}>
      <table aria-label={common("parameters")} className="w-full border-collapse md:min-w-110">
        <thead>
          <tr className="text-left text-meta text-ink-3">
            <th className="pr-4 pb-1 font-medium">{common("name")}</th>
            <th className="pr-4 pb-1 font-medium">{t("type")}</th>
            <th className="pb-1 font-medium">{common("description")}</th>
          </tr>
        </thead>
        <tbody>
          {parameters.map(({ path, depth, type, isRequired, about }) => (
            <tr key={path} className="border-line border-t align-top">
              <td
                className="py-1.5 pr-4 font-mono text-meta/5 wrap-anywhere"
                style={{ paddingLeft: depth * 12 }}
              >
                {path}
                {isRequired && (
                  <>
                    <span aria-hidden className="text-ink-3">
                      {" "}
                      *
                    </span>
                    <span className="sr-only">, {t("required")}</span>
                  </>
                )}
              </td>
              <td className="max-w-60 py-1.5 pr-4 text-ink-2 wrap-anywhere">{type}</td>
              <td className="py-1.5 text-ink-2 wrap-anywhere">{about}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}
