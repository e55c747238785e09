"use client";

import { useState } from "react";
import { KeepButton } from "@/components/client/proofs/keep-button";
import { useHashTab } from "@/components/client/shell/use-hash-tab";
import type { LineCounts, RevisionPage } from "@/components/client/versions/api";
import { SchemaForm } from "@/components/draw/schema-form/schema-form";
import { type Fields, useFields } from "@/components/draw/schema-form/use-fields";
import { Button } from "@/components/ui/button";
import { useRouter } from "@/components/ui/kit/agent-base";
import { useRights } from "@/components/ui/kit/rights";
import { later } from "@/components/ui/later";
import { PanelSkeleton } from "@/components/ui/skeleton";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import type { Component } from "@/lib/shared/components/contract";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/library";
import { t as proofs } from "@/lib/shared/i18n/en/proofs";
import type { LiveComponent } from "./entry";
import { Stage } from "./stage";
import { useCode } from "./use-code";
import { useLibraryChanges } from "./use-library-changes";

const CodeTab = later(() => import("./code-tab").then((module) => module.CodeTab), PanelSkeleton);
const ProofTab = later(
  () => import("@/components/client/proofs/proof-tab").then((module) => module.ProofTab),
  PanelSkeleton,
);
const VersionPictures = later(() => import("./version-pictures").then((module) => module.VersionPictures));
const VersionsTab = later(
  () => import("@/components/client/versions/versions-tab").then((module) => module.VersionsTab),
  PanelSkeleton,
);

const TABS = ["props", "code", "proof", "versions"] as const;
const TITLES: Record<(typeof TABS)[number], string> = {
  get props() {
    return t("props");
  },
  get code() {
    return common("code");
  },
  get proof() {
    return proofs("proof");
  },
  get versions() {
    return common("versions");
  },
};

type ComponentPageProps = { live: LiveComponent; versions: RevisionPage; lines: LineCounts; now: string };

export function ComponentPage({ live, versions, lines, now }: ComponentPageProps) {
  const router = useRouter();
  const { may } = useRights();
  const [tab, setTab] = useHashTab(TABS);
  // The version that the user saved last on this page. It is newer than the page's data until the page has
  // refreshed.
  const [saved, setSaved] = useState<Component>();
  const component = saved && saved.version > live.component.version ? saved : live.component;
  const keep = (newer: Component) => {
    setSaved(newer);
    router.refresh();
  };
  useLibraryChanges(component.name);
  const code = useCode(component, keep);
  const props = useFields(component.props_schema, live.props);

  return (
    <div className="flex min-w-0 flex-1 max-[1127px]:flex-col max-[1127px]:overflow-y-auto">
      <Stage
        component={component}
        home={live.home}
        bundle={code.bundle ?? live.bundle}
        isDraft={code.isDirty && code.bundle !== undefined}
        props={props.good}
        now={now}
        onSaved={keep}
      />
      <Tabs
        asChild
        value={tab}
        onValueChange={setTab}
        data-tab={tab}
        className="shrink-0 gap-0 border-line bg-paper max-[1127px]:min-h-120 max-[1127px]:border-t min-[1128px]:w-[min(52%,760px)] min-[1128px]:border-l min-[1128px]:data-[tab=props]:w-90"
      >
        <aside aria-label={t("about")}>
          <TabsList aria-label={common("views")} className="h-bar shrink-0 px-4 max-md:px-2">
            {TABS.filter((id) => id !== "proof" || may({ right: "own" })).map((id) => (
              <TabsTrigger key={id} value={id}>
                {TITLES[id]}
                {id === "code" && code.isDirty && (
                  <>
                    <span aria-hidden className="-ml-0.5 size-1.5 rounded-full bg-ink" />
                    <span className="sr-only">{t("unsavedTab")}</span>
                  </>
                )}
              </TabsTrigger>
            ))}
          </TabsList>
          <TabsContent value="props" className="min-h-0 overflow-y-auto px-6 pt-2 pb-6 max-md:px-4">
            <PropsForm
              fields={props}
              props={props.good}
              name={component.name}
              canKeep={may({ right: "own" })}
            />
          </TabsContent>
          <TabsContent value="code" className="flex min-h-0 flex-col">
            <CodeTab code={code} component={component} />
          </TabsContent>
          <TabsContent value="proof" className="min-h-0 overflow-y-auto px-6 pt-2 pb-6 max-md:px-4">
            <ProofTab
              kind="component"
              name={component.name}
              now={now}
              showPictures={(pictures, versions) => (
                <VersionPictures name={component.name} pictures={pictures} versions={versions} />
              )}
            />
          </TabsContent>
          <TabsContent value="versions" className="min-h-0 overflow-y-auto px-6 pt-2 pb-6 max-md:px-4">
            <VersionsTab
              kind="component"
              name={component.name}
              live={component.version}
              initial={versions}
              lines={lines}
              now={now}
            />
          </TabsContent>
        </aside>
      </Tabs>
    </div>
  );
}

type PropsFormProps = { fields: Fields; props: Record<string, unknown>; name: string; canKeep: boolean };

function PropsForm({ fields, props, name, canKeep }: PropsFormProps) {
  const isRight = !fields.problem && fields.fields.every(({ problem }) => !problem);
  return (
    <SchemaForm fields={fields} whole={t("props")}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button variant="outline" aria-disabled={!fields.isChanged} onClick={fields.reset}>
          {t("reset")}
        </Button>
        {canKeep && (
          <KeepButton
            key={JSON.stringify(props)}
            from={{ kind: "component", name, input: props }}
            isDisabled={!isRight}
          />
        )}
        <p className="min-w-0 flex-1 basis-40 text-meta text-ink-3">
          {isRight ? t("testOnly") : t("lastValid")}
        </p>
      </div>
    </SchemaForm>
  );
}
