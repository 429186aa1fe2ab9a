import { expect, test } from 'vitest'
import { passwordWeakness } from './password-strength'

const OWN = ['Ada Lovelace', 'ada@fleet.example']

test.each([
  ['password1234', 'among the first'],
  ['123456789012', 'among the first'],
  ['qwertyuiop12', 'among the first'],
  ['P@ssw0rd1234', 'among the first'],
  ['1q2w3e4r5t6y', 'among the first'],
  [' '.repeat(12), 'more than spaces'],
  ['aaaaaaaaaaaa', 'repeat'],
  ['passwordpassword', 'repeat'],
  ['abcdefghijklm', 'sequence'],
  ['ada@fleet.example', 'your name'],
  ['AdaLovelace12', 'your name'],
  ['kerbside2026!', 'your name'],
])('%j is refused: %s', async (password, reason) => {
  expect(await passwordWeakness(password, OWN)).toContain(reason)
})

test.each([
  'correct horse battery',
  'another good password',
  'my dog ate a taxi',
  'Tz8!kw0pQv2m',
  'мой дядя самых',
  'Ada likes 7 green taxis',
])('%j is accepted', async (password) => {
  expect(await passwordWeakness(password, OWN)).toBeNull()
})
