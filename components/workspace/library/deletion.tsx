"use client";

import type { ReactNode } from "react";
import { DeletionProvider } from "@/components/client/versions/deletion";
import { deleteComponent } from "./api";

export const ComponentDeletion = ({ children }: { children: ReactNode }) => (
  <DeletionProvider kind="component" home="/agent/components" onDelete={deleteComponent}>
    {children}
  </DeletionProvider>
);
