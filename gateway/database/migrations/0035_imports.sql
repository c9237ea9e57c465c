CREATE TABLE "imports" (
	"staff_id" text PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"file_name" text NOT NULL,
	"content" text NOT NULL,
	"preview" jsonb NOT NULL,
	"checked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "staff"("id") ON DELETE cascade ON UPDATE no action;