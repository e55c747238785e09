import type { ReactNode } from "react";
import { Alert, AlertDescription } from "@/components/ui/alert";

/* Texts of a published sheet. */

export const MarkdownView = ({ children }: { children: ReactNode }) => (
  <div className="flex min-w-0 flex-col gap-3 wrap-anywhere [&_a]:underline [&_blockquote]:border-s-2 [&_blockquote]:border-line [&_blockquote]:ps-3 [&_code]:font-mono [&_h1]:text-title [&_h1]:font-semibold [&_h2]:font-semibold [&_h3]:font-medium [&_ol]:list-decimal [&_ol]:ps-5 [&_pre]:overflow-x-auto [&_pre]:rounded-in [&_pre]:bg-fill [&_pre]:p-3 [&_pre]:font-mono [&_td]:border [&_td]:border-line [&_td]:px-2 [&_th]:border [&_th]:border-line [&_th]:px-2 [&_ul]:list-disc [&_ul]:ps-5">
    {children}
  </div>
);

export const AlertView = ({ isDanger, children }: { isDanger: boolean; children: ReactNode }) => (
  <Alert variant={isDanger ? "destructive" : "default"}>
    <AlertDescription>
      <MarkdownView>{children}</MarkdownView>
    </AlertDescription>
  </Alert>
);
