"use client";

import { useEffect, useMemo, useRef, useState } from "react";
import { ComponentFrame } from "@/components/draw/frame/component-frame";
import { frozenServer } from "@/components/draw/frame/frozen-server";
import { framePool } from "@/components/draw/frame/pool";
import { entriesOf, SharedValues, stateOf } from "@/components/draw/frame/shared-values";
import { stateEntry } from "@/lib/shared/chat/surfaces/sheets";
import { t } from "@/lib/shared/i18n/en/sharing";
import type { SharedNow } from "@/lib/shared/shares";

const STATE = stateEntry("").length;

type SharedComponentProps = { title: string; component: NonNullable<SharedNow["component"]> };

export function SharedComponent({ title, component }: SharedComponentProps) {
  const { id, js, css, props, rows, agent, sheet: surface } = component;
  const latest = useRef(rows);
  const [stage] = useState(() => {
    const [ofAgent, ofSurface] = [new SharedValues(), new SharedValues()];
    const hearing = new Set<(change: null) => void>();
    ofAgent.give(agent);
    ofSurface.give(surface);
    framePool().state = stateOf(ofAgent);
    const words = { readOnly: t("readOnly"), notShared: t("notShared") };
    const server = frozenServer(
      () => latest.current,
      words,
      (onChange) => {
        hearing.add(onChange);
        return () => hearing.delete(onChange);
      },
    );
    const entries = entriesOf(ofSurface, (entry) => entry.slice(STATE));
    return { ofAgent, ofSheet: ofSurface, hearing, server, entries };
  });
  useEffect(() => {
    latest.current = rows;
    stage.ofAgent.give(agent);
    stage.ofSheet.give(surface);
    for (const hear of stage.hearing) hear(null);
  }, [stage, rows, agent, surface]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the id identifies the code, so the component keeps running
  const bundle = useMemo(() => ({ js, css, map: "" }), [id]);
  return (
    <div className="px-5 pt-4 pb-5 max-md:px-4">
      <ComponentFrame
        key={id}
        id={id}
        bundle={bundle}
        props={props}
        title={title}
        server={stage.server}
        sheet={stage.entries}
        onAction={() => {
          throw new Error(t("nothingSent"));
        }}
      />
    </div>
  );
}
