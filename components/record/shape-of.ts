export type Shape = 'car' | 'van' | 'bus' | 'bike' | 'generic'

// The complete list of type keys is not shown (§2.6): words that type keys are usually made of. First match wins.
const words: readonly (readonly [Shape, RegExp])[] = [
  ['bus', /bus|coach/i],
  ['bike', /bike|bicycle|cycle|scooter|moped|moto/i],
  ['van', /van|truck|lorry|pickup|cargo|transporter/i],
  ['car', /car|taxi|cab|sedan|saloon|estate|suv|limo|hatchback/i],
]

/** Which drawing stands for a vehicle type key; generic for one never seen before, and for none. */
export function shapeOf(vehicleType: string | null): Shape {
  return (
    words.find(([, word]) => vehicleType !== null && word.test(vehicleType.slice(0, 128)))?.[0] ?? 'generic'
  )
}
