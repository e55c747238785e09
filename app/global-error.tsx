"use client";

import { Trouble } from "@/components/client/shell/trouble";
import "./globals.css";

type Props = { error: Error & { digest?: string }; reset: () => void };

/** Replaces the root layout if the layout itself fails. */
export default function GlobalError({ error, reset }: Props) {
  return (
    <html lang="en">
      <body>
        <Trouble title="Easel could not be shown" retry={reset}>
          An error occurred. Your conversations are safe.
          {error.digest && ` For details, search the server log for ${error.digest}.`}
        </Trouble>
      </body>
    </html>
  );
}
