ALTER TABLE "order_lines" DROP CONSTRAINT "order_lines_total";--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "multi_buy" jsonb;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "multi_buy" jsonb;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "multi_buy_ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "holds" ADD COLUMN "multi_buy" jsonb;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_multi_buy" CHECK ("order_lines"."multi_buy" is null or coalesce(("order_lines"."multi_buy" ->> 'quantity')::integer >= 2 and ("order_lines"."multi_buy" ->> 'price')::integer >= 0, false));--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_total" CHECK ("order_lines"."weighed_grams" is not null or "order_lines"."total" = least("order_lines"."price" * "order_lines"."quantity", "order_lines"."quantity" / ("order_lines"."multi_buy" ->> 'quantity')::integer * ("order_lines"."multi_buy" ->> 'price')::integer + "order_lines"."quantity" % ("order_lines"."multi_buy" ->> 'quantity')::integer * "order_lines"."price"));--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_multi_buy" CHECK ("products"."multi_buy" is null or coalesce(("products"."multi_buy" ->> 'quantity')::integer >= 2 and ("products"."multi_buy" ->> 'price')::integer >= 0, false));--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_multi_buy_by_piece" CHECK ("products"."multi_buy" is null or "products"."weighed" is null);--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_multi_buy" CHECK ("holds"."multi_buy" is null or coalesce(("holds"."multi_buy" ->> 'quantity')::integer >= 2 and ("holds"."multi_buy" ->> 'price')::integer >= 0, false));