/** Listeners on this machine that an attack tries to reach: `http://host:port`, and `host:port` for UDP. */
export type Aim = { there: string; udp: string };

export type BrowserAttempt = {
  name: string;
  html?: string;
  code?: string;
  headers?: Record<string, string>;
  status?: number;
  type?: string;
  /** Set if the attack does not reach the listener even without the guard. Another browser may allow it. */
  isHarmless?: true;
};

type Ways = Record<string, string | Omit<BrowserAttempt, "name">>;

const named = (ways: Ways, plain: "html" | "code"): BrowserAttempt[] =>
  Object.entries(ways).map(([name, way]) =>
    typeof way === "string" ? { name, [plain]: way } : { name, ...way },
  );

export const markup = (ways: Ways): BrowserAttempt[] => named(ways, "html");
export const scripts = (ways: Ways): BrowserAttempt[] => named(ways, "code");
