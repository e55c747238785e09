import type { ReactNode } from "react";

/** Part of a message that only screen readers read, in `t.rich`. */
export const hidden = (chunks: ReactNode) => <span className="sr-only">{chunks}</span>;
