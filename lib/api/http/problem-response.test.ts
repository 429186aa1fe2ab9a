import { describe, expect, it } from 'vitest'
import { ProblemError } from '@/lib/api/contract/problem-error'
import { apiOver } from '@/lib/testing/api'

const failures: [string, unknown][] = [
  ['PostgreSQL and PGlite', Object.assign(new Error('could not extend file'), { code: '53100' })],
  [
    'a file',
    Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
  ],
  ['PGlite’s file system', Object.assign(new Error('FS error'), { name: 'ErrnoError', errno: 51 })],
]

describe.each(failures)('a full disk, as %s reports it', (_, cause) => {
  it.each([
    [
      'an audit entry',
      new ProblemError('store-unreachable', { cause: new Error('Failed query', { cause }) }),
    ],
    ['any statement', cause],
  ])('is named on the screen and in the log when it stops %s', async (_name, error) => {
    const lines: string[] = []
    const api = apiOver({
      upstream: () => Promise.reject(error),
      onFault: (_id, message) => lines.push(message),
    })
    const response = await api(new Request('http://localhost/api/service'))
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({
      type: 'urn:kerbside:problem:disk-full',
      title: 'The disk of Kerbside’s database is full',
      detail: 'Nothing can be saved, and records wait. Contact your administrator to free space.',
    })
    expect(lines).toEqual([
      expect.stringMatching(/^the disk is full \(ENOSPC\): free space where the database is/),
    ])
  })
})
