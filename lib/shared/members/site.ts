/** Passkeys belong to a host name, and browsers refuse them at an IP address. */
export const isIpAddress = (hostname: string): boolean =>
  hostname.startsWith("[") || /^\d{1,3}(\.\d{1,3}){3}$/.test(hostname);
