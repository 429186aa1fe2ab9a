import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkComments, checkImports } from './check'
import { rules } from './rules'

const ROOT = join(import.meta.dirname, '..', '..')

const files = ['app', 'components', 'lib', 'e2e'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(tsx?|js)$/.test(path))
    .map((path) => join(folder, path).replaceAll('\\', '/')),
)
const sources = new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]))
const problems = [...checkImports(sources, rules), ...checkComments(sources)]
for (const problem of problems) process.stdout.write(`${problem}\n`)
if (problems.length > 0) {
  process.stdout.write(`${problems.length} lines to change\n`)
  process.exitCode = 1
}
