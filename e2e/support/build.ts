import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/**
 * Builds where the sources have changed, as `npm run build` does: the compiler's memory
 * is that of a child process.
 */
export function buildKerbside(): void {
  execFileSync(process.execPath, ['--import', 'tsx', 'lib/build/build.ts'], {
    cwd: join(import.meta.dirname, '..', '..'),
    // Standard output is for what a command prints.
    stdio: ['ignore', 2, 2],
  })
}
