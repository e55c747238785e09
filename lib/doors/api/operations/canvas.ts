import { z } from "zod";
import { deleted, file, nothing, op, revoked, type Tag } from "@/lib/doors/api/operation";
import { appList, appPlan, undoResult, visitorList, writeList } from "@/lib/shared/apps/views";
import { boardChanged, boardList, boardView } from "@/lib/shared/boards/contract";
import { pinList } from "@/lib/shared/chat/surfaces/pins";
import { library } from "@/lib/shared/chat/surfaces/surface-edits";
import { commentCounts, commentList } from "@/lib/shared/comments/view";
import { checked, component, componentList, takenItem } from "@/lib/shared/components/contract";
import { folderList } from "@/lib/shared/folders/folders";
import { galleryPage, remixed } from "@/lib/shared/gallery/items";
import { boardSharingView } from "@/lib/shared/members/view";
import { projectChanged, projectList, projectView } from "@/lib/shared/projects/contract";
import { madeShare, shareList } from "@/lib/shared/shares";

const pinned = z.object({ pinned: z.boolean() });
const app = z.object({ version: z.number().nullable(), url: z.string() });
const newApp = app.extend({ id: z.string(), slug: z.string() });

export const canvas: Tag = {
  name: "Canvas",
  description: "Components, boards, pins, comments, the gallery, published apps and links.",
  operations: {
    "GET /api/components": op("Lists or searches components, sorted by name.", componentList),
    "POST /api/components": op("Creates a component.", component),
    "GET /api/components/{name}": op("Returns a component with its code.", component),
    "PATCH /api/components/{name}": op("Changes a component.", component),
    "DELETE /api/components/{name}": op("Deletes a component.", deleted),
    "GET /api/components/{name}/surface": op("Returns a component as a surface shows it.", library),
    "GET /api/components/{name}/element": op(
      "Downloads a component as an ES module with a custom element.",
      file("text/javascript"),
    ),
    "POST /api/components/check": op("Compiles the code of a component without storing it.", checked),
    "POST /api/components/registry": op("Fetches an item of a shadcn registry as a component.", takenItem),
    "GET /api/projects": op("Lists the projects.", projectList),
    "POST /api/projects": op("Creates a project.", projectChanged),
    "GET /api/projects/{id}": op("Returns a project with its instructions and boards.", projectView),
    "PATCH /api/projects/{id}": op("Changes name, instructions or boards of a project.", projectChanged),
    "DELETE /api/projects/{id}": op("Deletes a project. Its conversations and files stay.", deleted),
    "GET /api/folders": op("Lists the folders that a project watches.", folderList),
    "POST /api/folders": op("Watches a folder of the server's machine.", folderList),
    "DELETE /api/folders/{id}": op("Stops watching a folder.", deleted),
    "GET /api/boards": op("Lists the boards.", boardList),
    "POST /api/boards": op("Creates a board.", boardChanged),
    "GET /api/boards/{id}": op("Returns a board with its tiles.", boardView),
    "PATCH /api/boards/{id}": op("Renames a board or arranges its tiles.", boardChanged),
    "DELETE /api/boards/{id}": op("Deletes a board.", deleted),
    "GET /api/boards/{id}/sharing": op("Returns with whom a board is shared.", boardSharingView),
    "PUT /api/boards/{id}/sharing": op("Shares a board with members without its agent.", boardSharingView),
    "POST /api/boards/{id}/tiles": op("Adds a tile to a board.", boardChanged),
    "PATCH /api/boards/{id}/tiles/{tile}": op("Changes a tile.", boardChanged),
    "DELETE /api/boards/{id}/tiles/{tile}": op("Removes a tile.", boardChanged),
    "GET /api/pins": op("Lists what is pinned to the canvas.", pinList),
    "PUT /api/pins/components/{name}": op("Pins a component to the canvas.", pinned),
    "DELETE /api/pins/components/{name}": op("Unpins a component.", pinned),
    "GET /api/comments": op("Lists the comments on a surface, a tile or an app.", commentList),
    "POST /api/comments": op("Writes a comment.", z.object({ id: z.string() })),
    "PATCH /api/comments/{id}": op("Changes the text of a comment, or resolves it.", nothing),
    "DELETE /api/comments/{id}": op("Deletes a comment.", nothing),
    "GET /api/comments/counts": op("Counts comments by surface, tile or app.", commentCounts),
    "POST /api/comments/read": op("Marks comments as read.", nothing),
    "GET /api/gallery": op(
      "Lists or searches components, boards, apps and exports of all agents.",
      galleryPage,
    ),
    "POST /api/gallery/remix": op("Copies an item of the gallery to the agent.", remixed),
    "POST /api/gallery/uses": op("Records that an item of the gallery was opened.", nothing),
    "GET /api/apps": op("Lists the published apps.", appList),
    "POST /api/apps": op("Publishes a component, a sheet or a board.", newApp),
    "POST /api/apps/plan": op("Returns the queries and tables that an app would use.", appPlan),
    "PATCH /api/apps/{id}": op("Changes the version or the link of an app.", app),
    "DELETE /api/apps/{id}": op("Unpublishes an app.", deleted),
    "GET /api/apps/{id}/visitors": op("Lists the visitors of an app.", visitorList),
    "GET /api/apps/{id}/writes": op("Lists what a visitor wrote.", writeList),
    "POST /api/apps/{id}/undo": op("Takes back what a visitor wrote.", undoResult),
    "GET /api/shares": op("Lists the public links to sheets.", shareList),
    "POST /api/shares": {
      ...op("Makes a public link to a sheet.", madeShare),
      body: { media: ["text/html", "application/json"] },
    },
    "DELETE /api/shares/{id}": op("Revokes a public link.", revoked),
  },
};
