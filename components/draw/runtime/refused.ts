/*
 * Functions of the browser that would fail silently in a frame. Each throws, or rejects with, an error that
 * names the function and an alternative.
 */

const NETWORK =
  "A component has no network. Get the data with useQuery or callAgentTool, or pass it in as props.";
const KEEP = "Keep values with useAgentState(key, initial), or with useSheetState for this surface only.";
const DEVICE = "A component has no access to devices of the user. Ask the user for the value in a form.";

const dialog = (name: string, instead: string) => `${name}() shows nothing in a component. ${instead}`;
const WITHOUT_EFFECT = {
  confirm: dialog("confirm", 'Ask with AlertDialog of "@/components/ui/alert-dialog".'),
  prompt: dialog("prompt", 'Ask with Dialog of "@/components/ui/dialog" and an Input.'),
  print: dialog("print", "The user prints the surface from its menu, under Export."),
};
const WITHOUT_NETWORK = ["XMLHttpRequest", "WebSocket", "EventSource"];
const WITHOUT_STORE: [object: string, methods: string[]][] = [
  ["indexedDB", ["open", "deleteDatabase", "databases"]],
  ["caches", ["open", "match", "has", "keys", "delete"]],
  ["cookieStore", ["get", "getAll", "set", "delete"]],
];

export function refuseFunctions(): void {
  for (const [name, why] of Object.entries(WITHOUT_EFFECT)) define(globalThis, name, () => refuse(why));
  for (const name of WITHOUT_NETWORK) define(globalThis, name, refusing(name, NETWORK));
  define(globalThis, "Notification", refusing("Notification", 'Show a notice with toast() of "sonner".'));
  define(Reflect.get(globalThis, "Notification"), "requestPermission", () =>
    rejectWith('A component shows no notifications. Show a notice with toast() of "sonner".'),
  );
  define(globalThis, "fetch", () => rejectWith(NETWORK));
  define(navigator, "sendBeacon", () => refuse(NETWORK));
  for (const [name, methods] of WITHOUT_STORE) {
    const why = `${name} stores nothing in a component. ${KEEP}`;
    const fail = name === "indexedDB" ? () => refuse(why) : () => rejectWith(why);
    define(globalThis, name, Object.fromEntries(methods.map((method) => [method, fail])));
  }
  Object.defineProperty(document, "cookie", {
    get: () => "",
    set: () => refuse(`Cookies are not stored in a component. ${KEEP}`),
  });
  const locate = () => refuse(`The position is not available. ${DEVICE}`);
  define(navigator, "geolocation", {
    getCurrentPosition: locate,
    watchPosition: locate,
    clearWatch: () => {},
  });
  const record = () => rejectWith(`Cameras, microphones and screens are not available. ${DEVICE}`);
  define(navigator, "mediaDevices", {
    getUserMedia: record,
    getDisplayMedia: record,
    enumerateDevices: async () => [],
    addEventListener: () => {},
    removeEventListener: () => {},
  });
}

function refusing(name: string, why: string): object {
  return class {
    constructor() {
      refuse(`${name}: ${why}`);
    }
  };
}

export const define = (of: object, name: string, value: unknown): void =>
  void Object.defineProperty(of, name, { value, writable: true, configurable: true });

function refuse(why: string): never {
  throw new TypeError(why);
}

function rejectWith(why: string): Promise<never> {
  return Promise.reject(new TypeError(why));
}
