import { TextWithSections } from '@/components/layout/section-link'
import { type Column, DataTable } from '@/components/ui/data-table'
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
  return (
    <div className="bg-surface border-line mt-2 rounded-lg border px-4 py-2">
      <DataTable
        label={title}
        rows={rows}
        rowClass={() => 'align-baseline!'}
        keyOf={([name = '']) => name}
        columns={columns.map(
          (label, at): Column<readonly string[]> =>
            at === 0
              ? {
                  label,
                  isRowHeader: true,
                  cell: ([name]) => (
                    <code className="font-semibold [overflow-wrap:anywhere] md:block md:min-w-44">
                      {name}
                    </code>
                  ),
                }
              : {
                  label,
                  cell: (row) => (
                    <span
                      className={`min-w-0 ${at === 1 ? 'break-words' : '[overflow-wrap:anywhere]'}`}
                    >
                      <TextWithSections text={row[at] || '—'} />
                    </span>
                  ),
                },
        )}
      />
    </div>
  )
}
