import { hash, pick, unit } from '@/lib/reference/hash'
import type { Hooks, VehicleFacts } from '@/lib/reference/resources'
import { type Model, models } from './demo-models'
import { inventFirm, inventPerson } from './demo-people'
import { ourRefOf } from './demo-refs'
import type { Place } from './home-places'

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

export interface Inventing {
  place: Place
  hooks: Hooks
  /** Has odd references and names. */
  isHostile: boolean
}

/**
 * Invented facts of a demo vehicle, computed on request so that 100,000 vehicles need no memory.
 * Vehicle 0 has every field; others lack some, as real vehicles do.
 */
export function inventFacts(
  seed: number,
  index: number,
  { place, hooks, isHostile }: Inventing,
): Partial<VehicleFacts> {
  const model = models[modelCodeOf(seed, index)]!
  const has = (salt: number, share: number) => index === 0 || unit(seed, index, salt) < share
  return {
    our_ref: ourRefOf(index, isHostile),
    ...vehicleFacts(seed, index, model, place, has),
    ...driverFacts(seed, index, place, has, isHostile),
    ...(has(61, 0.8) ? ownerFacts(seed, index, place, has) : {}),
    ...prices(seed, index, model, place, has),
    ...(has(62, 0.7) && {
      webhooks: { 'vehicle-booking-create': hooks('vehicle-booking-create') },
    }),
  }
}

type Has = (salt: number, share: number) => boolean

function vehicleFacts(
  seed: number,
  index: number,
  model: Model,
  place: Place,
  has: Has,
): Partial<VehicleFacts> {
  const bits = hash(seed, index, 51)
  return {
    type: model.type,
    functions: pick(model.functions, hash(seed, index, 52)),
    ...(has(53, 0.85) && { image_url: `https://images.kerbside.example/vehicles/${model.type}.jpg` }),
    make: pick(model.makes, hash(seed, index, 54)),
    ...(has(55, 0.97) && { year: 2012 + (bits % 14) }),
    ...(model.hasPlate && {
      licence_plate: place.plate(bits, model.type),
      vehicle_licence: `VL-${String(bits % 1_000_000).padStart(6, '0')}`,
    }),
    ...(has(56, 0.4) && {
      vehicle_extra_info: pick(
        ['Child seat on request', 'Card reader on board', 'Electric; no long trips after 22:00', 'Roof rack'],
        bits >>> 4,
      ),
    }),
    passengers_max: Math.round(between(model.seats, unit(seed, index, 57))),
    load_m3: round(between(model.loadM3, unit(seed, index, 58)), 1),
  }
}

function driverFacts(
  seed: number,
  index: number,
  place: Place,
  has: Has,
  isHostile: boolean,
): Partial<VehicleFacts> {
  const person = inventPerson(seed, index, isHostile)
  const bits = hash(seed, index, 71)
  return {
    driver_name: person.name,
    ...(has(72, 0.9) && { driver_email: person.email }),
    driver_phone_number: place.mobile(bits),
    driver_licence: `DL-${String(bits % 10_000_000).padStart(7, '0')}`,
    ...(has(73, 0.3) && {
      driver_extra_info: pick(
        ['Speaks Portuguese', 'First-aid trained', 'Prefers text messages'],
        bits >>> 3,
      ),
    }),
  }
}

function ownerFacts(seed: number, index: number, place: Place, has: Has): Partial<VehicleFacts> {
  const firm = inventFirm(seed, index)
  const bits = hash(seed, index, 81)
  return {
    owner_name: firm.name,
    owner_email: firm.email,
    owner_phone_number: place.landline(bits),
    owner_licence: `OP-${String(bits % 100_000).padStart(5, '0')}`,
    ...(has(82, 0.3) && { owner_extra_info: 'Office answers from 06:00 to 23:00' }),
  }
}

function prices(seed: number, index: number, model: Model, place: Place, has: Has): Partial<VehicleFacts> {
  const { currency, priceLevel, decimals } = place
  const money = (amount: number) => round(priceLevel * amount, decimals)
  return {
    price_per_km: money(between(model.pricePerKm, unit(seed, index, 91))),
    price_per_km_currency: currency,
    ...(has(92, 0.95) && {
      price_per_minute: money(between(model.pricePerMinute, unit(seed, index, 93))),
      price_per_minute_currency: currency,
    }),
    ...(has(94, 0.7) && {
      extra_price_airport: money(5 + (hash(seed, index, 95) % 4)),
      extra_price_airport_currency: currency,
    }),
    ...(has(96, 0.7) && { extra_price_parking: money(2.5), extra_price_parking_currency: currency }),
  }
}

const between = ([low, high]: [number, number], share: number) => low + (high - low) * share
const round = (value: number, digits: number) => Number(value.toFixed(digits))
