import { expect, test } from 'vitest'
import { commandLine } from './command-line'

const PACKAGE = { isPackage: true, projectFolder: '/opt/kerbside/program', npmCommand: undefined }
const IN_FULL = 'node /opt/kerbside/program/lib/commands/kerbside.js operators'

test.each([
  [
    'a clone',
    { ...PACKAGE, isPackage: false, script: '/k/lib/server/launch.js' },
    'npm run operators --',
  ],
  ['a container', { ...PACKAGE, script: '/usr/local/bin/kerbside' }, 'kerbside operators'],
  ['systemd', { ...PACKAGE, script: '/opt/kerbside/program/lib/server/launch.js' }, IN_FULL],
  ['npx', { ...PACKAGE, script: '/x/.bin/kerbside', npmCommand: 'exec' }, IN_FULL],
])('the command that works in %s', (_where, from, expected) => {
  expect(commandLine('operators', from)).toBe(expected)
})
