import { ConfigError } from '@/lib/config/config-error'
import { StartError } from '@/lib/server/start-error'
import { StoreError } from '@/lib/store/store-error'

/** Runs a command. What the person at the terminal can mend is told in its own words, without a stack. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    const known = error instanceof StartError || error instanceof ConfigError || error instanceof StoreError
    process.stderr.write(known ? `${error.message}\n` : `${(error as Error).stack ?? error}\n`)
    process.exit(1)
  }
}
