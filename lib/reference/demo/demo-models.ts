/**
 * A kind of vehicle of the demo fleet, with properties that its vehicles have in
 * common; spans are from…to.
 */
export interface Model {
  type: string
  /** Vehicles of this type per thousand. */
  share: number
  functions: readonly [string[], ...string[][]]
  makes: readonly [string, ...string[]]
  seats: [number, number]
  loadM3: [number, number]
  pricePerKm: [number, number]
  pricePerMinute: [number, number]
  hasNoPlate?: true
}

export const models: readonly Model[] = [
  {
    type: 'taxi',
    share: 460,
    functions: [['passenger'], ['passenger', 'airport'], ['passenger', 'luggage']],
    makes: ['Toyota Corolla', 'Toyota Prius', 'Suzuki Dzire', 'Chevrolet Onix', 'BYD e5'],
    seats: [4, 6],
    loadM3: [0.4, 0.6],
    pricePerKm: [1.6, 2.4],
    pricePerMinute: [0.25, 0.45],
  },
  {
    type: 'executive',
    share: 90,
    functions: [['passenger', 'airport'], ['passenger']],
    makes: ['Mercedes-Benz E-Class', 'BMW 5 Series', 'BYD Han', 'Audi A6'],
    seats: [3, 4],
    loadM3: [0.5, 0.6],
    pricePerKm: [2.8, 4.2],
    pricePerMinute: [0.5, 0.9],
  },
  {
    type: 'minibus',
    share: 80,
    functions: [
      ['passenger', 'school_run'],
      ['passenger', 'airport', 'luggage'],
    ],
    makes: [
      'Ford Transit Minibus',
      'Mercedes-Benz Sprinter',
      'Volkswagen Crafter',
      'Peugeot Boxer',
    ],
    seats: [8, 16],
    loadM3: [1, 2.5],
    pricePerKm: [2.4, 3.6],
    pricePerMinute: [0.4, 0.7],
  },
  {
    type: 'wheelchair_taxi',
    share: 70,
    functions: [['passenger', 'wheelchair']],
    makes: ['Peugeot Partner', 'Fiat Doblò', 'Volkswagen Caddy Maxi'],
    seats: [3, 5],
    loadM3: [0.4, 0.8],
    pricePerKm: [1.6, 2.4],
    pricePerMinute: [0.25, 0.45],
  },
  {
    type: 'van',
    share: 180,
    functions: [['delivery'], ['delivery', 'moving'], ['courier', 'delivery']],
    makes: ['Ford Transit', 'Fiat Fiorino', 'Renault Kangoo', 'Citroën Berlingo', 'JAC X200'],
    seats: [1, 2],
    loadM3: [3.3, 15],
    pricePerKm: [1.1, 1.9],
    pricePerMinute: [0.2, 0.35],
  },
  {
    type: 'cargo_bike',
    share: 80,
    functions: [['delivery', 'courier']],
    makes: ['Urban Arrow Cargo', 'Larry vs Harry Bullitt', 'Tern GSD', 'Riese & Müller Load'],
    seats: [0, 0],
    loadM3: [0.2, 1.5],
    pricePerKm: [0.6, 1.1],
    pricePerMinute: [0.15, 0.25],
    hasNoPlate: true,
  },
  {
    type: 'motorbike',
    share: 40,
    functions: [['courier']],
    makes: ['Honda CG 125', 'Yamaha YBR 125', 'Yumbo GS 125'],
    seats: [0, 1],
    loadM3: [0.05, 0.12],
    pricePerKm: [0.8, 1.3],
    pricePerMinute: [0.15, 0.3],
  },
]
