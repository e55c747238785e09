import { sample } from "../stage.ts";
import type { BrowserAttack } from "../way.ts";
import { denied } from "./denied.ts";
import { elements } from "./elements.ts";
import { hidden } from "./hidden.ts";
import { navigation } from "./navigation.ts";
import { nested } from "./nested.ts";
import { requests } from "./requests.ts";
import { styles } from "./styles.ts";
import { webrtc } from "./webrtc.ts";

/** An attempt that `leaves` navigates its frame to another page, and then reports nothing. */
type Escape = BrowserAttack & { mustGetNothing: boolean; leaves: boolean };

const outward = [...requests, ...elements, ...styles, ...navigation, ...nested, ...hidden, ...webrtc];
const escapes: Escape[] = [
  ...sample(outward, 20).map((way) => ({
    ...way,
    mustGetNothing: false,
    leaves: way.knocks === true || navigation.includes(way),
  })),
  ...sample(denied, 14).map((way) => ({ ...way, mustGetNothing: true, leaves: false })),
];

// Without `ATTACK=all`, attempts that do not leave share one component, because loading the page takes most of an
// attempt's time.
const sharing = process.env.ATTACK === "all" ? [] : escapes.filter(({ leaves }) => !leaves);
const alone = escapes.filter((one) => !sharing.includes(one)).map((one) => [one]);

/** The attempts of each load of a page. */
export const loads: Escape[][] = sharing.length > 0 ? [sharing, ...alone] : alone;
