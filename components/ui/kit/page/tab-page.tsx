import type { ReactNode } from "react";
import { PageMain } from "./page-main";

/** A page that is one of several tabs. Its title is for screen readers, because the tab shows it. */
export const TabPage = ({ title, children }: { title: string; children: ReactNode }) => (
  <PageMain>
    <div className="flex max-w-200 flex-col gap-6 px-7 pt-6 pb-16 max-md:px-3 max-md:pt-4">
      <h1 className="sr-only">{title}</h1>
      {children}
    </div>
  </PageMain>
);
