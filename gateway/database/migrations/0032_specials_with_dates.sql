ALTER TABLE "products" ADD COLUMN "planned_special" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "special_starts_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "special_ends_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "products_special_starts" ON "products" USING btree ("special_starts_at") WHERE "products"."special_starts_at" is not null;--> statement-breakpoint
CREATE INDEX "products_special_ends" ON "products" USING btree ("special_ends_at") WHERE "products"."special_ends_at" is not null;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_planned_special" CHECK ("products"."planned_special" >= 0 and "products"."planned_special" < "products"."price");--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_special_times" CHECK (("products"."planned_special" is null) = ("products"."special_starts_at" is null) and ("products"."planned_special" is null or "products"."special_price" is null) and ("products"."special_ends_at" is null or "products"."planned_special" is not null or "products"."special_price" is not null));--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_special_ends" CHECK ("products"."special_ends_at" > "products"."special_starts_at");
