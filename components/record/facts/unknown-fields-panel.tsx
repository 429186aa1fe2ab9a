import { Panel } from '@/components/ui/panel'
import { formatCount } from '@/lib/format/number'
import { rawText, safeText } from '@/lib/format/text'
import type { FieldTable } from '@/lib/interface/fields/fields'
import { type AnyRecord, unknownFields } from './facts'

const MOST_FIELDS = 50

/** Fields that are not in the specification, as inert text. */
export function UnknownFieldsPanel({
  table,
  inspected,
}: {
  readonly table: FieldTable
  readonly inspected: AnyRecord
}) {
  const fields = unknownFields(table, inspected.raw)
  if (fields.length === 0) return null
  return (
    <Panel title="Not in the specification">
      <dl className="divide-line divide-y text-sm [overflow-wrap:anywhere]">
        {fields.slice(0, MOST_FIELDS).map(([name, value]) => (
          <div key={name} className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-3 py-1.5">
            <dt className="text-muted">
              <code>
                <bdi>{safeText(name, 80)}</bdi>
              </code>
            </dt>
            <dd>
              <code>
                <bdi>{rawText(value)}</bdi>
              </code>
            </dd>
          </div>
        ))}
      </dl>
      {fields.length > MOST_FIELDS ? (
        <p className="text-muted mt-2 text-xs">
          and {formatCount(fields.length - MOST_FIELDS)} more in the raw JSON
        </p>
      ) : null}
    </Panel>
  )
}
