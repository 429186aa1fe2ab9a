import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from './env-files'

/** Of package.json: `1.2.3`. */
export const version: string = JSON.parse(
  readFileSync(join(projectFolder, 'package.json'), 'utf8'),
).version
