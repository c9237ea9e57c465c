CREATE TABLE "price_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "price_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"product_id" integer NOT NULL,
	"price_before" integer NOT NULL,
	"price_after" integer NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "products_by_category";--> statement-breakpoint
DROP INDEX "products_by_brand";--> statement-breakpoint
ALTER TABLE "products"
	ADD COLUMN "ingredients" text,
	ADD COLUMN "allergens" integer,
	ADD COLUMN "may_contain" integer,
	ADD COLUMN "possible_allergens" integer GENERATED ALWAYS AS (allergens | coalesce(may_contain, 0)) STORED,
	ADD COLUMN "diets" integer,
	ADD COLUMN "nutrition" jsonb,
	ADD COLUMN "origin" text,
	ADD COLUMN "storage" text,
	ADD COLUMN "size" jsonb;--> statement-breakpoint
ALTER TABLE "price_changes" ADD CONSTRAINT "price_changes_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "price_changes_by_product" ON "price_changes" USING btree ("product_id","changed_at");--> statement-breakpoint
CREATE INDEX "products_by_category" ON "products" USING btree ("category_id","position","id","brand_id","current_price","special_price","in_stock","unit_price","added_at","folded_name","diets","possible_allergens","origin","storage");--> statement-breakpoint
CREATE INDEX "products_by_brand" ON "products" USING btree ("brand_id","position","id","current_price","special_price","in_stock","unit_price","added_at","folded_name","diets","possible_allergens","origin","storage");--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_allergens" CHECK ("products"."allergens" between 0 and 16777215);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_may_contain" CHECK ("products"."may_contain" between 0 and 16777215);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_diets" CHECK ("products"."diets" between 0 and 15);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_origin" CHECK (length("products"."origin") between 1 and 60);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_storage" CHECK ("products"."storage" in ('ambient', 'chilled', 'frozen'));