ALTER TABLE "payments" RENAME COLUMN "look_at" TO "next_check_at";--> statement-breakpoint
ALTER INDEX "payments_by_look" RENAME TO "payments_by_next_check";
