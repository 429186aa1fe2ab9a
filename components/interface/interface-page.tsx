import { Page } from '@/components/layout/page'
import { SectionLink } from '@/components/layout/section-link'
import {
  type DocumentSection,
  type DocumentTable,
  interfaceSections,
} from '@/lib/interface/document/sections'
import { sectionAnchor } from '@/lib/interface/field-words'

/** The service's interface as Kerbside reads it: the target of every § on a screen. */
export function InterfacePage() {
  return (
    <Page
      title="Service interface"
      lead="The service’s specification as Kerbside reads it: fields, endpoints, and what is left open."
    >
      {interfaceSections().map((section) => (
        <Section key={section.section} {...section} />
      ))}
    </Page>
  )
}

function Section({ section, title, text, table, gaps }: DocumentSection) {
  const id = sectionAnchor(section)
  const Heading = section.includes('.') ? 'h3' : 'h2'
  return (
    <section aria-labelledby={id} className="min-w-0 text-sm">
      <Heading id={id} className="target:bg-sunken scroll-mt-4 text-base font-semibold">
        {section} {title}
      </Heading>
      <p className="text-muted">
        <TextWithLinks text={text} />
      </p>
      {table ? <Table {...table} title={title} /> : null}
      {gaps.length > 0 ? (
        <ul className="mt-2 list-disc pl-5">
          {gaps.map((gap) => (
            <li key={gap}>{gap}</li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}

function Table({ columns, rows, title }: DocumentTable & { readonly title: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the arrow keys.
    <section className="mt-2 overflow-x-auto" tabIndex={0} aria-label={`Table of ${title}`}>
      <table aria-label={title} className="w-full min-w-[44rem]">
        <thead>
          <tr className="text-muted border-line border-b text-left text-xs">
            {columns.map((column) => (
              <th key={column} scope="col" className="py-1 pr-3 font-medium">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-line divide-y">
          {rows.map(([name, ...cells]) => (
            <tr key={name} className="align-top">
              <th scope="row" className="py-1 pr-3 text-left font-normal">
                <code>{name}</code>
              </th>
              {cells.map((cell, at) => (
                <td key={columns[at + 1]} className="py-1 pr-3">
                  <TextWithLinks text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** A text with each § as a link. */
function TextWithLinks({ text }: { readonly text: string }) {
  return (
    text
      .split(/§([\d.]*\d)/)
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text.
      .map((part, at) => (at % 2 === 1 ? <SectionLink key={at} section={part} /> : part))
  )
}
