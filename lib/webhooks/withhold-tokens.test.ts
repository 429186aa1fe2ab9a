import { expect, test } from 'vitest'
import { withholdTokens } from './tokens'

const OURS = `${'a'.repeat(42)}-`
const THEIRS = 'b'.repeat(43)
const idOf = (secret: string) => (secret === OURS ? 't-1' : null)
const withhold = (text: string, isRead = true) =>
  withholdTokens(text, async () => (isRead ? idOf : () => undefined))

test.each([
  ['in a record', { webhooks: { x: `https://k.example/hooks/${OURS}` } }],
  ['with a query', { webhooks: { x: `https://k.example/hooks/${OURS}?v=1` } }],
  ['in a body of JSON', { body: JSON.stringify({ url: `https://k.example/hooks/${OURS}` }) }],
  ['in a body that escapes slashes', { body: `{"url":"https:\\/\\/k.example\\/hooks\\/${OURS}"}` }],
  ['in JSON within JSON', { body: JSON.stringify(JSON.stringify({ url: `a\\/hooks\\/${OURS}` })) }],
  [
    'in a form',
    { body: new URLSearchParams({ url: `https://k.example/hooks/${OURS}` }).toString() },
  ],
])('%s our own token is withheld, and the answer stays JSON', async (_where, data) => {
  const text = await withhold(JSON.stringify({ data }))
  expect(text).not.toContain('aaa')
  expect(text).toContain('token-withheld')
  expect(() => JSON.parse(text)).not.toThrow()
})

test('another address stays as it came, and so does a longer text', async () => {
  const text = JSON.stringify({
    one: `https://other.example/hooks/${THEIRS}`,
    longer: `/hooks/${OURS}${THEIRS}`,
  })
  expect(await withhold(text)).toBe(text)
})

test('while it is not known which tokens are ours, all that look like one are withheld', async () => {
  expect(await withhold(`"/hooks/${THEIRS}"`, false)).toBe('"/hooks/token-withheld"')
})
