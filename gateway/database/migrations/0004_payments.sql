CREATE TABLE "holds" (
	"request_id" text NOT NULL,
	"product_id" integer NOT NULL,
	"quantity" integer NOT NULL,
	"price" integer NOT NULL,
	CONSTRAINT "holds_request_id_product_id_pk" PRIMARY KEY("request_id","product_id"),
	CONSTRAINT "holds_quantity" CHECK ("holds"."quantity" between 1 and 999),
	CONSTRAINT "holds_price" CHECK ("holds"."price" >= 0)
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"request_id" text PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"customer_id" text,
	"body_hash" text NOT NULL,
	"intent" text NOT NULL,
	"provider_order_id" text,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"state" text NOT NULL,
	"authorization_id" text,
	"capture_id" text,
	"subtotal" integer NOT NULL,
	"discount" integer NOT NULL,
	"coupon_code" text,
	"delivery_fee" integer NOT NULL,
	"email" text,
	"ends_at" timestamp with time zone NOT NULL,
	"look_at" timestamp with time zone,
	"order_id" text,
	CONSTRAINT "payments_provider_order_id_unique" UNIQUE("provider_order_id"),
	CONSTRAINT "payments_order_id_unique" UNIQUE("order_id"),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount" > 0),
	CONSTRAINT "payments_discount" CHECK ("payments"."discount" between 0 and "payments"."subtotal"),
	CONSTRAINT "payments_delivery_fee" CHECK ("payments"."delivery_fee" >= 0),
	CONSTRAINT "payments_total" CHECK ("payments"."amount" = "payments"."subtotal" - "payments"."discount" + "payments"."delivery_fee"),
	CONSTRAINT "payments_intent" CHECK ("payments"."intent" in ('authorize', 'capture')),
	CONSTRAINT "payments_state" CHECK ("payments"."state" in ('creating', 'created', 'authorized', 'captured', 'ending', 'ended')),
	CONSTRAINT "payments_are_at_the_provider" CHECK ("payments"."state" not in ('created', 'authorized', 'captured') or "payments"."provider_order_id" is not null),
	CONSTRAINT "payments_authorized" CHECK ("payments"."state" <> 'authorized' or "payments"."authorization_id" is not null),
	CONSTRAINT "payments_captured" CHECK ("payments"."state" <> 'captured' or "payments"."capture_id" is not null),
	CONSTRAINT "payments_ordered_are_paid" CHECK ("payments"."order_id" is null or "payments"."state" in ('authorized', 'captured'))
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "mailed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_request_id_payments_request_id_fk" FOREIGN KEY ("request_id") REFERENCES "payments"("request_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_coupon_code_coupons_code_fk" FOREIGN KEY ("coupon_code") REFERENCES "coupons"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payments_by_session" ON "payments" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "payments_by_look" ON "payments" USING btree ("look_at") WHERE "payments"."look_at" is not null;