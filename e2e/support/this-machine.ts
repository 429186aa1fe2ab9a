import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { runGroup } from '@/e2e/runner/processes'
import type { Machine } from '@/lib/testing/services/chromium'

/** The machine that the tests run on. */
export function thisMachine(print: (line: string) => void): Machine {
  return {
    env: process.env,
    platform: process.platform,
    userId: process.getuid?.() ?? -1,
    exists: existsSync,
    async run(command, args, timeoutMs) {
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
      const { code } = await runGroup(command, args, { stdio: 'ignore', timeoutMs, env })
      return code === 0
    },
    playwrightPath: chromium.executablePath(),
    print,
  }
}
