import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openApiDocument } from './document'

/* `npm run openapi`: writes the document that a test holds against the tables. */
const file = fileURLToPath(new URL('../../../public/service.openapi.json', import.meta.url))
await mkdir(dirname(file), { recursive: true })
await writeFile(file, `${JSON.stringify(openApiDocument(), null, 2)}\n`)
