import { writeFile } from 'node:fs/promises'
import { kerbsideApiDocument } from './document'

/* `npm run generate`: a unit test compares the file with the table of routes. */
const file = new URL('../../../public/openapi.json', import.meta.url)
await writeFile(file, `${JSON.stringify(kerbsideApiDocument(), null, 2)}\n`)
