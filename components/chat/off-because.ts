/** For an icon that is off for a reason, which its tooltip tells. It stays within reach, or nobody could ask why. */
export const offBecause = (reason: string | undefined, isOff = reason !== undefined) => ({
  "aria-disabled": isOff || undefined,
  ...(reason && { "data-tip": reason, "aria-description": reason }),
});
