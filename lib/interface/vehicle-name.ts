/** The fleet's own names of a vehicle, which a search does not report (§2.2). */
export interface VehicleName {
  readonly our_ref: string | null
  readonly licence_plate: string | null
}

/** The one to show: our reference, or else the plate; or the other way round. */
export function shownName(
  { our_ref, licence_plate }: VehicleName,
  first: keyof VehicleName = 'our_ref',
) {
  const names = first === 'our_ref' ? [our_ref, licence_plate] : [licence_plate, our_ref]
  return names.find((name) => name !== null && isVisible(name)) ?? null
}

/** False for spaces or invisible characters alone, which would look like a missing vehicle. */
export function isVisible(name: string): boolean {
  return /[^\s\p{C}]/u.test(name)
}
