import { TextWithSections } from '@/components/layout/section-link'
import { tableClass } from '@/components/ui/table/table'
import { TableCell } from '@/components/ui/table/table-cell'
import { TableHead } from '@/components/ui/table/table-head'
import {
  type DocumentSection,
  type DocumentTable,
  interfaceSections,
} from '@/lib/interface/document/sections'
import { sectionAnchor } from '@/lib/interface/fields/field-words'

/** The service's interface: the target of every § on a screen. */
export function InterfaceSections() {
  return interfaceSections().map((section) => <Section key={section.section} {...section} />)
}

function Section({ section, title, text, table, open }: DocumentSection) {
  const id = sectionAnchor(section)
  const Heading = section.includes('.') ? 'h3' : 'h2'
  return (
    <section aria-labelledby={id} className="min-w-0 text-sm">
      <Heading id={id} className="target:bg-sunken scroll-mt-4 text-base font-semibold">
        {section} {title}
      </Heading>
      {text ? (
        <p>
          <TextWithSections text={text} />
        </p>
      ) : null}
      {table ? <Table {...table} title={title} /> : null}
      {open.length > 0 ? (
        <ul className="mt-2 list-disc pl-5">
          {open.map((point) => (
            <li key={point.text} className="mb-1">
              {[point.text, ...point.readings].map((line) => (
                <div key={line}>
                  <TextWithSections text={line} />
                </div>
              ))}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}

function Table({ columns, rows, title }: DocumentTable & { readonly title: string }) {
  const others = columns.slice(1)
  return (
    <table aria-label={title} className={`mt-2 ${tableClass.table}`}>
      <TableHead columns={columns} />
      <tbody className={tableClass.body}>
        {rows.map(([name, ...cells]) => (
          <tr key={name} className={tableClass.row}>
            <th scope="row" className={tableClass.cell}>
              <code className="font-medium [overflow-wrap:anywhere] md:block md:min-w-44">{name}</code>
            </th>
            {others.map((column, at) => (
              // An empty cell is a line of its own on a phone.
              <TableCell key={column} label={column} className={cells[at] ? '' : 'max-md:hidden'}>
                <span className="min-w-0 [overflow-wrap:anywhere]">
                  <TextWithSections text={cells[at] ?? ''} />
                </span>
              </TableCell>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
