import { defineConfig } from 'drizzle-kit'

// Paths from the project's folder.
export default defineConfig({
  dialect: 'postgresql',
  schema: './lib/store/schema.ts',
  out: './lib/store/migrations',
})
