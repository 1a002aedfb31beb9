import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/db/tables.ts', './src/db/delivery-tables.ts', './src/db/notice-tables.ts'],
  out: './src/db/migrations',
});
