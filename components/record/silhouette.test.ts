import { expect, it } from 'vitest'
import { shapeOf } from '@/components/record/silhouette'

it.each([
  ['car', 'car'],
  ['Minibus', 'bus'],
  ['cargo-bike', 'bike'],
  ['e_scooter', 'bike'],
  ['cargo', 'van'],
  ['delivery-van', 'van'],
  ['taxi', 'car'],
  ['hovercraft?', 'generic'],
  [null, 'generic'],
])('%s is drawn as a %s', (type, shape) => expect(shapeOf(type)).toBe(shape))
