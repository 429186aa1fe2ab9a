import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectFolder } from '@/lib/app/env-files'
import { envExample, withSettings } from './documents'
import { variables } from './variables'

const read = (file: string) => readFile(join(projectFolder, file), 'utf8')

test('.env.example and docs/operations.md list every variable; else run `npm run generate`', async () => {
  expect(await read('.env.example')).toBe(envExample())
  const operations = await read('docs/operations.md')
  expect(withSettings(operations)).toBe(operations)
  expect(() => withSettings('# Operations')).toThrow('are missing')
  for (const name of Object.keys(variables)) {
    expect(envExample()).toMatch(new RegExp(`^# ${name}=`, 'm'))
    expect(operations).toContain(`| \`${name}\` |`)
  }
})

test('every default can be parsed', () => {
  for (const [name, variable] of Object.entries(variables)) {
    if ('default' in variable)
      expect(() => variable.read(String(variable.default)), name).not.toThrow()
  }
})
