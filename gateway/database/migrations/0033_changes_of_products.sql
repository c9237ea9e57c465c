ALTER TABLE "changes" ADD COLUMN "product_id" integer;--> statement-breakpoint
CREATE INDEX "changes_by_product" ON "changes" USING btree ("product_id","id");