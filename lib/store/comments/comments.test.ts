import { afterAll, beforeAll, expect, test } from "vitest";
import type { CommentTarget } from "@/lib/shared/comments/target";
import { targetKey } from "@/lib/shared/comments/view";
import { OWNER_ID } from "@/lib/shared/members/roles";
import { resolveAgent } from "@/lib/store/agents/agents";
import { type Notice, subscribe } from "@/lib/store/bus";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import {
  addComment,
  countComments,
  deleteComment,
  editComment,
  listComments,
  markCommentsRead,
  resolveComment,
} from "./comments";

let drop: () => Promise<void>;
let agentId: string;
let bob: string;
beforeAll(async () => {
  ({ drop } = await testDatabase());
  agentId = await resolveAgent();
  const [row] = await sql()<{ id: string }[]>`
    insert into members (name, role) values ('Bob', 'member') returning id`;
  bob = row?.id ?? "";
});
afterAll(() => drop());

const owner = { memberId: OWNER_ID, name: "Ada" };
const other = () => ({ memberId: bob, name: "Bob" });

async function surface(): Promise<CommentTarget & { conversation: string }> {
  const conversation = crypto.randomUUID();
  await sql()`insert into conversations (id, agent_id, title, identity) values (${conversation}, ${agentId}, '', '')`;
  return { kind: "surface", conversation, item: "m/c" };
}

test("comments form threads, in order, with the present name of their author", async () => {
  const target = await surface();
  const heard: Notice[] = [];
  const stop = subscribe((notice) => heard.push(notice));
  const point = { messageId: "m", toolCallId: "c", title: "Costs", text: "Rye" };
  const id = await addComment(agentId, target, owner, { text: "Too high", point, shown: "v1" });
  await addComment(agentId, target, other(), { text: "Yes", parentId: id });
  stop();
  expect(heard).toContainEqual({ type: "comments", agent: agentId, target: targetKey(target) });
  await sql()`update members set name = 'Robert' where id = ${bob}`;
  const listed = await listComments(agentId, target, { memberId: bob });
  expect(listed).toMatchObject([
    { author: "Ada", isOwn: false, text: "Too high", point, shown: "v1", isVisitor: false },
    { author: "Robert", isOwn: true, text: "Yes", parentId: id, point: null },
  ]);
  const another = await surface();
  expect(await listComments(agentId, another, { memberId: bob })).toEqual([]);
  await expect(
    addComment(agentId, another, owner, { text: "Elsewhere", parentId: id }),
  ).rejects.toMatchObject({ code: "not_found" });
});

test("only the author edits and deletes; a deleted thread stays for its replies and goes with the last", async () => {
  const target = await surface();
  const id = await addComment(agentId, target, owner, { text: "One" });
  const reply = await addComment(agentId, target, other(), { text: "Two", parentId: id });
  const edit = (author: { memberId: string }) => editComment(agentId, target, id, { author, text: "Uno" });
  await expect(edit({ memberId: bob })).rejects.toMatchObject({ code: "not_found" });
  await edit(owner);
  await expect(deleteComment(agentId, target, id, { memberId: bob })).rejects.toMatchObject({
    code: "not_found",
  });
  await deleteComment(agentId, target, id, owner);
  expect(await listComments(agentId, target, owner)).toMatchObject([
    { text: "", isDeleted: true, isEdited: true },
    { text: "Two" },
  ]);
  await expect(edit(owner)).rejects.toMatchObject({ code: "not_found" });
  await deleteComment(agentId, target, reply, null);
  expect(await listComments(agentId, target, owner)).toEqual([]);
});

test("counts the open threads and what others wrote since the member read it; a reply opens a thread again", async () => {
  const target = await surface();
  const place = { conversation: target.conversation };
  const id = await addComment(agentId, target, owner, { text: "One" });
  await addComment(agentId, target, other(), { text: "Two", parentId: id });
  const counted = (open: number, unread: number) => [{ target: targetKey(target), open, unread }];
  expect(await countComments(agentId, place, OWNER_ID)).toEqual(counted(1, 1));
  expect(await countComments(agentId, place, bob)).toEqual(counted(1, 1));
  await markCommentsRead(agentId, target, OWNER_ID);
  await resolveComment(agentId, target, id, true);
  expect(await countComments(agentId, place, OWNER_ID)).toEqual(counted(0, 0));
  await addComment(agentId, target, other(), { text: "Three", parentId: id });
  expect(await countComments(agentId, place, OWNER_ID)).toEqual(counted(1, 1));
  await sql()`delete from conversations where id = ${target.conversation}`;
  expect(await countComments(agentId, place, OWNER_ID)).toEqual([]);
});
