import { describe, expect, it } from 'vitest'
import { isAllowedImage, lookupHref, mapHref, vehicleHref } from './links'

const odd = ['v-7', 'a b', 'a%25b', '100%', 'a+b', 'a#b', 'a?b&c=d', 'a:b', '🚕', 'مركبة', 'é', '__proto__']

describe('links to records', () => {
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

  it('opens the map at the position with the vehicle selected', () => {
    expect(mapHref({ lat: 51.5, lng: -0.12 }, 'v 7&x')).toBe('/?position=51.5,-0.12&vehicle=v+7%26x')
  })

  it('keeps radius and filters of the map last seen, not its pick-up and section', () => {
    const seen = new URLSearchParams(
      'position=51.5,-0.12&radius=5000&status=busy&seats=5&type=taxi&vehicle=v-1&map=51,0@12&panel=pickup&pickup=51,0&pickup_seats=5',
    )
    const { searchParams } = new URL(mapHref({ lat: 52, lng: 1 }, 'v-7', seen), 'http://kerbside')
    expect(Object.fromEntries(searchParams)).toEqual({
      position: '52,1',
      radius: '5000',
      status: 'busy',
      seats: '5',
      type: 'taxi',
      vehicle: 'v-7',
    })
  })

  it('leaves the circle where it was if the vehicle is inside', () => {
    const inside = mapHref(
      { lat: 51.51, lng: -0.12 },
      'v-7',
      new URLSearchParams('position=51.5,-0.12&radius=5000'),
    )
    expect(inside).toBe('/?position=51.5,-0.12&radius=5000&vehicle=v-7')
    const outside = mapHref({ lat: 51.51, lng: -0.12 }, 'v-7', new URLSearchParams('position=51.5,-0.12'))
    expect(outside).toBe('/?position=51.51,-0.12&vehicle=v-7')
  })
})

describe('pictures', () => {
  const hosts = ['images.example', 'cdn.example:8443']

  it.each([
    'https://images.example/v-7.jpg',
    'https://IMAGES.example/a?b=c',
    'https://cdn.example:8443/x.png',
  ])('%s is allowed', (url) => {
    expect(isAllowedImage(url, hosts)).toBe(true)
  })

  it.each([
    'http://images.example/v-7.jpg',
    'https://images.example:8443/v-7.jpg',
    'https://evil.images.example/v-7.jpg',
    'https://images.example.evil.example/v-7.jpg',
    'https://images.example@evil.example/v-7.jpg',
    'https://user:word@images.example/v-7.jpg',
    'javascript:alert(1)',
    'data:image/svg+xml,<svg/>',
    '//images.example/v-7.jpg',
    'v-7.jpg',
    '',
  ])('%s is not', (url) => {
    expect(isAllowedImage(url, hosts)).toBe(false)
  })
})
