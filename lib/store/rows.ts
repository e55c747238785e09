// Rows as drizzle's schema has them, the hand-written statements too: a column that changes is a type error there.
import type {
  asks,
  conversations,
  jobRuns,
  jobs,
  messages,
  modelCalls,
  pushKeys,
  pushSubscriptions,
  runs,
  sessions,
} from "@/drizzle/schema/index";

export type Run = typeof runs.$inferSelect;
export type Conversation = typeof conversations.$inferSelect;
export type MessageRow = typeof messages.$inferSelect;
export type AskRow = typeof asks.$inferSelect;
export type ModelCall = typeof modelCalls.$inferSelect;
export type Session = typeof sessions.$inferSelect;
export type JobRow = typeof jobs.$inferSelect;
export type JobRunRow = typeof jobRuns.$inferSelect;
export type PushKeys = typeof pushKeys.$inferSelect;
export type PushSubscription = typeof pushSubscriptions.$inferSelect;
