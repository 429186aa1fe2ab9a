import { expect, test } from 'vitest'
import { distance, VISIONS, type Vision } from '@/lib/testing/colour-vision'
import { colourOf, contrast } from '@/lib/testing/tokens'
import { WAIT_STEPS } from './wait-steps'

const names = WAIT_STEPS.map(({ colour }) => colour.slice('var(--'.length, -1))

test.each(['light', 'dark'] as const)(
  'on %s ground a longer wait stands out more, without hue as well',
  (theme) => {
    const land = colourOf('map-land', theme)
    const contrasts = names.map((name) => contrast(colourOf(name, theme), land))
    expect(contrasts[0]).toBeGreaterThan(1.9)
    for (const [n, reached] of contrasts.slice(1).entries())
      expect([n, reached / (contrasts[n] as number) > 1.15]).toEqual([n, true])
  },
)

test.each(
  (Object.keys(VISIONS) as Vision[]).flatMap((vision) => [
    ['light', vision] as const,
    ['dark', vision] as const,
  ]),
)('on %s ground five steps differ with %s', (theme, vision) => {
  const steps = names.map((name) => colourOf(name, theme))
  for (const [n, step] of steps.entries())
    for (const other of steps.slice(n + 1))
      expect([step, other, distance(step, other, vision) > 15]).toEqual([step, other, true])
})
