export type Shape = 'car' | 'van' | 'bus' | 'bike' | 'generic'

// The specification lists no complete set of type keys (§2.6): match common words, first match wins.
const words: readonly (readonly [Shape, RegExp])[] = [
  ['bus', /bus|coach/i],
  ['bike', /bike|bicycle|cycle|scooter|moped|moto/i],
  ['van', /van|truck|lorry|pickup|cargo|transporter/i],
  ['car', /car|taxi|cab|sedan|saloon|estate|suv|limo|hatchback/i],
]

/** The drawing of a vehicle type key; generic for an unknown one and for none. */
export function shapeOf(vehicleType: string | null): Shape {
  return (
    words.find(([, word]) => vehicleType !== null && word.test(vehicleType.slice(0, 128)))?.[0] ?? 'generic'
  )
}
