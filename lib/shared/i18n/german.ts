import agentFile from "./de/agentFile.ts";
import apps from "./de/apps.ts";
import askLink from "./de/askLink.ts";
import audit from "./de/audit.ts";
import away from "./de/away.ts";
import blocks from "./de/blocks.ts";
import board from "./de/board.ts";
import browser from "./de/browser.ts";
import calendar from "./de/calendar.ts";
import calendarContacts from "./de/calendarContacts.ts";
import calendarEvents from "./de/calendarEvents.ts";
import calendarJobs from "./de/calendarJobs.ts";
import calendars from "./de/calendars.ts";
import canvas from "./de/canvas.ts";
import canvasCode from "./de/canvasCode.ts";
import canvasPins from "./de/canvasPins.ts";
import canvasPointing from "./de/canvasPointing.ts";
import chat from "./de/chat.ts";
import chatApproval from "./de/chatApproval.ts";
import chatCalls from "./de/chatCalls.ts";
import chatClient from "./de/chatClient.ts";
import chatFiles from "./de/chatFiles.ts";
import chatMessages from "./de/chatMessages.ts";
import chatModelView from "./de/chatModelView.ts";
import chatVoice from "./de/chatVoice.ts";
import chatWeb from "./de/chatWeb.ts";
import client from "./de/client.ts";
import comments from "./de/comments.ts";
import common from "./de/common.ts";
import data from "./de/data.ts";
import dataDocuments from "./de/dataDocuments.ts";
import dataSql from "./de/dataSql.ts";
import editor from "./de/editor.ts";
import exported from "./de/export.ts";
import files from "./de/files.ts";
import frame from "./de/frame.ts";
import gallery from "./de/gallery.ts";
import grid from "./de/grid.ts";
import history from "./de/history.ts";
import hosted from "./de/hosted.ts";
import imports from "./de/imports.ts";
import inbox from "./de/inbox.ts";
import instructions from "./de/instructions.ts";
import kit from "./de/kit.ts";
import library from "./de/library.ts";
import markdown from "./de/markdown.ts";
import members from "./de/members.ts";
import memory from "./de/memory.ts";
import notifications from "./de/notifications.ts";
import origins from "./de/origins.ts";
import pages from "./de/pages.ts";
import preview from "./de/preview.ts";
import projects from "./de/projects.ts";
import proofs from "./de/proofs.ts";
import published from "./de/published.ts";
import queueTitles from "./de/queueTitles.ts";
import rehearsals from "./de/rehearsals.ts";
import schemaForm from "./de/schemaForm.ts";
import settings from "./de/settings.ts";
import settingsAgents from "./de/settingsAgents.ts";
import settingsBackup from "./de/settingsBackup.ts";
import settingsChannels from "./de/settingsChannels.ts";
import settingsMail from "./de/settingsMail.ts";
import settingsModels from "./de/settingsModels.ts";
import settingsPassword from "./de/settingsPassword.ts";
import settingsPeople from "./de/settingsPeople.ts";
import settingsPrograms from "./de/settingsPrograms.ts";
import settingsReference from "./de/settingsReference.ts";
import settingsServers from "./de/settingsServers.ts";
import shared from "./de/shared.ts";
import sharedAgents from "./de/sharedAgents.ts";
import sharedAudit from "./de/sharedAudit.ts";
import sharedCalls from "./de/sharedCalls.ts";
import sharedChanges from "./de/sharedChanges.ts";
import sharedChat from "./de/sharedChat.ts";
import sharedData from "./de/sharedData.ts";
import sharedForms from "./de/sharedForms.ts";
import sharedIntents from "./de/sharedIntents.ts";
import sharedMcp from "./de/sharedMcp.ts";
import sharedOperations from "./de/sharedOperations.ts";
import sharedText from "./de/sharedText.ts";
import sharing from "./de/sharing.ts";
import shell from "./de/shell.ts";
import shellConversations from "./de/shellConversations.ts";
import shellOrigins from "./de/shellOrigins.ts";
import shellPalette from "./de/shellPalette.ts";
import signIn from "./de/signIn.ts";
import skills from "./de/skills.ts";
import tools from "./de/tools.ts";
import toolsOwn from "./de/toolsOwn.ts";
import toolTitles from "./de/toolTitles.ts";
import ui from "./de/ui.ts";
import undo from "./de/undo.ts";
import versions from "./de/versions.ts";
import why from "./de/why.ts";
import workspace from "./de/workspace.ts";
import { addCatalogue, type Messages } from "./locale.ts";

export const german: Record<string, Messages> = {
  agentFile,
  apps,
  askLink,
  audit,
  away,
  blocks,
  board,
  browser,
  calendar,
  calendarContacts,
  calendarEvents,
  calendarJobs,
  calendars,
  canvas,
  canvasCode,
  canvasPins,
  canvasPointing,
  chat,
  chatApproval,
  chatCalls,
  chatClient,
  chatFiles,
  chatMessages,
  chatModelView,
  chatVoice,
  chatWeb,
  client,
  comments,
  common,
  data,
  dataDocuments,
  dataSql,
  editor,
  export: exported,
  files,
  frame,
  gallery,
  grid,
  history,
  hosted,
  imports,
  inbox,
  instructions,
  kit,
  library,
  markdown,
  members,
  memory,
  notifications,
  origins,
  pages,
  preview,
  projects,
  proofs,
  published,
  queueTitles,
  rehearsals,
  schemaForm,
  settings,
  settingsAgents,
  settingsBackup,
  settingsChannels,
  settingsMail,
  settingsModels,
  settingsPassword,
  settingsPeople,
  settingsPrograms,
  settingsReference,
  settingsServers,
  shared,
  sharedAgents,
  sharedAudit,
  sharedCalls,
  sharedChanges,
  sharedChat,
  sharedData,
  sharedForms,
  sharedIntents,
  sharedMcp,
  sharedOperations,
  sharedText,
  sharing,
  shell,
  shellConversations,
  shellOrigins,
  shellPalette,
  signIn,
  toolTitles,
  skills,
  tools,
  toolsOwn,
  ui,
  undo,
  versions,
  why,
  workspace,
};

addCatalogue("de", (area) => german[area]);
