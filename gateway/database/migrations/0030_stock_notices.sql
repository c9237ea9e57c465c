CREATE TABLE "stock_notices" (
	"email" text NOT NULL,
	"product_id" integer NOT NULL,
	"customer_id" text,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"token" text DEFAULT replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') NOT NULL,
	CONSTRAINT "stock_notices_email_product_id_pk" PRIMARY KEY("email","product_id"),
	CONSTRAINT "stock_notices_token_unique" UNIQUE("token")
);
--> statement-breakpoint
ALTER TABLE "stock_notices" ADD CONSTRAINT "stock_notices_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_notices" ADD CONSTRAINT "stock_notices_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stock_notices_by_product" ON "stock_notices" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "stock_notices_by_customer" ON "stock_notices" USING btree ("customer_id");