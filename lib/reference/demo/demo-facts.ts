import { hash, pick, saltOf, unit } from '@/lib/reference/hash'
import type { Hooks, VehicleFacts } from '@/lib/reference/resources'
import { models } from './demo-models'
import { inventFirm, inventPerson } from './demo-people'
import { ourRefOf } from './demo-refs'
import { digits, type Place } from './home-places'

/** Index into `models`. Vehicle 0, the example, is a taxi because that has every field. */
export function modelCodeOf(seed: number, index: number): number {
  if (index === 0) return 0
  let share = hash(seed, index, 41) % 1000
  for (let code = 0; code < models.length; code++) {
    share -= models[code]!.share
    if (share < 0) return code
  }
  return 0
}

interface DemoHome {
  readonly place: Place
  readonly hooks: Hooks
  /** Some have odd references and names. */
  readonly isHostile: boolean
}

/**
 * Invented facts of a demo vehicle, computed on request so that 100,000 vehicles need no memory.
 * Vehicle 0 has every field; others lack some, as real vehicles do.
 */
export function inventFacts(seed: number, index: number, demo: DemoHome): Partial<VehicleFacts> {
  const { place, hooks, isHostile } = demo
  const model = models[modelCodeOf(seed, index)]!
  const { currency, priceLevel, decimals } = place

  /** Bits of this vehicle under a name, mostly that of the field which they are for. */
  function bits(name: string): number {
    return hash(seed, index, saltOf(name))
  }

  function has(name: string, share: number): boolean {
    if (index === 0) return true
    const salt = saltOf(`${name}?`)
    return unit(seed, index, salt) < share
  }

  function within([low, high]: readonly [number, number], name: string): number {
    const salt = saltOf(name)
    return low + (high - low) * unit(seed, index, salt)
  }

  function money(amount: number): number {
    return round(priceLevel * amount, decimals)
  }

  const person = inventPerson(seed, index, isHostile)
  const facts: Partial<VehicleFacts> = {
    our_ref: ourRefOf(index, isHostile),
    type: model.type,
    functions: pick(model.functions, bits('functions')),
    make: pick(model.makes, bits('make')),
    passengers_max: Math.round(within(model.seats, 'passengers_max')),
    load_m3: round(within(model.loadM3, 'load_m3'), 1),
    driver_name: person.name,
    driver_phone_number: place.mobile(bits('driver')),
    driver_licence: `DL-${digits(bits('driver'), 7)}`,
    price_per_km: money(within(model.pricePerKm, 'price_per_km')),
    price_per_km_currency: currency,
  }
  if (has('image_url', 0.85)) {
    facts.image_url = `https://images.kerbside.example/vehicles/${model.type}.jpg`
  }
  if (has('year', 0.97)) facts.year = 2012 + (bits('year') % 14)
  if (!model.hasNoPlate) {
    facts.licence_plate = place.plate(bits('licence_plate'), model.type)
    facts.vehicle_licence = `VL-${digits(bits('vehicle_licence'), 6)}`
  }
  if (has('vehicle_extra_info', 0.4)) {
    facts.vehicle_extra_info = pick(equipment, bits('vehicle_extra_info'))
  }
  if (has('driver_email', 0.9)) facts.driver_email = person.email
  if (has('driver_extra_info', 0.3)) {
    facts.driver_extra_info = pick(skills, bits('driver_extra_info'))
  }
  if (has('owner', 0.8)) {
    const firm = inventFirm(seed, index)
    facts.owner_name = firm.name
    facts.owner_email = firm.email
    facts.owner_phone_number = place.landline(bits('owner'))
    facts.owner_licence = `OP-${digits(bits('owner'), 5)}`
    if (has('owner_extra_info', 0.3)) {
      facts.owner_extra_info = 'Office answers from 06:00 to 23:00'
    }
  }
  if (has('price_per_minute', 0.95)) {
    const price = within(model.pricePerMinute, 'price_per_minute')
    facts.price_per_minute = money(price)
    facts.price_per_minute_currency = currency
  }
  if (has('extra_price_airport', 0.7)) {
    facts.extra_price_airport = money(5 + (bits('extra_price_airport') % 4))
    facts.extra_price_airport_currency = currency
  }
  if (has('extra_price_parking', 0.7)) {
    facts.extra_price_parking = money(2.5)
    facts.extra_price_parking_currency = currency
  }
  if (has('webhooks', 0.7)) {
    facts.webhooks = { 'vehicle-booking-create': hooks('vehicle-booking-create') }
  }
  return facts
}

const equipment = [
  'Child seat on request',
  'Card reader on board',
  'Electric; no long trips after 22:00',
  'Roof rack',
] as const
const skills = ['Speaks Portuguese', 'First-aid trained', 'Prefers text messages'] as const

const round = (value: number, digits: number) => Number(value.toFixed(digits))
