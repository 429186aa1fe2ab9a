import { bookingFields, totalsFields } from '@/lib/schema/booking-fields'
import type { Totals } from '@/lib/schema/resources'
import { positionFields } from '@/lib/schema/search-fields'
import { asObject, type Finding, inWords } from './finding'
import { inspectTable } from './table'
import { checkFormula, sumInWords, totalsFormulas } from './totals'

const inner = { position: positionFields, totals: totalsFields }

/**
 * A Booking held against the interface, and its totals against the formulas that Kerbside assumes.
 * @param record as received, without its wrapper; anything may be given
 * @param vehicle the booked vehicle's own record, when it was read
 * @returns in the order of the table; empty when there is nothing to report
 * Source: interface §2.4
 */
export function inspectBooking(record: unknown, vehicle: unknown = null): Finding[] {
  return [
    ...inspectTable(bookingFields, '2.4', record, inner),
    ...inspectTotals(record),
    ...inspectVehicleReference(record, vehicle),
  ]
}

function inspectTotals(record: unknown): Finding[] {
  const { section } = bookingFields.totals
  const totals = asObject(asObject(record)?.totals)
  if (totals === null) return []
  // Only members that are finite numbers are summed; of the others the table has told.
  return totalsFormulas.flatMap((formula): Finding[] => {
    const check = checkFormula(totals as unknown as Totals, formula)
    if (check.outcome !== 'differs') return []
    return [
      {
        severity: 'warning',
        kind: 'totals-differ',
        path: `totals.${formula.result}`,
        found: `${inWords(totals[formula.result])}, which differs by ${check.by} from ${sumInWords(formula)}`,
        expected: 'no formula; this one is assumed',
        section,
      },
    ]
  })
}

/** The booking's word for its vehicle against the vehicle's own; nothing when either did not come. */
export function inspectVehicleReference(record: unknown, vehicle: unknown): Finding[] {
  const said = asObject(record)?.vehicle_our_ref
  const own = asObject(vehicle)?.our_ref
  if (typeof said !== 'string' || typeof own !== 'string' || said === own) return []
  return [
    {
      severity: 'warning',
      kind: 'vehicle-our-ref-differs',
      path: 'vehicle_our_ref',
      found: inWords(said),
      expected: `the vehicle’s our_ref, which is ${inWords(own)}`,
      section: bookingFields.vehicle_our_ref.section,
    },
  ]
}
