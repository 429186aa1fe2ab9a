import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectFolder } from '@/lib/app/env-files'
import { type About, sections } from './variables'

const LINE_LENGTH = 118

export function envExample(): string {
  const parts = sections.map(({ title, note, variables }) =>
    [
      `# --- ${title} ${'-'.repeat(LINE_LENGTH - 7 - title.length)}`,
      ...(note ? comment(note) : []),
      ...Object.entries(variables).flatMap(
        ([name, { meaning, default: byDefault, unset, example }]) => [
          ...comment(unset ? `${meaning} Not set: ${unset}.` : meaning),
          `# ${name}=${example ?? byDefault ?? ''}`,
        ],
      ),
    ].join('\n'),
  )
  const head = comment(
    'Copy to .env and uncomment what you need. Empty means not set. Write $ as \\$, and a value with # in single quotes. By default Kerbside shows demo data.',
  )
  return `${[head.join('\n'), ...parts].join('\n\n')}\n`
}

/** The settings section of the documentation, in Markdown. */
function settingsTables(): string {
  return sections
    .map(({ title, note, variables }) => {
      const rows = Object.entries(variables).map(
        ([name, variable]) =>
          `| \`${name}\` | ${codeNames(variable.meaning)} | ${defaultCell(variable)} |`,
      )
      const table = ['| variable | meaning | default |', '|---|---|---|', ...rows].join('\n')
      return [`### ${title}`, ...(note ? [codeNames(note)] : []), table].join('\n\n')
    })
    .join('\n\n')
}

const START = '<!-- settings: written by `npm run settings` from lib/app/settings/variables.ts -->'
const END = '<!-- end of settings -->'

/** The document with its settings section renewed. @throws Error when the markers are missing */
export function withSettings(document: string): string {
  const [before, rest] = document.split(START)
  const after = rest?.split(END)[1]
  if (before === undefined || after === undefined)
    throw new Error(`The lines ${START} and ${END} are missing`)
  return `${before}${START}\n\n${settingsTables()}\n\n${END}${after}`
}

function defaultCell({ default: byDefault, unset }: About): string {
  return byDefault === undefined ? codeNames(unset ?? '') : `\`${byDefault}\``
}

/** Names of variables and files as code. */
function codeNames(text: string): string {
  return text.replace(/`[^`]*`|[A-Z]+_[A-Z_]*[A-Z]|\{\w\}|(?<=^|\s)\.env\b/g, (name) =>
    name.startsWith('`') ? name : `\`${name}\``,
  )
}

function comment(text: string): string[] {
  const lines: string[] = []
  let line = '#'
  for (const word of text.replaceAll('`', '').split(' ')) {
    if (line.length + 1 + word.length > LINE_LENGTH) {
      lines.push(line)
      line = '#'
    }
    line += ` ${word}`
  }
  return [...lines, line]
}

/** `npm run settings` */
if (import.meta.filename === process.argv[1]) {
  const operations = join(projectFolder, 'docs/operations.md')
  await writeFile(join(projectFolder, '.env.example'), envExample())
  await writeFile(operations, withSettings(await readFile(operations, 'utf8')))
}
