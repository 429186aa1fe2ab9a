import { hash, pick, unit } from '@/lib/reference/hash'
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

/**
 * Invented facts of a demo vehicle, computed on request so that 100,000 vehicles need no memory.
 * Vehicle 0 has every field; others lack some, as real vehicles do.
 * @param isHostile has odd references and names
 */
export function inventFacts(
  seed: number,
  index: number,
  { place, hooks, isHostile }: { place: Place; hooks: Hooks; isHostile: boolean },
): Partial<VehicleFacts> {
  const model = models[modelCodeOf(seed, index)]!
  const has = (salt: number, share: number) => index === 0 || unit(seed, index, salt) < share
  const within = ([low, high]: [number, number], salt: number) =>
    low + (high - low) * unit(seed, index, salt)
  const { currency, priceLevel, decimals } = place
  const money = (amount: number) => round(priceLevel * amount, decimals)
  const [vehicle, driver, owner] = [
    hash(seed, index, 51),
    hash(seed, index, 71),
    hash(seed, index, 81),
  ]
  const person = inventPerson(seed, index, isHostile)
  const firm = inventFirm(seed, index)
  return {
    our_ref: ourRefOf(index, isHostile),
    type: model.type,
    functions: pick(model.functions, hash(seed, index, 52)),
    ...(has(53, 0.85) && {
      image_url: `https://images.kerbside.example/vehicles/${model.type}.jpg`,
    }),
    make: pick(model.makes, hash(seed, index, 54)),
    ...(has(55, 0.97) && { year: 2012 + (vehicle % 14) }),
    ...(!model.hasNoPlate && {
      licence_plate: place.plate(vehicle, model.type),
      vehicle_licence: `VL-${digits(vehicle, 6)}`,
    }),
    ...(has(56, 0.4) && { vehicle_extra_info: pick(equipment, vehicle >>> 4) }),
    passengers_max: Math.round(within(model.seats, 57)),
    load_m3: round(within(model.loadM3, 58), 1),

    driver_name: person.name,
    ...(has(72, 0.9) && { driver_email: person.email }),
    driver_phone_number: place.mobile(driver),
    driver_licence: `DL-${digits(driver, 7)}`,
    ...(has(73, 0.3) && { driver_extra_info: pick(skills, driver >>> 3) }),

    ...(has(61, 0.8) && {
      owner_name: firm.name,
      owner_email: firm.email,
      owner_phone_number: place.landline(owner),
      owner_licence: `OP-${digits(owner, 5)}`,
      ...(has(82, 0.3) && { owner_extra_info: 'Office answers from 06:00 to 23:00' }),
    }),

    price_per_km: money(within(model.pricePerKm, 91)),
    price_per_km_currency: currency,
    ...(has(92, 0.95) && {
      price_per_minute: money(within(model.pricePerMinute, 93)),
      price_per_minute_currency: currency,
    }),
    ...(has(94, 0.7) && {
      extra_price_airport: money(5 + (hash(seed, index, 95) % 4)),
      extra_price_airport_currency: currency,
    }),
    ...(has(96, 0.7) && {
      extra_price_parking: money(2.5),
      extra_price_parking_currency: currency,
    }),

    ...(has(62, 0.7) && {
      webhooks: { 'vehicle-booking-create': hooks('vehicle-booking-create') },
    }),
  }
}

const equipment = [
  'Child seat on request',
  'Card reader on board',
  'Electric; no long trips after 22:00',
  'Roof rack',
] as const
const skills = ['Speaks Portuguese', 'First-aid trained', 'Prefers text messages'] as const

const round = (value: number, digits: number) => Number(value.toFixed(digits))
