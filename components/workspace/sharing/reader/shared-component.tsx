"use client";

import { useContext, useEffect, useMemo, useRef, useState } from "react";
import { ComponentFrame } from "@/components/draw/frame/component-frame";
import { frozenServer } from "@/components/draw/frame/frozen-server";
import { framePool } from "@/components/draw/frame/pool";
import type { SurfaceServer } from "@/components/draw/frame/server-link";
import { entriesOf, SharedValues, stateOf } from "@/components/draw/frame/shared-values";
import { stateEntry } from "@/lib/shared/chat/surfaces/sheets";
import { t } from "@/lib/shared/i18n/en/sharing";
import type { SharedNow } from "@/lib/shared/shares";
import { AgentValues } from "./agent-values";

const STATE = stateEntry("").length;

type SharedComponentProps = {
  title: string;
  component: NonNullable<SharedNow["component"]>;
  /** Answers queries, if rows are not part of the component. */
  live?: Pick<SurfaceServer, "call" | "hear">;
};

export function SharedComponent({ title, component, live }: SharedComponentProps) {
  const { id, js, css, props, rows, agent, sheet: surface } = component;
  const common = useContext(AgentValues);
  const latest = useRef(rows);
  const [stage] = useState(() => {
    const [ofAgent, ofSurface] = [common ?? new SharedValues(), new SharedValues()];
    const hearing = new Set<(change: null) => void>();
    ofAgent.add(agent);
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
    return { ofAgent, ofSheet: ofSurface, hearing, server: { ...server, ...live }, entries };
  });
  useEffect(() => {
    latest.current = rows;
    stage.ofAgent.add(agent);
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
