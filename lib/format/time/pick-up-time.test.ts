import { expect, test } from 'vitest'
import { readPickUpTime } from './pick-up-time'

const zone = 'America/Montevideo'
const bookedMs = Date.parse('2026-05-01T12:00:00Z')
const read = (text: string) => {
  const found = readPickUpTime(text, { bookedMs, zone })
  return found && [new Date(found.atMs).toISOString(), found.assumed]
}

test.each([
  ['now', '2026-05-01T12:00:00.000Z', 'now'],
  [' ASAP ', '2026-05-01T12:00:00.000Z', 'now'],
  ['2026-05-01 16:04:00.000 GMT', '2026-05-01T16:04:00.000Z', 'nothing'],
  ['2026-05-01T16:04:00+02:00', '2026-05-01T14:04:00.000Z', 'nothing'],
  ['2026-05-01T16:04Z', '2026-05-01T16:04:00.000Z', 'nothing'],
  ['1777651440', '2026-05-01T16:04:00.000Z', 'nothing'],
  ['1777651440000', '2026-05-01T16:04:00.000Z', 'nothing'],
  ['Fri, 01 May 2026 16:04:00 GMT', '2026-05-01T16:04:00.000Z', 'nothing'],
  ['2026-05-01T16:04', '2026-05-01T19:04:00.000Z', 'zone'],
  ['2026-05-01 16:04:30', '2026-05-01T19:04:30.000Z', 'zone'],
  ['16:04', '2026-05-01T19:04:00.000Z', 'day'],
  // 08:50 there, ten minutes before the booking; 07:00 is over.
  ['8:50', '2026-05-01T11:50:00.000Z', 'day'],
  ['07:00', '2026-05-02T10:00:00.000Z', 'day'],
])('%j is %s, with %s assumed', (text, at, assumed) => expect(read(text)).toEqual([at, assumed]))

test.each(['', 'tomorrow', '2026-02-30T10:00', '25:00', '16', '177765144', 'Friday 16:04'])(
  '%j is no time',
  (text) => expect(read(text)).toBeNull(),
)
