import { expect, it } from 'vitest'
import { shapeOf } from '@/components/record/silhouette'

it.each([
  ['Minibus', 'bus'],
  ['cargo-bike', 'bike'],
  ['e_scooter', 'bike'],
  ['cargo', 'van'],
  ['taxi', 'car'],
  ['hovercraft?', 'generic'],
  [null, 'generic'],
])('%s is drawn as a %s', (type, shape) => expect(shapeOf(type)).toBe(shape))
