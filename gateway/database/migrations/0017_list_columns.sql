DROP INDEX "products_by_category";--> statement-breakpoint
DROP INDEX "products_by_brand";--> statement-breakpoint
DROP INDEX "products_featured";--> statement-breakpoint
ALTER TABLE "products"
	ADD COLUMN "current_price" integer GENERATED ALWAYS AS (coalesce(special_price, price)) STORED,
	ADD COLUMN "in_stock" boolean GENERATED ALWAYS AS (coalesce(status = 3, stock > 0)) STORED,
	ADD COLUMN "unit_price" bigint GENERATED ALWAYS AS (price_per_unit(name || coalesce(' ' || second_name, ''), coalesce(special_price, price))) STORED,
	ADD COLUMN "folded_name" text DEFAULT '' NOT NULL,
	ADD COLUMN "added_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "products_by_category" ON "products" USING btree ("category_id","position","id","brand_id","current_price","special_price","in_stock","unit_price","added_at","folded_name");--> statement-breakpoint
CREATE INDEX "products_by_brand" ON "products" USING btree ("brand_id","position","id","current_price","special_price","in_stock","unit_price","added_at","folded_name");--> statement-breakpoint
CREATE INDEX "products_featured" ON "products" USING btree ("featured","id") WHERE "products"."featured" is not null;