"use client";

import { Trouble } from "@/components/client/shell/trouble";

type Props = { error: Error & { digest?: string }; reset: () => void };

export default function PageError({ error, reset }: Props) {
  return (
    <Trouble title="This page could not be shown" retry={reset}>
      Something went wrong on the way. Your conversations are safe.
      {error.digest && ` The server's log has more under ${error.digest}.`}
    </Trouble>
  );
}
