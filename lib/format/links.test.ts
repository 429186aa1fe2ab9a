import { expect, it } from 'vitest'
import { isAllowedImage, lookupHref, mapHref, vehicleHref } from './links'

const odd = [
  'v-7',
  'a b',
  'a%25b',
  '100%',
  'a+b',
  'a#b',
  'a?b&c=d',
  'a:b',
  '🚕',
  'مركبة',
  'é',
  '__proto__',
]

it.each(odd)('brings the id %j back as it was', (id) => {
  const { pathname, search, hash } = new URL(vehicleHref(id) as string, 'http://kerbside')
  expect(decodeURIComponent(pathname.slice('/vehicles/'.length))).toBe(id)
  expect(search + hash).toBe('')
})

it.each(['', '.', '..', 'example', 'by-our-ref', 'a/b', 'a\\b', 'a\nb', '\ud800', 'x'.repeat(129)])(
  'makes no link to %j, which cannot be asked for',
  (id) => expect(vehicleHref(id)).toBeNull(),
)

it.each([...odd, ' a ', 'a/b', '../..'])('brings the reference %j back as it was', (ourRef) => {
  const url = new URL(lookupHref(ourRef) as string, 'http://kerbside')
  expect(url.pathname).toBe('/lookup')
  expect([...url.searchParams]).toEqual([['our_ref', ourRef]])
})

it('keeps radius and filters of the map last seen, not its pick-up and section', () => {
  const seen = new URLSearchParams(
    'position=51.5,-0.12&radius=5000&status=busy&seats=5&type=taxi&vehicle=v-1&map=51,0@12&panel=pickup&pickup=51,0&pickup_seats=5',
  )
  const { searchParams } = new URL(mapHref({ lat: 52, lng: 1 }, 'v-7', seen), 'http://kerbside')
  const kept = { radius: '5000', status: 'busy', seats: '5', type: 'taxi' }
  expect(Object.fromEntries(searchParams)).toEqual({ ...kept, position: '52,1', vehicle: 'v-7' })
})

it('opens the map at the position with the vehicle selected; a circle that it is inside of stays', () => {
  expect(mapHref({ lat: 51.5, lng: -0.12 }, 'v 7&x')).toBe('/?position=51.5,-0.12&vehicle=v+7%26x')
  const from = (seen: string) =>
    mapHref({ lat: 51.51, lng: -0.12 }, 'v-7', new URLSearchParams(seen))
  expect(from('position=51.5,-0.12&radius=5000')).toBe(
    '/?position=51.5,-0.12&radius=5000&vehicle=v-7',
  )
  expect(from('position=51.5,-0.12')).toBe('/?position=51.51,-0.12&vehicle=v-7')
})

const hosts = ['images.example', 'cdn.example:8443']

it.each<readonly [string, boolean]>([
  ['https://images.example/v-7.jpg', true],
  ['https://IMAGES.example/a?b=c', true],
  ['https://cdn.example:8443/x.png', true],
  ['http://images.example/v-7.jpg', false],
  ['https://images.example:8443/v-7.jpg', false],
  ['https://evil.images.example/v-7.jpg', false],
  ['https://images.example.evil.example/v-7.jpg', false],
  ['https://images.example@evil.example/v-7.jpg', false],
  ['https://user:word@images.example/v-7.jpg', false],
  ...[
    'javascript:alert(1)',
    'data:image/svg+xml,<svg/>',
    '//images.example/v-7.jpg',
    'v-7.jpg',
    '',
  ].map((url) => [url, false] as const),
])('the picture %j is allowed: %s', (url, isAllowed) => {
  expect(isAllowedImage(url, hosts)).toBe(isAllowed)
})
