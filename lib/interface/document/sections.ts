import {
  type EndpointAnswer,
  type EndpointLine,
  type EndpointParameter,
  endpointLines,
  PREFIX,
} from '@/lib/interface/endpoints'
import { bookingFields, totalsFields } from '@/lib/interface/fields/booking-fields'
import { interfaceType } from '@/lib/interface/fields/field-words'
import type { Field, FieldTable } from '@/lib/interface/fields/fields'
import {
  positionFields,
  searchResponseFields,
  vehicleSearchObjectFields,
} from '@/lib/interface/fields/search-fields'
import { vehicleFields } from '@/lib/interface/fields/vehicle-fields'
import { type Gap, type GapName, gapInWords, gaps } from '@/lib/interface/gaps'
import { KERBSIDE_READS } from '@/lib/interface/prefixes'
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
  /** Sentences of the interface. */
  readonly text: string
  readonly table: DocumentTable | null
  readonly open: readonly OpenPoint[]
}

/** A point that is left open. */
export interface OpenPoint {
  readonly text: string
  /** Kerbside's answers to it. */
  readonly readings: readonly string[]
}

/** The service's interface, generated from the tables, in the order of its sections. */
export function interfaceSections(): readonly DocumentSection[] {
  return [
    section(
      '1',
      'What the service does',
      'Every request is authenticated with an API key (§5). Responses are JSON.',
    ),
    section('2', 'Resources and their fields', ''),
    section(
      '2.1',
      'Vehicle',
      'Returned as the value of the key vehicle in an object.',
      fieldTable(vehicleFields),
    ),
    section(
      '2.2',
      'Vehicle search object',
      'A smaller form of the vehicle. It is returned in search results and by the vehicle status endpoint.',
      fieldTable(vehicleSearchObjectFields),
    ),
    section('2.3', 'Geo object', '', fieldTable(positionFields)),
    section(
      '2.4',
      'Booking',
      'Returned as the value of the key booking in an object. Members of totals as they appear in a sample booking.',
      fieldTable(bookingFields, totalsFields),
    ),
    section('2.5', 'Search response object', '', fieldTable(searchResponseFields)),
    section('2.6', 'Gaps in this part', ''),
    section(
      '3',
      'States and transitions',
      'The booking and the vehicle carry a status field. Only one value of each is seen in a sample: pending and available.',
    ),
    section('4', 'Endpoints', 'All endpoints use method GET and have no request body.', {
      columns: ['Path', 'Parameters', 'Response body', 'Open'],
      rows: endpointLines.map(endpointRow),
    }),
    section('4.1', 'Vehicle search parameters', '', {
      columns: ['Parameter', 'Type', 'Required', 'Default', 'Meaning', 'Open'],
      rows: (endpointLines[0] as EndpointLine).parameters.map(parameterRow),
    }),
    section('4.2', 'Gaps in this part', ''),
    section(
      '5',
      'Authentication',
      'Every request carries an API key. Recommended: header Authorization: Bearer. Alternative: query parameter key. A valid key in either form is accepted.',
    ),
    section(
      '6',
      'Events',
      'The resources carry webhook URL maps: booking_status_changed of a booking, vehicle-booking-create of a vehicle.',
    ),
    section('7', 'Errors', '401 Unauthorized: API key missing, incorrect or expired.'),
    section(
      '8',
      'Limits',
      `Vehicle search: radius default ${DEFAULT_RADIUS_METRES} metres, limit default ${DEFAULT_LIMIT} vehicles. One vehicle per our_ref.`,
    ),
    section('9', 'Versioning', `The version is in the path prefix ${PREFIX}.`),
  ]
}

function section(
  number: string,
  title: string,
  text: string,
  table?: DocumentTable,
): DocumentSection {
  return {
    section: number,
    title,
    text,
    table: table ?? null,
    open: openPointsOf(number),
  }
}

function openPointsOf(number: string): OpenPoint[] {
  // Two gaps may share a sentence.
  const readingsByText = new Map<string, string[]>()
  for (const [name, { section, reading }] of Object.entries<Gap>(gaps)) {
    if (section !== number) continue
    const text = gapInWords(name as GapName)
    const readings = readingsByText.get(text) ?? []
    if (reading) readings.push(`${KERBSIDE_READS} ${reading}`)
    readingsByText.set(text, readings)
  }
  return Array.from(readingsByText, ([text, readings]) => ({ text, readings }))
}

function fieldTable(table: FieldTable, totals: FieldTable = {}): DocumentTable {
  const rows = fieldsOf(table).map(([name, field]) => fieldRow(name, field))
  const totalsRows = fieldsOf(totals).map(([name, field]) => fieldRow(`totals.${name}`, field))
  return {
    columns: ['Field', 'Type', 'Meaning', 'Open'],
    rows: [...rows, ...totalsRows],
  }
}

function fieldRow(name: string, field: Field): string[] {
  const { meaning, time, open } = field
  return [
    name,
    interfaceType(field),
    time ? `${meaning}; sample shape: ${timeFormatsInWords[time]}` : meaning,
    openInWords(open),
  ]
}

function parameterRow(parameter: EndpointParameter): string[] {
  const { name, type, format, required, meaning, open } = parameter
  return [
    name,
    format ? `${type}, ${format}` : type,
    required ? 'yes' : 'no',
    String(parameter.default ?? 'none'),
    meaning,
    openInWords(open),
  ]
}

const records: Readonly<Record<EndpointAnswer['of'], string>> = {
  SearchResponse: 'Search response object (§2.5)',
  Vehicle: 'Vehicle',
  VehicleSearchObject: 'Vehicle search object',
  Booking: 'Booking',
}

function endpointRow({ path, answer, parameters, open }: EndpointLine): string[] {
  const names = parameters.map(({ name }) => name)
  return [path, names.join(', ') || 'none', answerInWords(answer), openInWords(open)]
}

function answerInWords({ of, key }: EndpointAnswer): string {
  const record = records[of]
  if (key) return `object with key ${key} holding the ${record}`
  return of === 'SearchResponse' ? record : `a single ${record}`
}

function openInWords(names: readonly GapName[] = []): string {
  const sentences = names.map((name) => `${gapInWords(name)} (§${gaps[name].section})`)
  return [...new Set(sentences)].join('; ')
}
