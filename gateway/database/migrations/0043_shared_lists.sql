ALTER TABLE "shopping_lists" ADD COLUMN "link_hash" text;--> statement-breakpoint
CREATE UNIQUE INDEX "shopping_lists_by_link" ON "shopping_lists" USING btree ("link_hash");