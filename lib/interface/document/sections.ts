import { type EndpointLine, endpointLines, PREFIX } from '@/lib/interface/endpoints'
import { bookingFields, totalsFields } from '@/lib/interface/fields/booking-fields'
import { basisInWords, typeInWords } from '@/lib/interface/fields/field-words'
import type { FieldTable } from '@/lib/interface/fields/fields'
import {
  positionFields,
  searchResponseFields,
  vehicleSearchObjectFields,
} from '@/lib/interface/fields/search-fields'
import { vehicleFields } from '@/lib/interface/fields/vehicle-fields'
import { type GapName, gaps } from '@/lib/interface/gaps'
import { fieldsOf } from '@/lib/interface/resources'
import { DEFAULT_LIMIT, DEFAULT_RADIUS_METRES } from '@/lib/interface/search'
import { timeFormatsInWords } from '@/lib/interface/times'

export interface DocumentTable {
  readonly columns: readonly string[]
  /** The first cell of a row is a name of the interface. */
  readonly rows: readonly (readonly string[])[]
}

export interface DocumentSection {
  /** Of the interface, without the sign: `2.1`. */
  readonly section: string
  readonly title: string
  readonly text: string
  readonly table: DocumentTable | null
  /** Texts of the section's gaps. */
  readonly gaps: readonly string[]
}

/** The service's interface as Kerbside reads it, generated from the tables, in the order of its sections. */
export function interfaceSections(): readonly DocumentSection[] {
  return [
    section('2', 'Resources', 'The records that the endpoints return. No field is known to be required.'),
    section('2.1', 'Vehicle', 'The complete record of a vehicle.', fieldTable(vehicleFields)),
    section(
      '2.2',
      'Vehicle search object',
      'The short form of a vehicle, in search results and as its status.',
      fieldTable(vehicleSearchObjectFields),
    ),
    section('2.3', 'Geo object', 'A position in degrees.', fieldTable(positionFields)),
    section(
      '2.4',
      'Booking',
      'A booking of a vehicle. The members of totals are shown in a sample only.',
      fieldTable(bookingFields, totalsFields),
    ),
    section('2.5', 'Search response', 'One page of a search.', fieldTable(searchResponseFields)),
    section('2.6', 'Values left open', 'Open questions about the fields above.'),
    section('3', 'Statuses', 'Bookings and vehicles have a status; samples show one value of each.'),
    section('4', 'Endpoints', 'Read-only: every call is a GET without a body.', {
      columns: ['Path', 'Answer', 'Parameters', 'Open'],
      rows: endpointLines.map(endpointRow),
    }),
    section('4.1', 'Search parameters', 'Parameters of the vehicle search.', {
      columns: ['Parameter', 'Type', 'Required', 'Default', 'Meaning', 'Open'],
      rows: (endpointLines[0] as EndpointLine).parameters.map((parameter) => [
        parameter.name,
        parameter.type,
        parameter.required ? 'yes' : 'no',
        String(parameter.default ?? ''),
        parameter.meaning,
        openInWords(parameter.open),
      ]),
    }),
    section('4.2', 'Answers left open', 'Open questions about the endpoints above.'),
    section(
      '5',
      'Authentication',
      'An API key with every call: recommended as “Authorization: Bearer”, or as the query parameter “key”.',
    ),
    section('6', 'Webhooks', 'Records name the URLs to notify; no endpoint manages them.'),
    section('7', 'Errors', 'Status 401 means a missing, incorrect or expired API key.'),
    section(
      '8',
      'Limits',
      `Defaults of a search: radius ${DEFAULT_RADIUS_METRES} metres, limit ${DEFAULT_LIMIT} vehicles. An our_ref belongs to one vehicle.`,
    ),
    section('9', 'Version', `The path prefix ${PREFIX} names the version.`),
  ]
}

function section(number: string, title: string, text: string, table?: DocumentTable): DocumentSection {
  const own = Object.values(gaps).filter((gap) => gap.section === number)
  return { section: number, title, text, table: table ?? null, gaps: own.map((gap) => gap.text) }
}

function fieldTable(table: FieldTable, totals: FieldTable = {}): DocumentTable {
  const members = fieldsOf(totals).map(([name, field]) => [`totals.${name}`, field] as const)
  return {
    columns: ['Field', 'Type', 'Meaning', 'Basis', 'Open'],
    rows: [...fieldsOf(table), ...members].map(([name, field]) => [
      name,
      typeInWords(field),
      field.meaning,
      basisInWords(field) + (field.time ? `: ${timeFormatsInWords[field.time]}` : ''),
      openInWords(field.open),
    ]),
  }
}

function endpointRow({ path, answer, parameters, open }: EndpointLine): string[] {
  const names = parameters.map(({ name }) => name).join(', ')
  return [path, answer.key ? `${answer.of} in ${answer.key}` : answer.of, names, openInWords(open)]
}

function openInWords(names: readonly GapName[] = []): string {
  return names.map((name) => `${gaps[name].text} (§${gaps[name].section})`).join('; ')
}
