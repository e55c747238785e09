ALTER TABLE "board_shares" DROP CONSTRAINT "board_shares_agent_id_board_id_member_id_pk";--> statement-breakpoint
ALTER TABLE "board_shares" ALTER COLUMN "member_id" DROP NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "board_shares_by_name" ON "board_shares" USING btree ("agent_id","board_id","member_id");--> statement-breakpoint
CREATE UNIQUE INDEX "board_shares_everyone" ON "board_shares" USING btree ("agent_id","board_id") WHERE member_id is null;