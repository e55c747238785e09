/** Where an attack wants to get to: listeners on this machine, as `http://host:port` and as `host:port` for packets. */
export type Aim = { there: string; udp: string };

/** One page that tries to get past the guard. */
export type Way = {
  name: string;
  /** In its body. */
  html?: string;
  /** The body of an async function that runs in it. */
  code?: string;
  /** With its answer. */
  headers?: Record<string, string>;
  status?: number;
  type?: string;
  /** It gets nowhere without a guard either: browsers change their minds. */
  isHarmless?: true;
};

type Ways = Record<string, string | Omit<Way, "name">>;

const named = (ways: Ways, plain: "html" | "code"): Way[] =>
  Object.entries(ways).map(([name, way]) =>
    typeof way === "string" ? { name, [plain]: way } : { name, ...way },
  );

export const markup = (ways: Ways): Way[] => named(ways, "html");
export const scripts = (ways: Ways): Way[] => named(ways, "code");
