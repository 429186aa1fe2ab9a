import { sectionAnchor } from '@/lib/interface/fields/field-words'
import { KERBSIDE_ASKS, KERBSIDE_READS } from '@/lib/interface/marks'
import { type DocumentSection, type DocumentTable, interfaceSections } from './sections'

/**
 * The text of docs/interface.md.
 * @param choices of the reference service: name, section, question, choices, meaning
 */
export function interfaceMarkdown(choices: DocumentTable['rows']): string {
  const intro = [
    '# The service’s interface',
    'Generated from the tables of `lib/interface` by `npm run generate`; do not edit. Sections have the numbers that screens, code and `/service` cite.',
    `Plain text is the interface’s own. What Kerbside makes of it begins with *${KERBSIDE_READS}*, questions that the interface does not raise with **${KERBSIDE_ASKS}**`,
  ]
  const ofReference = [
    '## Choices of the reference service',
    'Where the interface says “not shown”, the reference service has to answer something. The first choice is the default; `npm run reference -- --gap NAME=VALUE` takes another. * marks what the interface does not mention at all: a choice of the reference service alone, and nothing that another service can be expected to do.',
    tableMarkdown({ columns: ['Name', 'Section', 'Open', 'Choices', 'Meaning'], rows: choices }),
  ]
  return `${[...intro, ...interfaceSections().flatMap(sectionMarkdown), ...ofReference].join('\n\n')}\n`
}

function sectionMarkdown({ section, title, text, table, open }: DocumentSection): string[] {
  const heading = `${section.includes('.') ? '###' : '##'} ${section} ${title}`
  const points = open.flatMap(({ text, readings }) => [
    `- ${marked(text)}`,
    ...readings.map((reading) => `  - ${marked(reading)}`),
  ])
  return [
    `<a id="${sectionAnchor(section)}"></a>`,
    heading,
    ...(text ? [text] : []),
    ...(table ? [tableMarkdown(table)] : []),
    ...(points.length > 0 ? [points.join('\n')] : []),
  ]
}

function tableMarkdown({ columns, rows }: DocumentTable): string {
  const cells = rows.map(([name, ...rest]) => [`\`${name}\``, ...rest.map(marked)])
  const lines = [columns, columns.map(() => '---'), ...cells]
  return lines
    .map((line) => `| ${line.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')
}

function marked(cell: string): string {
  return cell
    .replaceAll(KERBSIDE_ASKS, `**${KERBSIDE_ASKS}**`)
    .replaceAll(KERBSIDE_READS, `*${KERBSIDE_READS}*`)
}
