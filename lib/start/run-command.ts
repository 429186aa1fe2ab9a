import { StoreError } from '@/lib/store/store-error'
import { ConfigError } from '@/lib/upstream/config-error'
import { StartError } from './start-error'

/** Runs a command. What the person at the terminal can mend is told in its own words, without a stack. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    const known = [StartError, ConfigError, StoreError].some((kind) => error instanceof kind)
    process.stderr.write(known ? `${(error as Error).message}\n` : `${(error as Error).stack ?? error}\n`)
    process.exit(1)
  }
}
