import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkImports } from './check'
import { rules } from './rules'

const ROOT = join(import.meta.dirname, '..', '..')

const files = ['app', 'components', 'lib', 'e2e'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => join(folder, path).replaceAll('\\', '/')),
)
const problems = checkImports(
  new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')])),
  rules,
)
for (const problem of problems) process.stdout.write(`${problem}\n`)
if (problems.length > 0) {
  process.stdout.write(`${problems.length} imports to change\n`)
  process.exitCode = 1
}
