import { expect, it } from 'vitest'
import { isAllowedImage } from '@/lib/format/links'

const hosts = ['images.example', 'cdn.example:8443']

it.each(['https://images.example/v-7.jpg', 'https://IMAGES.example/a?b=c', 'https://cdn.example:8443/x.png'])(
  '%s is allowed',
  (url) => {
    expect(isAllowedImage(url, hosts)).toBe(true)
  },
)

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
