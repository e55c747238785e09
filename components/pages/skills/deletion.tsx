"use client";

import type { ReactNode } from "react";
import { DeletionProvider } from "@/components/client/versions/deletion";
import { deleteSkill } from "./api";

export const SkillDeletion = ({ children }: { children: ReactNode }) => (
  <DeletionProvider kind="skill" home="/agent/skills" onDelete={deleteSkill}>
    {children}
  </DeletionProvider>
);
