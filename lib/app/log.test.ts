import { expect, it } from 'vitest'
import { createLog, type LogFields } from './log'

function logged(level: Parameters<typeof createLog>[0] = 'debug') {
  const lines: string[] = []
  const log = createLog(level, { write: (line) => void lines.push(line) })
  return { lines, log }
}

it('is one JSON object a line with level and time', () => {
  const { lines, log } = logged()
  const fields = {
    event: 'request',
    requestId: 'r-1',
    route: '/api/vehicles',
    status: 502,
    ms: 12,
  } as const
  log('warn', fields)
  expect(lines).toHaveLength(1)
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  expect(JSON.parse(lines[0] ?? '')).toEqual({ level: 'warn', time, ...fields })
})

it('drops fields that are not in the list', () => {
  const { lines, log } = logged()
  const others = { authorization: 'Bearer canary', driver_name: 'Ada', err: new Error('x') }
  const fields = { event: 'upstream', ...others }
  log('error', fields as LogFields)
  expect(Object.keys(JSON.parse(lines[0] ?? ''))).toEqual(['level', 'time', 'event'])
})

it('keeps a text on one line, and short', () => {
  const { lines, log } = logged()
  log('info', { event: 'upstream', message: `a\nb\u001b[31m${'x'.repeat(1000)}` })
  const { message } = JSON.parse(lines[0] ?? '')
  expect(message).toMatch(/^a b \[31mx+$/)
  expect(message).toHaveLength(500)
})

it('logs nothing below its level', () => {
  const { lines, log } = logged('warn')
  log('debug', { event: 'request' })
  log('info', { event: 'request' })
  expect(lines).toEqual([])
})
