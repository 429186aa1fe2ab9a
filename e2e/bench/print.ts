import { cpus, release, totalmem } from 'node:os'
import type { BenchRow, BenchTable } from './table'

/** All tables as one of Markdown, a heading row for each. */
export function toMarkdown(tables: readonly BenchTable[]): string {
  return [
    '| | reached | must reach | |',
    '|---|---|---|---|',
    ...tables.flatMap(({ title, rows }) => [`| **${title}** | | | |`, ...rows.map(toLine)]),
  ].join('\n')
}

function toLine({ what, reached, wanted, met }: BenchRow): string {
  const mark = met === null ? '' : met ? '✓' : 'missed'
  return `| ${what} | ${reached} | ${wanted ?? '–'} | ${mark} |`
}

/** The machine in one line, as far as it matters to a measurement. */
export function describeMachine(): string {
  const processors = cpus()
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  return `${processors.length} × ${processors[0]?.model.trim() ?? 'unknown processor'}, ${gigabytes} GB, ${process.platform} ${release()}, Node ${process.versions.node}`
}
