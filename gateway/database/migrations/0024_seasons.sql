ALTER TABLE "products" ADD COLUMN "season" integer;--> statement-breakpoint
CREATE INDEX "products_on_special" ON "products" USING btree ("featured","position","id") WHERE "products"."special_price" is not null;--> statement-breakpoint
CREATE INDEX "products_with_season" ON "products" USING btree ("featured","position","id") WHERE "products"."season" is not null;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_season" CHECK ("products"."season" between 0 and 4095);