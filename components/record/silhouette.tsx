// Side views in a box of 64 × 34: bodies with windows cut out; wheels are drawn on top.
const bodies = {
  car: 'M3 25v-6q0-3 3-3.500L15 14l7-6q2-2 5-2h13q3 0 5 2l6 6 7 1.500q3 .7 3 4V25zM19 14h10V8.500h-2q-1.5 0-2.5 1zM32 14h12l-4-4.500q-1-1-2.5-1H32z',
  van: 'M3 25V7q0-3 3-3h36q3 0 4.5 2.500L52 15l6 1.500q3 1 3 4V25zM38 15h10l-4-6.500q-.5-1-2-1h-4z',
  bus: 'M2 25V6q0-3 3-3h52q3 0 3.5 3L62 17v8zM6 14h10V7H6zM19 14h10V7H19zM32 14h10V7H32zM45 14h13l-1-7H45z',
  bike: 'M19 7h8v2h-2.700l1.5 4h13.400l-2-5.500H32v-2.500h7l5 13.5-2.3 1-1.7-4.500L32 25.500h-4l-4.5-12L22 9.500h-3z',
  generic: 'M4 25v-9q0-4 4-4h9l5-5q1-1 2.5-1h15q1.5 0 2.5 1l5 5h9q4 0 4 4v9z',
}

export function Silhouette({
  vehicleType,
  className = '',
}: {
  readonly vehicleType: string | null
  readonly className?: string
}) {
  const shape = shapeOf(vehicleType)
  const [back, front] = shape === 'bike' ? [17, 47] : [16, 49]
  return (
    <svg viewBox="0 0 64 34" aria-hidden="true" className={`fill-current ${className}`}>
      <path d={bodies[shape]} fillRule="evenodd" />
      {[back, front].map((x) =>
        shape === 'bike' ? (
          <circle
            key={x}
            cx={x}
            cy="24"
            r="7.5"
            fill="none"
            stroke="currentColor"
            strokeWidth="2.5"
          />
        ) : (
          <circle key={x} cx={x} cy="25" r="5" className="stroke-sunken" strokeWidth="2" />
        ),
      )}
    </svg>
  )
}

type Shape = keyof typeof bodies

// The specification lists no complete set of type keys (§2.6): match
// common words, first match wins.
const words: readonly (readonly [Shape, RegExp])[] = [
  ['bus', /bus|coach/i],
  ['bike', /bike|bicycle|cycle|scooter|moped|moto/i],
  ['van', /van|truck|lorry|pickup|cargo|transporter/i],
  ['car', /car|taxi|cab|sedan|saloon|estate|suv|limo|hatchback/i],
]

export function shapeOf(vehicleType: string | null): Shape {
  return (
    words.find(([, word]) => vehicleType !== null && word.test(vehicleType.slice(0, 128)))?.[0] ??
    'generic'
  )
}
