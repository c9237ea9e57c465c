CREATE TABLE "opening_hours" (
	"weekday" integer PRIMARY KEY NOT NULL,
	"opens_at" time NOT NULL,
	"closes_at" time NOT NULL,
	CONSTRAINT "opening_hours_weekday" CHECK ("opening_hours"."weekday" between 1 and 7),
	CONSTRAINT "opening_hours_closes" CHECK ("opening_hours"."closes_at" > "opening_hours"."opens_at")
);
--> statement-breakpoint
CREATE TABLE "post_code_fees" (
	"post_code" text PRIMARY KEY NOT NULL,
	"fee" integer NOT NULL,
	CONSTRAINT "post_code_fees_fee" CHECK ("post_code_fees"."fee" >= 0)
);
--> statement-breakpoint
CREATE TABLE "store_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"standard_delivery_fee" integer NOT NULL,
	"minimum_order_limit" integer NOT NULL,
	"limit_area_shipping" boolean NOT NULL,
	"calculate_delivery_fee" boolean NOT NULL,
	CONSTRAINT "store_settings_one_row" CHECK ("store_settings"."id" = 1),
	CONSTRAINT "store_settings_fee" CHECK ("store_settings"."standard_delivery_fee" >= 0),
	CONSTRAINT "store_settings_minimum" CHECK ("store_settings"."minimum_order_limit" >= 0)
);
--> statement-breakpoint
ALTER TABLE "banners" ADD COLUMN "position" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "banners" ADD COLUMN "shown" boolean DEFAULT true NOT NULL;