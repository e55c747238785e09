"use client";

import type { ReactNode } from "react";
import { deleteComponent } from "@/components/client/components";
import { DeletionProvider } from "@/components/client/versions/deletion";

export const ComponentDeletion = ({ children }: { children: ReactNode }) => (
  <DeletionProvider
    kind="component"
    home="/gallery?kind=component"
    pages="/agent/components"
    onDelete={deleteComponent}
  >
    {children}
  </DeletionProvider>
);
