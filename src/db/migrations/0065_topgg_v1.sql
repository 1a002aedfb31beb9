-- NOT VALID: nothing is read, so the lock lasts milliseconds. All stored formats were allowed before.
ALTER TABLE "webhooks" DROP CONSTRAINT "webhooks_format", ADD CONSTRAINT "webhooks_format" CHECK ("webhooks"."format" in ('contract', 'discord', 'slack', 'topgg', 'topgg_v1')) NOT VALID;
