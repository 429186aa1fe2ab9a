import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { endpointLines } from '@/lib/interface/endpoints'
import { sectionAnchor } from '@/lib/interface/fields/field-words'
import { type Gap, type GapName, gapInWords, gaps } from '@/lib/interface/gaps'
import { fieldTables } from '@/lib/interface/openapi/document'
import { fieldsOf } from '@/lib/interface/resources'
import { gapRows, gaps as referenceGaps } from '@/lib/reference/gaps'
import { interfaceMarkdown } from './markdown'
import { interfaceSections } from './sections'

const tables = Object.values(fieldTables)
const fields = tables.flatMap(({ table }) => fieldsOf(table))
const markdown = interfaceMarkdown(gapRows())

it('the interface document is docs/interface.md: after a change of the tables run npm run generate', async () => {
  expect(await readFile(new URL('../../../docs/interface.md', import.meta.url), 'utf8')).toBe(
    markdown,
  )
})

// Also the sections that screens cite in their own texts.
const cited = [
  ...fields.map(([, { section }]) => section),
  ...Object.values(gaps).map(({ section }) => section),
]
it.each([...new Set([...cited, '2.3', '2.6', '4', '4.1'])])(
  'the interface document has one anchor for §%s',
  (section) => {
    expect(markdown.split(`<a id="${sectionAnchor(section)}"></a>`)).toHaveLength(2)
  },
)

it('the interface document has every gap, and a row for every field, endpoint and search parameter', () => {
  const sections = interfaceSections()
  const texts = (Object.keys(gaps) as GapName[]).map(gapInWords)
  expect(sections.flatMap(({ open }) => open.map(({ text }) => text))).toEqual([...new Set(texts)])
  const rows = sections.flatMap(({ table }) => table?.rows.map(([name]) => name) ?? [])
  const names = Object.entries(fieldTables).flatMap(([name, { table }]) =>
    Object.keys(table).map((field) => (name === 'Totals' ? `totals.${field}` : field)),
  )
  const parameters = endpointLines[0]?.parameters.map(({ name }) => name) ?? []
  const paths = endpointLines.map(({ path }) => path)
  expect(rows.sort()).toEqual([...names, ...paths, ...parameters].sort())
})

it('the interface document has a row for every choice of the reference service', () => {
  for (const [name, { section, question }] of Object.entries(referenceGaps))
    expect(markdown).toContain(`| \`${name}\` | §${section} | ${question}`)
  expect(markdown).toContain('| `mtime` | §2.2 | What mtime follows * | reports, edits, ')
})

it('the interface document tells apart what the interface says, what Kerbside reads and what Kerbside asks', () => {
  expect(markdown).toContain(
    '| `functions` | string | Function key(s); in the sample this is a single string, unlike the array in the Vehicle | Vehicle function keys, complete list: not shown (§2.6); **Kerbside asks:** How are several function keys written in one string? (§2.2) |',
  )
  expect(markdown).toContain(
    '- **Kerbside asks:** How are several function keys written in one string?\n  - *Kerbside reads:* Commas separate them.\n',
  )
  expect(markdown).toContain('`totals.surge` | number | *Kerbside reads:* a number; its meaning')
  for (const [name, { isOurs = false, text }] of Object.entries<Gap>(gaps)) {
    const isAsked = markdown.includes(`**Kerbside asks:** ${text}`)
    expect([name, isAsked]).toEqual([name, isOurs])
  }
})
