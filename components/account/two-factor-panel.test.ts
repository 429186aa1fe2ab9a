import { expect, test } from 'vitest'
import { otpauthKey } from './two-factor-panel'

test('the key is shown in groups of four', () => {
  expect(
    otpauthKey(
      'otpauth://totp/Kerbside:ada%40fleet.example?secret=JBSWY3DPEHPK3PXPA&issuer=Kerbside',
    ),
  ).toBe('JBSW Y3DP EHPK 3PXP A')
})

test.each(['otpauth://totp/Kerbside', 'nothing'])('%j holds no key', (uri) => {
  expect(otpauthKey(uri)).toBeNull()
})
