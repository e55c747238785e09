import { ChevronRight } from "lucide-react";
import { PageBar } from "@/components/client/shell/page-bar";
import { ADVANCED_PAGES, SETTINGS_PAGES } from "@/components/client/shell/places";
import Link from "@/components/ui/kit/agent-base";
import { PageBody } from "@/components/ui/kit/page/page-body";
import { PageMain } from "@/components/ui/kit/page/page-main";
import { May } from "@/components/ui/kit/rights";
import { channelNames } from "@/lib/shared/channels";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/settings";
import type { SettingsView } from "@/lib/shared/settings";
import { nameOf } from "./model-format";
import { isSetUp } from "./provider-state";

/** Lists the settings pages with their current state. On a phone this is the navigation. */
export function SettingsOverview({ settings }: { settings: SettingsView }) {
  const descriptions: Record<string, string> = {
    "/settings/models": describeModels(settings),
    "/settings/web": describeSearch(settings),
    "/settings/mcp": t("overviewServers"),
    "/settings/tokens": t("overviewPrograms"),
    "/settings/channels": channelNames,
    "/settings/general": t("overviewGeneral"),
    "/settings/import": t("overviewImport"),
  };
  return (
    <PageMain>
      <PageBar />
      <PageBody>
        <h1 className="text-title font-strong max-md:px-1">{common("settings")}</h1>
        {[
          { title: undefined, pages: SETTINGS_PAGES, role: "guest" as const },
          { title: common("advanced"), pages: ADVANCED_PAGES, role: "admin" as const },
        ].map(({ title, pages, role }) => (
          <May key={title ?? "main"} role={role}>
            <section aria-label={title} className="flex flex-col gap-2">
              {title && <h2 className="text-meta text-ink-3 max-md:px-1">{title}</h2>}
              <ul className="divide-y divide-line rounded-sheet bg-sheet shadow-sheet">
                {pages.map(({ href, title, icon: Icon }) => (
                  <May key={href} open={href}>
                    <li className="group/row">
                      <Link
                        href={href}
                        className="flex min-h-14 items-center gap-3 px-4 py-2 -outline-offset-2 transition-colors group-first/row:rounded-t-sheet group-last/row:rounded-b-sheet hover:bg-fill-hover"
                      >
                        <Icon aria-hidden className="size-4 shrink-0 text-ink-2" />
                        <span className="flex min-w-0 flex-1 flex-col">
                          <span className="font-medium">{title}</span>
                          {descriptions[href] && (
                            <span className="text-meta text-ink-3">{descriptions[href]}</span>
                          )}
                        </span>
                        <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-2" />
                      </Link>
                    </li>
                  </May>
                ))}
              </ul>
            </section>
          </May>
        ))}
      </PageBody>
    </PageMain>
  );
}

function describeModels({ model, providers }: SettingsView): string {
  const connected = providers.filter(({ keyFrom, baseUrlFrom }) => keyFrom ?? baseUrlFrom);
  const titles = connected.map(({ title }) => title).join(", ");
  // A model on this machine needs no key or address, so its provider may not be in `connected`.
  const isThere = providers.some((one) => model?.startsWith(`${one.id}/`) && isSetUp(one));
  const answers = model && isThere && t("modelAnswers", { model: nameOf(model) });
  const connections = titles && t("connectedTitles", { titles });
  return [answers, connections].filter(Boolean).join(". ") || t("noProvider");
}

function describeSearch({ search, searchUsed }: SettingsView): string {
  const used = search.find(({ id }) => id === searchUsed);
  return used ? t("searchesWith", { title: used.title }) : t("noSearchEngine");
}
