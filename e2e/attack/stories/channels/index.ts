import { browsers } from "./browser";
import { codes, others } from "./code";
import { composed } from "./composed";
import { links } from "./links";
import { raws } from "./raw";

const all = [...links, ...composed, ...raws, ...codes, ...browsers, ...others];
export const channels = { links, composed, raws, codes, browsers, others, all };
