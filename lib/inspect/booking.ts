import { bookingFields, totalsFields } from '@/lib/interface/booking-fields'
import { fieldsOf, type Totals } from '@/lib/interface/resources'
import { positionFields } from '@/lib/interface/search-fields'
import { asObject, ownValue } from '@/lib/interface/values'
import { type Finding, inWords, isAbsent } from './finding'
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
    ...inspectTotalsCurrency(record),
    ...inspectTotals(record),
    ...inspectVehicleReference(record, vehicle),
  ]
}

/** Amounts whose currency did not come: totals of nothing in particular. */
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
      expected: 'amounts beside their currency, as sampled',
      section: bookingFields.totals.section,
    },
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
