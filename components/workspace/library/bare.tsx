"use client";

import { ComponentFrame } from "@/components/draw/frame/later";
import type { LiveComponent } from "./entry";
import { useLibraryChanges } from "./use-library-changes";

export function Bare({ live: { component, bundle, props } }: { live: LiveComponent }) {
  const { name } = component;
  useLibraryChanges(name);
  return (
    <main className="min-h-dvh bg-sheet p-5 max-md:p-4">
      <h1 className="sr-only">{name}</h1>
      <ComponentFrame
        id={`bare/${name}`}
        bundle={bundle}
        props={props}
        title={name}
        className="mx-auto max-w-sheet"
      />
    </main>
  );
}
