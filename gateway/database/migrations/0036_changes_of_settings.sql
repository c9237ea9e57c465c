ALTER TABLE "changes" ADD COLUMN "setting" text;--> statement-breakpoint
CREATE INDEX "changes_by_setting" ON "changes" USING btree ("setting","id") WHERE "changes"."setting" is not null;