import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";
import { env } from "@/lib/base/env";
import { AppError } from "@/lib/shared/errors";
import { portOf, type Target } from "./target";

/**
 * Throws where Easel itself would answer: at its own port of this machine, or at its public origin. On its pages a
 * browser acts as the person, past everything that they are asked; so they stay closed whatever is opened.
 */
export function refuseOwn({ url, addresses }: Target): void {
  const { PORT, EASEL_ORIGIN } = env();
  const isOrigin = EASEL_ORIGIN !== undefined && new URL(EASEL_ORIGIN).host === url.host;
  if (isOrigin || (portOf(url) === PORT && addresses.some(({ address }) => isHere(address))))
    throw new AppError("forbidden", "That is Easel itself, which is not browsed. Use the tools for it.");
}

function isHere(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (["loopback", "unspecified"].includes(parsed.range())) return true;
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  return own.some((one) => ipaddr.process(one.address.replace(/%.*/, "")).toString() === parsed.toString());
}
