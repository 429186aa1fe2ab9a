import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectFolder } from '@/lib/app/env-files'
import { envExample, withSettings } from './documents'

/** `npm run settings` */
const operations = join(projectFolder, 'docs/operations.md')
await writeFile(join(projectFolder, '.env.example'), envExample())
await writeFile(operations, withSettings(await readFile(operations, 'utf8')))
