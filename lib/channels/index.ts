import { telegram } from "./telegram/telegram";

/** Every channel by which the agent is reached. */
export const channels = { telegram };
