import { english } from "../translate.ts";

export const t = english("sharedOperations", {
  insertInto:
    "{state, select, did {Added to {what}} does {Adding to {what}} other {Could not add to {what}}}",
  change: "{state, select, did {Changed {what}} does {Changing {what}} other {Could not change {what}}}",
  deleteFrom:
    "{state, select, did {Deleted from {what}} does {Deleting from {what}} other {Could not delete from {what}}}",
  list: "{state, select, did {Listed {what}} does {Listing {what}} other {Could not list {what}}}",
  lookInto:
    "{state, select, did {Looked into {what}} does {Looking into {what}} other {Could not look into {what}}}",
  make: "{state, select, did {Made {what}} does {Making {what}} other {Could not make {what}}}",
  delete: "{state, select, did {Deleted {what}} does {Deleting {what}} other {Could not delete {what}}}",
  switch: "{state, select, did {Switched {what}} does {Switching {what}} other {Could not switch {what}}}",
  lookAt: "{state, select, did {Looked at {what}} does {Looking at {what}} other {Could not look at {what}}}",
  archive: "{state, select, did {Archived {what}} does {Archiving {what}} other {Could not archive {what}}}",
  restore: "{state, select, did {Restored {what}} does {Restoring {what}} other {Could not restore {what}}}",
  swapIn:
    "{state, select, did {Swapped in {what}} does {Swapping in {what}} other {Could not swap in {what}}}",
  read: "{state, select, did {Read {what}} does {Reading {what}} other {Could not read {what}}}",
  pinTo:
    "{state, select, did {Put something on {what}} does {Putting something on {what}} other {Could not put something on {what}}}",
  moveTile:
    "{state, select, did {Moved a tile on {what}} does {Moving a tile on {what}} other {Could not move a tile on {what}}}",
  changeTile:
    "{state, select, did {Changed a tile on {what}} does {Changing a tile on {what}} other {Could not change a tile on {what}}}",
  removeTile:
    "{state, select, did {Removed a tile from {what}} does {Removing a tile from {what}} other {Could not remove a tile from {what}}}",
  grantRights:
    "{state, select, did {Gave rights to {what}} does {Giving rights to {what}} other {Could not give rights to {what}}}",
  changeRights:
    "{state, select, did {Changed the rights of {what}} does {Changing the rights of {what}} other {Could not change the rights of {what}}}",
  revokeRights:
    "{state, select, did {Revoked the rights of {what}} does {Revoking the rights of {what}} other {Could not revoke the rights of {what}}}",
  remove: "{state, select, did {Removed {what}} does {Removing {what}} other {Could not remove {what}}}",
  ask: "{state, select, did {Asked {what}} does {Asking {what}} other {Could not ask {what}}}",
  start: "{state, select, did {Started {what}} does {Starting {what}} other {Could not start {what}}}",
  findTools:
    "{state, select, did {Looked for tools for “{what}”} does {Looking for tools for “{what}”} other {Could not look for tools for “{what}”}}",
  searchWebFor:
    "{state, select, did {Searched the web for “{what}”} does {Searching the web for “{what}”} other {Could not search the web for “{what}”}}",
  searchNewsFor:
    "{state, select, did {Searched the news for “{what}”} does {Searching the news for “{what}”} other {Could not search the news for “{what}”}}",
  send: "{state, select, did {Sent {what}} does {Sending {what}} other {Could not send {what}}}",
  open: "{state, select, did {Opened {what}} does {Opening {what}} other {Could not open {what}}}",
  clickOn:
    "{state, select, did {Clicked “{what}”} does {Clicking “{what}”} other {Could not click “{what}”}}",
  typeInto:
    "{state, select, did {Typed into “{what}”} does {Typing into “{what}”} other {Could not type into “{what}”}}",
});
