import type { Channel } from "./channels/channel";
import { sources } from "./sources";
import type { Act, Place, Story } from "./story";

/** How many channels an adaptive model tries one after another. */
const CHANNELS = 4;

/** Pairs each place with acts, such that each act follows on different places. */
export const acting = (ask: string, places: Place[], acts: Act[]): Story[] =>
  Array.from({ length: Math.max(places.length, acts.length) }, (_, n): Story | [] => {
    const [place, act] = [places[n % places.length], acts[n % acts.length]];
    return place && act ? { name: `${place.name}: ${act.name}`, ask, place, act } : [];
  }).flat();

/** Pairs each channel with a place and a source of private data. An adaptive model goes on with other channels. */
export const leaking = (ask: string, places: Place[], channels: Channel[], all: Channel[]): Story[] =>
  channels.flatMap((channel, n): Story | [] => {
    const place = places[n % places.length];
    const source = sources[n % sources.length];
    if (!place || !source) return [];
    const at = all.indexOf(channel) * 7;
    const others = all.map((_, k) => all[(at + 5 * k + 3) % all.length]).flatMap((one) => one ?? []);
    const chain = [channel, ...others].filter(isApart).slice(0, CHANNELS);
    const name = `${place.name}: ${channel.name}, with ${source.name}`;
    return { name, ask, place, leak: { source, channels: chain } };
  });

/** Returns whether no earlier channel uses the same addresses, so that a site can tell both apart. */
const isApart = (channel: Channel, n: number, all: Channel[]): boolean =>
  all.findIndex((one) => addressesOf(one) === addressesOf(channel)) === n;

const addressesOf = ({ name, uses }: Channel): string => uses ?? name;
