import { sectionAnchor } from '@/lib/interface/fields/field-words'
import { type DocumentSection, type DocumentTable, interfaceSections } from './sections'

/** The text of docs/interface.md. */
export function interfaceMarkdown(): string {
  const intro = [
    '# The service’s interface, as Kerbside reads it',
    'Generated from the tables of `lib/interface` by `npm run generate`; do not edit. Sections have the numbers that screens, code and `/interface` cite.',
  ]
  return `${[...intro, ...interfaceSections().flatMap(sectionMarkdown)].join('\n\n')}\n`
}

function sectionMarkdown({ section, title, text, table, gaps }: DocumentSection): string[] {
  const heading = `${section.includes('.') ? '###' : '##'} ${section} ${title}`
  return [
    `<a id="${sectionAnchor(section)}"></a>`,
    heading,
    text,
    ...(table ? [tableMarkdown(table)] : []),
    ...(gaps.length > 0 ? [['Left open:', ...gaps.map((gap) => `- ${gap}`)].join('\n')] : []),
  ]
}

function tableMarkdown({ columns, rows }: DocumentTable): string {
  const cells = rows.map(([name, ...rest]) => [`\`${name}\``, ...rest])
  const lines = [columns, columns.map(() => '---'), ...cells]
  return lines.map((line) => `| ${line.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n')
}
