import type { ReactNode } from "react";
import { PageBody } from "./page-body";
import { PageMain } from "./page-main";

/** A page that is one of several tabs. Its title is for screen readers, because the tab shows it. */
export const TabPage = ({ title, children }: { title: string; children: ReactNode }) => (
  <PageMain>
    <PageBody under="tabs">
      <h1 className="sr-only">{title}</h1>
      {children}
    </PageBody>
  </PageMain>
);
