import { z } from "zod";
import { accepted, created, file, json, nothing, op, type Tag } from "@/lib/doors/api/operation";
import { backupPreview, madeBackup, restoreView } from "@/lib/shared/backup";
import { queueList } from "@/lib/shared/jobs/queues";
import { accountLink, me, providersView, recoveryCodes, twoFactorSetup } from "@/lib/shared/members/sign-in";
import { invitationsView, listedMember, madeInvitation, membersView } from "@/lib/shared/members/view";
import { passwordView, sessionsView } from "@/lib/shared/sessions";

const part = z.enum(["ok", "down", "off"]);
const health = z.object({ status: part, version: z.string(), database: part, jobs: part, sandbox: part });

export const workspace: Tag = {
  name: "Workspace",
  description: "Health, members, sign-in, sessions and backups.",
  operations: {
    "GET /api/health": op("Reports whether each part of the server works.", health, {
      status: 503,
      schema: health,
    }),
    "POST /api/login": op("Signs in with a password and sets the cookie of the session.", nothing),
    "POST /api/logout": op("Signs out.", nothing),
    "GET /api/me": op("Returns the signed-in member.", me),
    "PATCH /api/me": op("Changes the name or the email address of the member.", me),
    "PUT /api/me/password": op("Changes the password of the member.", nothing),
    "POST /api/me/two-factor": op("Starts the setup of a second factor.", twoFactorSetup),
    "PUT /api/me/two-factor": op("Switches the second factor on.", recoveryCodes),
    "DELETE /api/me/two-factor": op("Switches the second factor off.", nothing),
    "POST /api/me/accounts": op("Starts to link an account of a service.", accountLink),
    "DELETE /api/me/accounts": op("Unlinks an account of a service.", nothing),
    "GET /api/sessions": op("Lists the sessions of the member.", sessionsView),
    "DELETE /api/sessions": op("Ends all sessions of the member.", nothing),
    "DELETE /api/sessions/{id}": op("Ends a session.", nothing),
    "GET /api/password": op("Returns where the password of Easel is set.", passwordView),
    "PUT /api/password": op("Sets the password of Easel.", nothing),
    "DELETE /api/password": op("Removes the password of Easel.", nothing),
    "GET /api/members": op("Lists the members.", membersView),
    "PATCH /api/members/{id}": op("Changes a member's role or limit.", z.object({ member: listedMember })),
    "DELETE /api/members/{id}": op("Removes a member.", nothing),
    "POST /api/members/{id}/invitation": op("Makes a link by which a member signs in again.", madeInvitation),
    "GET /api/invitations": op("Lists the open invitations.", invitationsView),
    "POST /api/invitations": op("Invites a member.", created(madeInvitation)),
    "DELETE /api/invitations/{id}": op("Ends an invitation.", nothing),
    "GET /api/sign-in/providers": op("Lists the services that sign members in.", providersView),
    "POST /api/sign-in/providers": op("Adds a service that signs members in.", created()),
    "PATCH /api/sign-in/providers/{id}": op("Changes a service that signs members in."),
    "DELETE /api/sign-in/providers/{id}": op("Removes a service that signs members in.", nothing),
    "GET /api/queues": op("Lists the queues of the server.", queueList),
    "POST /api/queues/{name}/retry": op(
      "Retries the failed work of a queue.",
      z.object({ retried: z.number() }),
    ),
    "POST /api/backup": op("Prepares a backup.", madeBackup),
    "GET /api/backup/{id}": op("Downloads a backup.", file("application/gzip")),
    "POST /api/backup/preview": {
      ...op("Checks a backup.", backupPreview),
      body: { media: ["application/gzip"] },
    },
    "GET /api/backup/restore": op("Returns the result of the last restore.", restoreView),
    "POST /api/backup/restore": op("Restarts the server and restores a backup.", accepted),
    "GET /api/openapi.json": op("Returns this document.", json()),
  },
};
