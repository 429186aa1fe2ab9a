import { sectionAnchor } from '@/lib/interface/fields/field-words'
import { KERBSIDE_ASKS, KERBSIDE_READS } from '@/lib/interface/prefixes'
import {
  type DocumentSection,
  type DocumentTable,
  interfaceSections,
  type OpenPoint,
} from './sections'

/**
 * The text of docs/interface.md.
 * @param choices of the reference service: name, section, question, choices, meaning
 */
export function interfaceMarkdown(choices: DocumentTable['rows']): string {
  const intro = [
    '# The service’s interface',
    'Generated from the tables of `lib/interface` by `npm run generate`; do not edit. Sections have the numbers that code and `/integration` cite.',
    `Plain text is the interface’s own. What Kerbside makes of it begins with *${KERBSIDE_READS}*, questions that the interface does not raise with **${KERBSIDE_ASKS}**`,
  ]
  const table = {
    columns: ['Name', 'Section', 'Open', 'Choices', 'Meaning'],
    rows: choices,
  }
  const reference = [
    '## Choices of the reference service',
    'Where the interface says “not shown”, the reference service has to answer something. The first choice is the default; `npm run reference -- --gap NAME=VALUE` takes another. * marks what the interface does not mention at all: a choice of the reference service alone, and nothing that another service can be expected to do.',
    tableMarkdown(table),
  ]
  const sections = interfaceSections().flatMap(sectionMarkdown)
  const blocks = [...intro, ...sections, ...reference]
  return `${blocks.join('\n\n')}\n`
}

function sectionMarkdown({ section, title, text, table, open }: DocumentSection): string[] {
  const level = section.includes('.') ? '###' : '##'
  const blocks = [`<a id="${sectionAnchor(section)}"></a>`, `${level} ${section} ${title}`]
  if (text) blocks.push(text)
  if (table) blocks.push(tableMarkdown(table))
  if (open.length > 0) blocks.push(open.map(pointMarkdown).join('\n'))
  return blocks
}

function pointMarkdown({ text, readings }: OpenPoint): string {
  const lines = [`- ${withEmphasis(text)}`]
  for (const reading of readings) lines.push(`  - ${withEmphasis(reading)}`)
  return lines.join('\n')
}

function tableMarkdown({ columns, rows }: DocumentTable): string {
  const cells = rows.map(([name, ...rest]) => [`\`${name}\``, ...rest.map(withEmphasis)])
  const lines = [columns, columns.map(() => '---'), ...cells]
  return lines.map(rowMarkdown).join('\n')
}

function rowMarkdown(cells: readonly string[]): string {
  const escaped = cells.map((cell) => cell.replaceAll('|', '\\|'))
  return `| ${escaped.join(' | ')} |`
}

/** Emphasises the prefixes of sentences that are Kerbside's. */
function withEmphasis(cell: string): string {
  return cell
    .replaceAll(KERBSIDE_ASKS, `**${KERBSIDE_ASKS}**`)
    .replaceAll(KERBSIDE_READS, `*${KERBSIDE_READS}*`)
}
