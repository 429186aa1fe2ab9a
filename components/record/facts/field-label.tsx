import { SectionLink, TextWithSections } from '@/components/layout/section-link'
import { Help } from '@/components/ui/help'
import type { Field, FieldTable } from '@/lib/interface/fields/fields'

/** A field's label; its meaning, name and section of the specification on hover, focus and tap. */
export function FieldLabel({
  name,
  field,
  table,
}: {
  readonly name: string
  readonly field: Field
  readonly table: FieldTable
}) {
  const currency = field.currency === undefined ? undefined : table[field.currency]
  return (
    <Help label={field.label}>
      <span className="block">
        <TextWithSections text={`${field.meaning}.`} />
      </span>
      {currency ? <span className="block">{currency.meaning}.</span> : null}
      <span className="text-muted mt-1 block text-xs [overflow-wrap:anywhere]">
        <code>{name}</code>
        {field.currency ? (
          <>
            {' '}
            and <code>{field.currency}</code>
          </>
        ) : null}
        , specification <SectionLink section={field.section} />
      </span>
    </Help>
  )
}
