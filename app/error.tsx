"use client";

import { Trouble } from "@/components/client/shell/trouble";

type Props = { error: Error & { digest?: string }; reset: () => void };

export default function PageError({ error, reset }: Props) {
  return (
    <Trouble title="This page could not be shown" retry={reset}>
      An error occurred. Your conversations are safe.
      {error.digest && ` For details, search the server log for ${error.digest}.`}
    </Trouble>
  );
}
