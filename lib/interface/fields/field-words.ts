import type { Field } from './fields'

const types: Record<Field['type'], string> = {
  string: 'text',
  datetime: 'a time, as text',
  number: 'a number',
  integer: 'a whole number, 0 or more',
  strings: 'a list of texts',
  position: 'an object with lat and lng',
  webhooks: 'an object of names and URLs',
  totals: 'an object',
  vehicles: 'a list of vehicle search objects',
}

export function typeInWords({ type, single, nullable }: Field): string {
  if (nullable) return `${types[type]}, or null`
  return single ? 'text, as sampled' : types[type]
}

/** The type as the interface names it. */
export function interfaceType({ type, single, nullable, time }: Field): string {
  switch (type) {
    case 'datetime':
      return time === 'gmt' ? 'time' : type
    case 'strings':
      return single ? 'string' : 'array of string'
    case 'position':
      return 'geo object'
    case 'webhooks':
    case 'totals':
      return 'object'
    case 'vehicles':
      return 'array of Vehicle search object'
    default:
      return nullable ? `${type} or null` : type
  }
}

/** Whether the interface states a field or only shows it in a sample. */
export function basisInWords({ sampled }: Field): string {
  if (sampled === undefined) return 'stated'
  return sampled === 'type' ? 'only sampled' : `stated, ${sampled} sampled`
}

/** Anchor of a section on /integration and in docs/interface.md: `2-1` for §2.1. */
export function sectionAnchor(section: string): string {
  return section.replaceAll('.', '-')
}
