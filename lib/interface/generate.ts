import { writeFile } from 'node:fs/promises'
import { gapRows } from '@/lib/reference/gaps'
import { interfaceMarkdown } from './document/markdown'
import { openApiDocument } from './openapi/document'

/* `npm run generate`: writes the documents that are made of the tables; unit tests compare them. */
const root = new URL('../../', import.meta.url)
const json = `${JSON.stringify(openApiDocument(), null, 2)}\n`
await writeFile(new URL('public/service.openapi.json', root), json)
await writeFile(new URL('docs/interface.md', root), interfaceMarkdown(gapRows()))
