import { expect, test } from 'vitest'
import { csvLine } from './audit-csv'

const entry = {
  id: 7,
  at: '2026-01-01T00:00:00.000Z',
  operator_email: 'a@kerbside.example',
  action: 'look-up',
  outcome: 'ok',
  address: null,
  request_id: 'r-1',
}

test.each([
  ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
  ['+1', `"'+1"`],
  ['-1', `"'-1"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['\t=1', `"'\t=1"`],
  ['\r\n=1', `"'\r\n=1"`],
  ['＝1', `"'＝1"`],
  ['KB-1, "new"', '"KB-1, ""new"""'],
])('%j is no formula in the file', (subject, field) => {
  const line = `"7","2026-01-01T00:00:00.000Z","a@kerbside.example","look-up",${field},"ok","","r-1"\r\n`
  expect(csvLine({ ...entry, subject })).toBe(line)
})
