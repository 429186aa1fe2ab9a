import { runEntry } from '../build/run-entry.js'

// `node lib/commands/run.js operators …`: the command sees its own arguments only.
const [name] = process.argv.splice(2, 1)
if (name !== 'operators' && name !== 'city') throw new Error(`There is no command ${name}`)
await runEntry(name)
