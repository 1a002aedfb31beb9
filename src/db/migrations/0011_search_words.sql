-- An index on the column would go with it; 0010 has dropped the last one.
ALTER TABLE "bots" drop column "search";--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('simple', translate(name, '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32))), 'A') || setweight(to_tsvector('simple', translate(short_description, '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32))), 'B')) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "bots_search_0" ON "bots" USING gin ("search","tags",name gin_trgm_ops) WHERE state = 'approved' and popularity = 0;--> statement-breakpoint
CREATE INDEX "bots_search_1" ON "bots" USING gin ("search","tags",name gin_trgm_ops) WHERE state = 'approved' and popularity = 1;--> statement-breakpoint
CREATE INDEX "bots_search_2" ON "bots" USING gin ("search","tags",name gin_trgm_ops) WHERE state = 'approved' and popularity = 2;--> statement-breakpoint
CREATE INDEX "bots_search_3" ON "bots" USING gin ("search","tags",name gin_trgm_ops) WHERE state = 'approved' and popularity = 3;--> statement-breakpoint
CREATE INDEX "bots_search_4" ON "bots" USING gin ("search","tags",name gin_trgm_ops) WHERE state = 'approved' and popularity = 4;--> statement-breakpoint
CREATE INDEX "bots_search" ON "bots" USING gin ("search","tags") WHERE state = 'approved';