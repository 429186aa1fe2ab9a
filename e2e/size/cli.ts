import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { sizeReport } from './report'

const git = (...parameters: string[]) =>
  execFileSync('git', [...parameters, '-z'], { encoding: 'utf8' })
    .split('\0')
    .filter(Boolean)

// `npm run size | head -1` closes the pipe before the end.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

// The report informs and never fails: an archive without its history has no list of files.
try {
  const others = git('ls-files', '--others', '--exclude-standard')
  const paths = [...git('ls-files'), ...others].filter((path) => /\.(tsx?|js|css)$/.test(path))
  const added = git('diff', '--name-only', '--diff-filter=A', 'HEAD~1')
  const texts = paths.filter(existsSync).map((path) => [path, readFileSync(path, 'utf8')] as const)
  for (const line of sizeReport(new Map(texts), new Set([...added, ...others])))
    process.stdout.write(`${line}\n`)
} catch (error) {
  process.stdout.write(`no size report: ${String(error).split('\n', 1)[0]}\n`)
}
