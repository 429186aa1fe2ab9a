import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectFolder } from '@/lib/app/env-files'
import { type About, type Section, sections } from './variables'

const LINE_LENGTH = 118

export function envExample(): string {
  const head = comment(
    'Copy to .env and uncomment what you need. Empty means not set. Write $ as \\$, and a value with # in single quotes. By default Kerbside shows demo data.',
  )
  const parts = [head, ...sections.map(envLines)]
  const text = parts.map((lines) => lines.join('\n')).join('\n\n')
  return `${text}\n`
}

function envLines({ title, note, variables }: Section): string[] {
  const lines = [`# --- ${title} `.padEnd(LINE_LENGTH, '-')]
  if (note) lines.push(...comment(note))
  for (const [name, about] of Object.entries(variables)) {
    const meaning = fullMeaning(name, about)
    lines.push(...comment(about.unset ? `${meaning} Not set: ${about.unset}.` : meaning))
    lines.push(`# ${name}=${about.example ?? about.default ?? ''}`)
  }
  return lines
}

/** The settings section of the documentation, in Markdown. */
function settingsTables(): string {
  return sections.map(settingsTable).join('\n\n')
}

function settingsTable({ title, note, variables }: Section): string {
  const rows = Object.entries(variables).map(
    ([name, variable]) =>
      `| \`${name}\` | ${codeNames(fullMeaning(name, variable))} | ${defaultCell(variable)} |`,
  )
  const table = ['| variable | meaning | default |', '|---|---|---|', ...rows].join('\n')
  const heading = `### ${title}`
  const parts = note ? [heading, codeNames(note), table] : [heading, table]
  return parts.join('\n\n')
}

function fullMeaning(name: string, { meaning, hasFile }: About): string {
  return hasFile ? `${meaning} Or ${name}_FILE: a file that holds it.` : meaning
}

const START = '<!-- settings: written by `npm run generate` from lib/app/settings/variables.ts -->'
const END = '<!-- end of settings -->'

/** The document with its settings section renewed. @throws Error when the markers are missing */
export function withSettings(document: string): string {
  const [before, rest] = document.split(START)
  const after = rest?.split(END)[1]
  if (before === undefined || after === undefined) {
    throw new Error(`The lines ${START} and ${END} are missing`)
  }
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

/** `npm run generate` */
if (import.meta.filename === process.argv[1]) {
  const operations = join(projectFolder, 'docs/operations.md')
  await writeFile(join(projectFolder, '.env.example'), envExample())
  await writeFile(operations, withSettings(await readFile(operations, 'utf8')))
}
