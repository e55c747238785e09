import { CHANNELS } from "../channels";

/**
 * Causes of a job run: a schedule (`cron`), the agent's regular wake-up (`pulse`), one point in time (`once`),
 * or an event (`webhook`, `mail`, `table`, `state`).
 */
export const JOB_KINDS = ["cron", "pulse", "once", "webhook", "mail", "table", "state"] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/**
 * Initiators of a conversation's turns: the user, a job, a channel, another agent, another program (`mcp`), the
 * agent itself (`pulse`), the writing of a program (`code`), a library component, or the export of another product.
 */
const OTHERS = ["agent", "mcp", "code", "component", "import"] as const;
export const ORIGINS = ["chat", "job", "pulse", ...CHANNELS, ...OTHERS] as const;
export type ConversationOrigin = (typeof ORIGINS)[number];

/** Id of the pulse in every agent. An agent has at most one pulse, and a copied agent keeps this id. */
export const PULSE_ID = "00000000-0000-4000-8000-000000000001";
