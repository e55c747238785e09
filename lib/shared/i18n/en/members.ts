import { english } from "../translate.ts";

export const t = english("members", {
  you: "You",
  owner: "Owner",
  admin: "Admin",
  member: "Member",
  guest: "Guest",
  formerMember: "A former member",
  forMember: "{author}, for {name}",
  byMember: "{author}, by {name}",
  notShared: "Not shared",
  use: "May use",
  read: "May read",
  edit: "May edit",
  share: "Share",
  sharing: "Sharing",
  knowsAll:
    "Whoever may use an agent can ask it for everything that it knows: memory, files and tables. Conversations stay private to their author.",
  sharingOf: "Sharing of {name}",
  everyone: "Every member",
  everyoneHint: "Guests only by name",
  shareTitle: "Share “{title}”",
  sharedMembers: "Members",
  shareAbout: "They can read this conversation, also what is added later. They cannot write in it.",
  everyoneHere: "Every member who may use this agent",
  needAgent: "They see it once they may use this agent.",
});
