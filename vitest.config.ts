import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: {
    alias: { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') },
    // `server-only` throws outside Next's server graph; this condition is its own empty module.
    conditions: ['react-server', 'node', 'import', 'default'],
  },
  // Of two cores it would leave one to itself; half of the tests wait for servers.
  test: { include: ['{lib,components,e2e}/**/*.test.{ts,tsx}'], testTimeout: 20_000, maxWorkers: 2 },
})
