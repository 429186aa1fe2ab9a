import { expect, it } from 'vitest'
import type { Vehicle } from '@/lib/interface/resources'
import { listCsv } from './list-results'

const driven = { make: 'Toyota Prius', licence_plate: 'KB23 XYZ', driver_name: 'Ines Calder' }
const live = {
  status: 'busy',
  mtime: '2026-05-01T08:30:00.250Z',
  position: { lat: 51.5, lng: -0.12 },
  unreadable: [],
}
const found = (fields: Partial<Vehicle>, withheld?: readonly string[]) => ({
  kind: 'found' as const,
  vehicle: {
    record: { ...driven, ...fields } as Vehicle,
    unreadable: [],
    raw: {},
    ...(withheld && { withheld }),
  },
  live: withheld ? null : live,
})

it('writes a list as CSV that no spreadsheet runs, with what was found and why lines were skipped', () => {
  const csv = listCsv([
    { line: 1, ourRef: '=HYPERLINK("x")', outcome: found({ id: 'v-7' }) },
    { line: 2, ourRef: 'KB-8', outcome: found({ id: 'v-8', driver_name: null }, ['driver_name']) },
    { line: 3, ourRef: 'سيارة, 7', outcome: { kind: 'not-found' } },
    { line: 4, ourRef: '-1', outcome: { kind: 'failed', problem: 'upstream-timeout' } },
    { line: 5, ourRef: 'KB-8', outcome: { kind: 'skipped', why: 'repeats line 2' } },
    { line: 9, ourRef: 'x', outcome: null },
  ])
  expect(csv.replace('\ufeff', '').trimEnd().split('\r\n')).toEqual([
    '"line","our_ref","result","reason","vehicle_id","make","licence_plate","driver_name","status","mtime","lat","lng"',
    '"1","\'=HYPERLINK(""x"")","found","","v-7","Toyota Prius","KB23 XYZ","Ines Calder","busy","2026-05-01T08:30:00.250Z","51.5","-0.12"',
    '"2","KB-8","found","","v-8","Toyota Prius","KB23 XYZ","Not shown to viewers","","","",""',
    '"3","سيارة, 7","not found","","","","","","","","",""',
    '"4","\'-1","failed","Service is slow","","","","","","","",""',
    '"5","KB-8","skipped","repeats line 2","","","","","","","",""',
    '"9","x","waiting","","","","","","","","",""',
  ])
})
