import { expect, test } from 'vitest'
import { fits, nameFit } from './name-fit'

const fitOf = (
  text: string,
  our_ref: string | null,
  licence_plate: string | null = null,
  types = ['cargo_bike'],
) => nameFit(text, types)({ our_ref, licence_plate })

test.each([
  ['kb17', 'KB-17', null, 'callSign'],
  ['17', 'KB-17', null, 'number'],
  ['17', 'KB-017', null, 'number'],
  ['17', '17', null, 'callSign'],
  ['17', 'T-17 / 3', null, 'number'],
  ['17', 'KB-117', null, 'part'],
  ['17', '170', null, 'beginning'],
  ['sba 1234', 'KB-1', 'SBA·12-34', 'plate'],
  ['1234', 'KB-1', 'SBA 1234', 'part'],
  ['1234', 'KB-1234', '1234', 'number'],
  ['taxi 17', 'KB-17', null, 'number'],
  ['Taxi 17', 'Taxi 17', null, 'callSign'],
  ['cargo bike kb 17', 'KB-17', null, 'callSign'],
  ['taxi', 'KB-17', null, 'none'],
  ['van 17', 'KB-17', null, 'none'],
  ['cab 17', 'KB-17', null, 'number'],
  ['number 17', 'KB-17', 'SBA 17', 'number'],
  ['no. 17', 'KB-17', null, 'number'],
  ['#17', 'KB-17', null, 'number'],
  ['unit 17', 'T-3', '17', 'none'],
  ['call sign kb 17', 'KB-17', null, 'callSign'],
  ['plate 4971', 'KB-4971', 'SBA 4971', 'plate'],
  ['licence plate: sba4971', 'KB-1', 'SBA 4971', 'plate'],
  ['reg no 4971', 'KB-1', 'SBA 4971', 'plate'],
  ['reg 4971', 'KB-4971', 'SBA 1', 'none'],
  ['reg 4971', 'REG-4971', null, 'callSign'],
  ['plate 497', 'KB-1', 'SBA 4971', 'part'],
  ['plate:4971', 'KB-4971', 'SBA 4971', 'plate'],
  ['No.17', 'KB-17', null, 'number'],
  ['nº17', 'KB-17', 'SBA 17', 'number'],
  ['no.17', 'NO.17', null, 'callSign'],
  ['fleet no 17', 'KB-17', null, 'number'],
  ['x', null, null, 'none'],
  ['.', 'a.b', null, 'part'],
] as const)('%j names %j, %j: %s', (text, ourRef, plate, fit) =>
  expect(fitOf(text, ourRef, plate)).toBe(fits[fit]),
)
