import type { ReactNode } from "react";

/** A page for visitors who are not signed in. */
export const LoginSheet = ({ title, children }: { title: string; children: ReactNode }) => (
  <main className="flex min-h-dvh flex-col items-center bg-table px-3 pt-[22dvh] pb-6">
    <div className="w-full max-w-90 rounded-sheet bg-sheet p-5 shadow-sheet">
      <h1 className="mb-4 text-title font-strong">{title}</h1>
      {children}
    </div>
  </main>
);
