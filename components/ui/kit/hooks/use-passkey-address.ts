import { useSyncExternalStore } from "react";
import { isIpAddress } from "@/lib/shared/members/site";

/** Returns the address at which passkeys work if this page was opened by an IP address, for which they do not. */
export const usePasskeyAddress = (): string | null =>
  useSyncExternalStore(
    () => () => {},
    () => (isIpAddress(location.hostname) ? location.origin.replace(location.hostname, "localhost") : null),
    () => null,
  );
