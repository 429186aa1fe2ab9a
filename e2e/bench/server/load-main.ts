import type { LoadCommand, LoadCommands } from './load-commands'
import { flood, openEach } from './load-flood'
import { deltas, leave, watch } from './load-readers'
import { load } from './load-requests'

const commands: LoadCommands = { watch, deltas, leave, flood, openEach, load }

process.on('message', async ({ name, options }: LoadCommand) => {
  try {
    process.send?.({ result: await commands[name](options as never) })
  } catch (error) {
    process.send?.({ error: (error as Error).message })
  }
})
