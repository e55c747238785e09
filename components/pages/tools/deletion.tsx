"use client";

import type { ReactNode } from "react";
import { DeletionProvider } from "@/components/client/versions/deletion";
import { deleteOwnTool } from "./api";

export const ToolDeletion = ({ children }: { children: ReactNode }) => (
  <DeletionProvider kind="tool" home="/agent/tools" onDelete={deleteOwnTool}>
    {children}
  </DeletionProvider>
);
