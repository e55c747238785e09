import { english } from "../translate.ts";

export const t = english("sharedCalls", {
  getState: "{state, select, did {Looked up} does {Looking up} other {Could not look up}}",
  setState: "{state, select, did {Stored} does {Storing} other {Could not store}}",
  deleteState: "{state, select, did {Deleted} does {Deleting} other {Could not delete}}",
  listState:
    "{state, select, did {Listed what is stored} does {Listing what is stored} other {Could not list what is stored}}",
  sendMessage:
    "{state, select, did {Sent a message} does {Writing a message} other {Could not send a message}}",
  askUser: "{state, select, did {Asked you} does {Writing a question} other {Could not ask}}",
  showBlocks:
    "{state, select, did {Put something on the canvas} does {Putting something on the canvas} other {Could not put something on the canvas}}",
  showComponent:
    "{state, select, did {Put a component on the canvas} does {Building a component} other {Could not show a component}}",
  describeBlocks:
    "{state, select, did {Looked up blocks} does {Looking up blocks} other {Could not look up blocks}}",
  createComponent:
    "{state, select, did {Created the component} does {Creating the component} other {Could not create the component}}",
  updateComponent:
    "{state, select, did {Changed the component} does {Changing the component} other {Could not change the component}}",
  deleteComponent:
    "{state, select, did {Deleted the component} does {Deleting the component} other {Could not delete the component}}",
  readComponent:
    "{state, select, did {Read the component} does {Reading the component} other {Could not read the component}}",
  createTool: "{state, select, did {Made the tool} does {Making the tool} other {Could not make the tool}}",
  updateTool:
    "{state, select, did {Changed the tool} does {Changing the tool} other {Could not change the tool}}",
  deleteTool:
    "{state, select, did {Deleted the tool} does {Deleting the tool} other {Could not delete the tool}}",
  readTool: "{state, select, did {Read the tool} does {Reading the tool} other {Could not read the tool}}",
  listComponents:
    "{state, select, did {Looked at the components} does {Looking at the components} other {Could not look at the components}}",
  listTools:
    "{state, select, did {Looked at its tools} does {Looking at its tools} other {Could not look at its tools}}",
  enableTool:
    "{state, select, did {Switched on the tool} does {Switching on the tool} other {Could not switch on the tool}}",
  disableTool:
    "{state, select, did {Switched off the tool} does {Switching off the tool} other {Could not switch off the tool}}",
  useSkill: "{state, select, did {Read the skill} does {Reading the skill} other {Could not read the skill}}",
  listSkills:
    "{state, select, did {Looked at the skills} does {Looking at the skills} other {Could not look at the skills}}",
  runSkillScript:
    "{state, select, did {Ran a script of} does {Running a script of} other {Could not run a script of}}",
  writeSkill:
    "{state, select, did {Wrote the skill} does {Writing the skill} other {Could not write the skill}}",
  deleteSkill:
    "{state, select, did {Deleted the skill} does {Deleting the skill} other {Could not delete the skill}}",
  runCode:
    "{state, select, did {Ran code in the sandbox} does {Running code in the sandbox} other {Could not run code in the sandbox}}",
  listTables:
    "{state, select, did {Looked at its tables} does {Looking at its tables} other {Could not look at its tables}}",
  queryDatabase:
    "{state, select, did {Asked its database} does {Asking its database} other {Could not ask its database}}",
  noteCollections:
    "{state, select, did {Noted what is in its collections} does {Noting what is in its collections} other {Could not note what is in its collections}}",
  loadToolset:
    "{state, select, did {Loaded the tools of} does {Loading the tools of} other {Could not load the tools of}}",
  readPrompt:
    "{state, select, did {Read its prompt} does {Reading its prompt} other {Could not read its prompt}}",
  editPrompt:
    "{state, select, did {Changed its prompt} does {Changing its prompt} other {Could not change its prompt}}",
  readNotes:
    "{state, select, did {Read its notes} does {Reading its notes} other {Could not read its notes}}",
  editNotes:
    "{state, select, did {Changed its notes} does {Changing its notes} other {Could not change its notes}}",
  storeFact:
    "{state, select, did {Remembered a fact} does {Remembering a fact} other {Could not remember a fact}}",
  forgetFact: "{state, select, did {Forgot a fact} does {Forgetting a fact} other {Could not forget a fact}}",
  listFacts:
    "{state, select, did {Looked at its facts} does {Looking at its facts} other {Could not look at its facts}}",
  recallFacts: "{state, select, did {Recalled facts} does {Recalling facts} other {Could not recall facts}}",
  importSheet:
    "{state, select, did {Made a table of the sheet} does {Making a table of the sheet} other {Could not make a table of the sheet}}",
  searchMemory:
    "{state, select, did {Searched its memory for} does {Searching its memory for} other {Could not search its memory for}}",
  editMemory:
    "{state, select, did {Changed its memory} does {Changing its memory} other {Could not change its memory}}",
  makeImage: "{state, select, did {Made an image} does {Making an image} other {Could not make an image}}",
  editImage: "{state, select, did {Edited an image} does {Editing an image} other {Could not edit an image}}",
  readCheckIns:
    "{state, select, did {Looked at the check-ins} does {Looking at the check-ins} other {Could not look at the check-ins}}",
  editCheckIns:
    "{state, select, did {Changed the check-ins} does {Changing the check-ins} other {Could not change the check-ins}}",
  noteForCheckIn:
    "{state, select, did {Changed notes for its next check-in} does {Changing notes for its next check-in} other {Could not change notes for its next check-in}}",
  readWhatsapp:
    "{state, select, did {Read messages on WhatsApp} does {Reading messages on WhatsApp} other {Could not read messages on WhatsApp}}",
  listMailFolders:
    "{state, select, did {Looked at the mail folders} does {Looking at the mail folders} other {Could not look at the mail folders}}",
  searchMail:
    "{state, select, did {Searched the mails} does {Searching the mails} other {Could not search the mails}}",
  readMail: "{state, select, did {Read a mail} does {Reading a mail} other {Could not read the mail}}",
  saveAttachment:
    "{state, select, did {Saved an attachment} does {Saving an attachment} other {Could not save the attachment}}",
  draftMail:
    "{state, select, did {Wrote the draft} does {Writing the draft} other {Could not write the draft}}",
  sendMail: "{state, select, did {Sent the mail} does {Sending the mail} other {Could not send the mail}}",
  writeWhatsapp: "{state, select, did {Wrote to} does {Writing to} other {Could not write to}}",
  listRights:
    "{state, select, did {Looked at rights of contacts} does {Looking at rights of contacts} other {Could not look at rights of contacts}}",
  screenshot:
    "{state, select, did {Took a screenshot} does {Taking a screenshot} other {Could not take a screenshot}}",
  screenshotOf:
    "{state, select, did {Took a screenshot of} does {Taking a screenshot of} other {Could not take a screenshot of}}",
  readPage: "{state, select, did {Read the page} does {Reading the page} other {Could not read the page}}",
  readPageIn:
    "{state, select, did {Read the page in} does {Reading the page in} other {Could not read the page in}}",
  readHtml:
    "{state, select, did {Read the page’s HTML} does {Reading the page’s HTML} other {Could not read the page’s HTML}}",
  readHtmlIn:
    "{state, select, did {Read the page’s HTML in} does {Reading the page’s HTML in} other {Could not read the page’s HTML in}}",
  click: "{state, select, did {Clicked} does {Clicking} other {Could not click}}",
  type: "{state, select, did {Typed into} does {Typing into} other {Could not type into}}",
  runInPage:
    "{state, select, did {Ran code in the page} does {Running code in the page} other {Could not run code in the page}}",
  closeBrowser:
    "{state, select, did {Closed the browser} does {Closing the browser} other {Could not close the browser}}",
  runProgram: "{state, select, did {Ran a program} does {Running a program} other {Could not run a program}}",
  writeProgram:
    "{state, select, did {Started to write a program} does {Starting to write a program} other {Could not start to write a program}}",
  readProgram:
    "{state, select, did {Looked at a program} does {Looking at a program} other {Could not look at a program}}",
  writeFile: "{state, select, did {Wrote} does {Writing} other {Could not write}}",
  editFile: "{state, select, did {Changed} does {Changing} other {Could not change}}",
  readFile: "{state, select, did {Read} does {Reading} other {Could not read}}",
  writeSomeFile: "{state, select, did {Wrote a file} does {Writing a file} other {Could not write a file}}",
  editSomeFile:
    "{state, select, did {Changed a file} does {Changing a file} other {Could not change a file}}",
  readSomeFile: "{state, select, did {Read a file} does {Reading a file} other {Could not read a file}}",
  listFiles:
    "{state, select, did {Looked at its files} does {Looking at its files} other {Could not look at its files}}",
  findFiles:
    "{state, select, did {Looked for files} does {Looking for files} other {Could not look for files}}",
  searchFiles:
    "{state, select, did {Searched its files for} does {Searching its files for} other {Could not search its files for}}",
  use: "{state, select, did {Used} does {Using} other {Could not use}}",
  searchWeb:
    "{state, select, did {Searched the web} does {Searching the web} other {Could not search the web}}",
  searchNews:
    "{state, select, did {Searched the news} does {Searching the news} other {Could not search the news}}",
});
