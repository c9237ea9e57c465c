-- Written by hand: answers belong to sessions or to customers now, and say which.
UPDATE "answers" SET "owner" = 'session:' || "owner";
