import { expect, it } from 'vitest'
import { listCsv } from './list-outcomes'

it('writes a list as CSV that no spreadsheet runs', () => {
  const csv = listCsv([
    { line: 1, ourRef: '=HYPERLINK("x")', outcome: { kind: 'found', vehicleId: 'v-7' } },
    { line: 3, ourRef: 'سيارة, 7', outcome: { kind: 'not-found' } },
    { line: 4, ourRef: '-1', outcome: { kind: 'failed', problem: 'upstream-timeout' } },
    { line: 9, ourRef: 'x', outcome: null },
  ])
  expect(csv.replace('\ufeff', '').trimEnd().split('\r\n')).toEqual([
    '"line","our_ref","result","vehicle_id","problem"',
    '"1","\'=HYPERLINK(""x"")","found","v-7",""',
    '"3","سيارة, 7","not found","",""',
    '"4","\'-1","failed","","Service is slow"',
    '"9","x","waiting","",""',
  ])
})
