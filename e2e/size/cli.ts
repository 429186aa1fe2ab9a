import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sizeReport } from './report'

const ROOT = join(import.meta.dirname, '..', '..')

function git(...parameters: string[]): string[] {
  return execFileSync('git', parameters, { cwd: ROOT, encoding: 'utf8' }).split('\0').filter(Boolean)
}

// The report informs and never fails: an archive without its history has no list of files.
try {
  const files = git('ls-files', '-z', '--cached', '--others', '--exclude-standard')
  const sources = files.filter((path) => /\.(tsx?|js|css)$/.test(path))
  const added = git('diff', '--name-only', '--diff-filter=A', '-z', 'HEAD~1')
  const others = git('ls-files', '-z', '--others', '--exclude-standard')
  const texts = new Map(sources.flatMap((path) => textOf(path)))
  for (const line of sizeReport(texts, new Set([...added, ...others]))) process.stdout.write(`${line}\n`)
} catch (error) {
  process.stdout.write(`no size report: ${String(error).split('\n', 1)[0]}\n`)
}

function textOf(path: string): [string, string][] {
  try {
    return [[path, readFileSync(join(ROOT, path), 'utf8')]]
  } catch {
    // Deleted, and not yet staged.
    return []
  }
}
