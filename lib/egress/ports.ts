/** Ports above 1023 that speak no HTTP, where a request could still be taken for a command (the Fetch Standard's list). */
const OTHERS = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
]);

/** Whether a web server may be asked there. */
export const isWebPort = (port: number): boolean =>
  port === 80 || port === 443 || (port > 1023 && !OTHERS.has(port));
