DROP INDEX "products_by_category";--> statement-breakpoint
DROP INDEX "products_by_brand";--> statement-breakpoint
ALTER TABLE "order_lines" DROP CONSTRAINT "order_lines_total";--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_total";--> statement-breakpoint
ALTER TABLE "products" DROP COLUMN "unit_price";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "weighed" jsonb;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "unit_price" bigint GENERATED ALWAYS AS (coalesce(nullif(round(coalesce(special_price, price) * 1000.0 / (weighed ->> 'grams')::integer)::bigint, 0), price_per_unit(name || coalesce(' ' || second_name, ''), coalesce(special_price, price)))) STORED;--> statement-breakpoint
CREATE INDEX "products_by_category" ON "products" USING btree ("category_id","position","id","brand_id","current_price","special_price","in_stock","unit_price","added_at","folded_name","diets","possible_allergens","origin","storage");--> statement-breakpoint
CREATE INDEX "products_by_brand" ON "products" USING btree ("brand_id","position","id","current_price","special_price","in_stock","unit_price","added_at","folded_name","diets","possible_allergens","origin","storage");--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "weighed" jsonb;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "weighed_grams" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "most" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "coupon" jsonb;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "estimate" integer;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "coupon" jsonb;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "awaits_weighing" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "capture_amount" integer;--> statement-breakpoint
ALTER TABLE "holds" ADD COLUMN "weighed" jsonb;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_weighed" CHECK (("order_lines"."weighed" ->> 'grams')::integer > 0 and ("order_lines"."weighed" ->> 'mostGrams')::integer >= ("order_lines"."weighed" ->> 'grams')::integer);--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_weighed_grams" CHECK ("order_lines"."weighed_grams" is null or ("order_lines"."weighed_grams" >= 0 and "order_lines"."weighed" is not null));--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_total" CHECK ("order_lines"."weighed_grams" is not null or "order_lines"."total" = "order_lines"."price" * "order_lines"."quantity");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_most" CHECK ("orders"."total" <= "orders"."most");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_estimate" CHECK ("payments"."estimate" <= "payments"."amount");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_capture_amount" CHECK ("payments"."capture_amount" between 1 and "payments"."amount");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_total" CHECK (coalesce("payments"."estimate", "payments"."amount") = "payments"."subtotal" - "payments"."discount" + "payments"."delivery_fee");--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_weighed" CHECK (("products"."weighed" ->> 'grams')::integer > 0 and ("products"."weighed" ->> 'mostGrams')::integer >= ("products"."weighed" ->> 'grams')::integer);
