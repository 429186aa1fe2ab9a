import { bookingFields, totalsFields } from '@/lib/interface/fields/booking-fields'
import { positionFields } from '@/lib/interface/fields/search-fields'
import { fieldsOf, type Totals } from '@/lib/interface/resources'
import { asObject, ownValue } from '@/lib/interface/values'
import { type Finding, inWords, isAbsent } from './finding'
import { inspectTable } from './table'
import { checkFormula, sumInWords, totalsFormulas } from './totals'

const inner = { position: positionFields, totals: totalsFields }

/**
 * Compares a Booking with the interface, and its totals with the formulas that Kerbside assumes.
 * @param record as received, without its wrapper; any value
 * @param vehicle the booked vehicle's record, or null
 * @returns findings in the order of the table
 * Source: interface §2.4
 */
export function inspectBooking(record: unknown, vehicle: unknown = null): Finding[] {
  return [
    ...inspectTable(bookingFields, '2.4', record, inner),
    ...inspectTotalsCurrency(record),
    ...inspectTotals(record),
    ...inspectVehicleReference(record, vehicle),
  ]
}

/** Amounts without their currency. */
function inspectTotalsCurrency(record: unknown): Finding[] {
  const totals = asObject(asObject(record)?.totals)
  if (totals === null || !isAbsent(ownValue(totals, 'currency' satisfies keyof Totals))) return []
  const amounts = fieldsOf(totalsFields).filter(
    ([name, { type }]) => type === 'number' && typeof ownValue(totals, name) === 'number',
  )
  if (amounts.length === 0) return []
  return [
    {
      severity: 'warning',
      kind: 'price-without-currency',
      path: 'totals',
      found: `${amounts.map(([name]) => name).join(', ')} without currency`,
      expected: 'a currency with the amounts, as sampled',
      section: bookingFields.totals.section,
    },
  ]
}

function inspectTotals(record: unknown): Finding[] {
  const { section } = bookingFields.totals
  const totals = asObject(asObject(record)?.totals)
  if (totals === null) return []
  // Only finite numbers are summed; the table reports other members.
  return totalsFormulas.flatMap((formula): Finding[] => {
    const check = checkFormula(totals as unknown as Totals, formula)
    if (check.outcome !== 'differs') return []
    return [
      {
        severity: 'warning',
        kind: 'totals-differ',
        path: `totals.${formula.result}`,
        found: `${inWords(totals[formula.result])}, which differs by ${check.by} from ${sumInWords(formula)}`,
        expected: 'this sum, which Kerbside assumes: the specification has no formula',
        section,
      },
    ]
  })
}

/** Compares the booking's reference of its vehicle with the vehicle's own; no finding when either is missing. */
export function inspectVehicleReference(record: unknown, vehicle: unknown): Finding[] {
  const given = asObject(record)?.vehicle_our_ref
  const own = asObject(vehicle)?.our_ref
  if (typeof given !== 'string' || typeof own !== 'string' || given === own) return []
  return [
    {
      severity: 'warning',
      kind: 'vehicle-our-ref-differs',
      path: 'vehicle_our_ref',
      found: inWords(given),
      expected: `the vehicle’s our_ref, which is ${inWords(own)}`,
      section: bookingFields.vehicle_our_ref.section,
    },
  ]
}
