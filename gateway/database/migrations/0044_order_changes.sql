ALTER TABLE "payments" ADD COLUMN "refunding_amount" integer;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_refunding_amount" CHECK ("payments"."refunding_amount" > 0);