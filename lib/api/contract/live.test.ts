import { expect, test } from 'vitest'
import { readLastEventIds, topicEventId } from './live'

test.each([
  [null, null, null],
  ['', null, null],
  ['e1.7', 'e1.7', null],
  ['arrived:a-_b', null, 'arrived:a-_b'],
  ['e1.7 service:x arrived:y', 'e1.7', 'arrived:y'],
  ['arrived:y e1.7', 'e1.7', 'arrived:y'],
])('the last ids in %j', (header, area, arrived) => {
  const ids = readLastEventIds(header)
  expect([ids.area, ids.of('arrived')]).toEqual([area, arrived])
})

test('an id of a topic is read back', () => {
  const id = topicEventId('service', 'v')
  expect(readLastEventIds(id).of('service')).toBe(id)
})
