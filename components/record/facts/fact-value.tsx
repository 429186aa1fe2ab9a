import type { JsonObject, Position } from '@/lib/interface/resources'
import { ownValue } from '@/lib/interface/values'
import type { AnyRecord, Fact } from './facts'
import { Absent, Unreadable, Withheld } from './marks'
import { StringValue } from './string-value'
import { KeysValue, NumberValue, PositionValue, TimeValue, WebhooksValue } from './typed-values'

/** A field's value by its specified type, or the reason why there is none. */
export function FactValue({ fact, inspected }: { readonly fact: Fact; readonly inspected: AnyRecord }) {
  const { name, field } = fact
  const { raw, unreadable } = inspected
  const record = inspected.record as JsonObject
  if (inspected.withheld?.includes(name)) return <Withheld />
  if (unreadable.includes(name)) return <Unreadable value={ownValue(raw, name)} />
  const value = record[name] ?? null
  if (value === null) {
    if (field.type === 'position' && ownValue(raw, name))
      return <span className="text-muted">never reported (0, 0)</span>
    // Null has a meaning for a nullable field, unlike a missing field.
    return field.nullable && ownValue(raw, name) === null ? <None /> : <Absent />
  }
  switch (field.type) {
    case 'string':
      return <StringValue fact={fact} text={value as string} vehicleType={(record.type as string) ?? null} />
    case 'datetime':
      return <TimeValue text={value as string} />
    case 'number':
    case 'integer':
      return <Amount fact={fact} value={value as number} inspected={inspected} />
    case 'strings':
      return <KeysValue keys={value as string[]} />
    case 'position':
      return <PositionValue position={value as Position} subject={`${String(record.id)} ${name}`} />
    case 'webhooks':
      return (
        <WebhooksValue
          webhooks={value as Record<string, string>}
          unreadable={unreadableMembers(name, inspected)}
        />
      )
    // Shown in tables of their own.
    case 'totals':
    case 'vehicles':
      return null
  }
}

function None() {
  return <span className="text-muted">none</span>
}

function Amount({ fact, value, inspected }: { fact: Fact; value: number; inspected: AnyRecord }) {
  const { currency } = fact.field
  const isUnreadable = currency !== undefined && inspected.unreadable.includes(currency)
  const code = currency === undefined ? null : (inspected.record as JsonObject)[currency]
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <span>
        <NumberValue
          fact={fact}
          value={value}
          currency={isUnreadable ? undefined : ((code ?? null) as string | null)}
        />
      </span>
      {isUnreadable ? <Unreadable value={ownValue(inspected.raw, currency)} /> : null}
    </span>
  )
}

/** Members of an object field with the wrong type, listed in `unreadable` as `webhooks.some-name`. */
function unreadableMembers(name: string, { raw, unreadable }: AnyRecord): (readonly [string, unknown])[] {
  const object = ownValue(raw, name) as JsonObject
  return unreadable
    .filter((path) => path.startsWith(`${name}.`))
    .map((path) => path.slice(name.length + 1))
    .map((member) => [member, ownValue(object, member)] as const)
}
