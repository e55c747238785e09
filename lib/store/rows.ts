// Row types, from drizzle's schema. Handwritten statements use them, too, so that a changed column causes a
// type error there.
import type {
  agentTools,
  asks,
  boards,
  bundles,
  calendarAccounts,
  calendarAddresses,
  calendarItems,
  calendarSources,
  channelChats,
  channelOutbox,
  channelPeople,
  channels,
  channelUpdates,
  componentGrants,
  components,
  consolidations,
  conversations,
  executions,
  files,
  jobRuns,
  jobs,
  mailDrafts,
  mcpAppSurfaces,
  mcpApps,
  mcpServers,
  mcpTokens,
  memories,
  memoryBlocks,
  messages,
  modelCalls,
  pushKeys,
  pushSubscriptions,
  requests,
  responses,
  revisions,
  runEvents,
  runs,
  sessions,
  shares,
  skills,
  sqlRuns,
  subagents,
  surfaces,
  toolCalls,
  whatsappMessages,
  whatsappPermissions,
} from "@/drizzle/schema/index";

export type BoardRow = typeof boards.$inferSelect;
export type Run = typeof runs.$inferSelect;
export type Conversation = typeof conversations.$inferSelect;
export type ChannelRow = typeof channels.$inferSelect;
export type ChannelChatRow = typeof channelChats.$inferSelect;
export type ChannelUserRow = typeof channelPeople.$inferSelect;
export type ChannelUpdateRow = typeof channelUpdates.$inferSelect;
export type ChannelOutboxRow = typeof channelOutbox.$inferSelect;
export type MailDraftRow = typeof mailDrafts.$inferSelect;
export type WhatsAppPermissionRow = typeof whatsappPermissions.$inferSelect;
export type WhatsAppMessageRow = typeof whatsappMessages.$inferSelect;
export type McpAppRow = typeof mcpApps.$inferSelect;
export type McpAppSurfaceRow = typeof mcpAppSurfaces.$inferSelect;
export type McpServerRow = typeof mcpServers.$inferSelect;
export type MemoryRow = typeof memories.$inferSelect;
export type ConsolidationRow = typeof consolidations.$inferSelect;
export type ExecutionRow = typeof executions.$inferSelect;
export type MessageRow = typeof messages.$inferSelect;
export type AskRow = typeof asks.$inferSelect;
export type ModelCall = typeof modelCalls.$inferSelect;
export type ShareRow = typeof shares.$inferSelect;
export type Session = typeof sessions.$inferSelect;
export type McpTokenRow = typeof mcpTokens.$inferSelect;
export type JobRow = typeof jobs.$inferSelect;
export type JobRunRow = typeof jobRuns.$inferSelect;
export type MemoryBlockRow = typeof memoryBlocks.$inferSelect;
export type PushKeys = typeof pushKeys.$inferSelect;
export type PushSubscription = typeof pushSubscriptions.$inferSelect;
export type ToolCallRow = typeof toolCalls.$inferSelect;
export type ResponseRow = typeof responses.$inferSelect;
export type RequestRow = typeof requests.$inferSelect;
export type SubagentRow = typeof subagents.$inferSelect;
export type FileColumns = typeof files.$inferSelect;
export type FileInsert = typeof files.$inferInsert;
export type ComponentGrantsRow = typeof componentGrants.$inferSelect;
export type ComponentRow = typeof components.$inferSelect;
export type AgentToolRow = typeof agentTools.$inferSelect;
export type SkillRow = typeof skills.$inferSelect;
export type RevisionRow = typeof revisions.$inferSelect;
export type SqlRunRow = typeof sqlRuns.$inferSelect;
export type BundleRow = typeof bundles.$inferSelect;
export type CalendarAddressRow = typeof calendarAddresses.$inferSelect;
export type CalendarAccountRow = typeof calendarAccounts.$inferSelect;
export type CalendarSourceRow = typeof calendarSources.$inferSelect;
export type CalendarItemRow = typeof calendarItems.$inferSelect;
export type SurfaceRow = typeof surfaces.$inferSelect;
export type RunEventRow = typeof runEvents.$inferSelect;
