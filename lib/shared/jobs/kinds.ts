import { CHANNELS } from "../channels";

/** What makes a job fire: a time table (`cron`, `pulse`), one moment, or something that happens. */
export const JOB_KINDS = ["cron", "pulse", "once", "webhook", "table", "state"] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/** Who begins a conversation's turns: the person in the chat, a job, a channel, another agent, another program, the agent itself, that a program be written, or a component of the library. */
const OTHERS = ["agent", "mcp", "code", "component"] as const;
export const ORIGINS = ["chat", "job", "pulse", ...CHANNELS, ...OTHERS] as const;
export type ConversationOrigin = (typeof ORIGINS)[number];
