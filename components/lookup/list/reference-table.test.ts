import { expect, it } from 'vitest'
import { formatCsv } from '@/lib/format/csv'
import { readReferences } from './reference-list'
import { readTable } from './reference-table'

const references = (text: string) => readReferences(text).references.map(({ ourRef }) => ourRef)

it.each([
  ['KB-1,Prius\nKB-2,Leaf'],
  ['our_ref;make\nKB-1;Prius\nKB-2;Leaf'],
  ['make;our_ref\nPrius;KB-1\nLeaf;KB-2'],
  ['sep=;\r\nour_ref;price\r\nKB-1;1,20\r\nKB-2;2,50\r\n'],
  ['"sep=|"\nKB-1|Prius\nKB-2|Leaf'],
  ['"KB-1"\n"KB-2"'],
  ['"1", "KB-1"\n"2", "KB-2"', 1],
  ['\ufeff"make","Our reference"\r\n"Prius, red","KB-1"\r\n"Leaf ""S""","KB-2"\r\n'],
  ['Fleet of May\n\nNo;Call sign\n1;KB-1\n2;KB-2'],
  ['Wagen;Fahrer\nKB-1;Ines\nKB-2;Ada'],
  ['reference\nKB-1\nKB-2'],
  ['Ref. no.\tnote\nKB-1\t"two\nlines"\nKB-2'],
  ['KB-1\t"open quote\nKB-2\tx'],
  ['our_ref,vehicle_our_ref\nB-9,KB-1\nB-8,KB-2'],
  ['sep=;\nKB-1\nKB-2'],
  [';KB-1\n;KB-2'],
  ['Matrícula;Référence\nSAA 1;KB-1\nSAA 2;KB-2'],
  ['Matrícula;Referencia\nSAA;KB-1\nSBB;KB-2'],
  ['KB-1 ; Prius\n KB-2;Leaf'],
  ['KB-1, KB-2'],
  ['KB-1;KB-2;\n'],
  ['KB-1\tKB-2\nKB-2\t'],
  ['["KB-1", "KB-2"]'],
  ['[{"our_ref":"KB-1","make":"Prius"},{"make":"Leaf","our_ref":"KB-2"}]'],
  ['{"total": 2, "vehicles": [{"our_ref": "KB-1"}, {"our_ref": "KB-2"}]}'],
  ['{"our_ref":"KB-1"}\n{"our_ref":"KB-2"}'],
  ['[{"our_ref":"KB-1"}, null, {"our_ref":"KB-2"}]'],
  ['[["KB-1"], ["KB-2"]]'],
  ['[{"unit":"KB-1"}, {"unit":"KB-2"}]'],
  ['[{"vehicle":{"our_ref":"KB-1"}}, {"vehicle":{"our_ref":"KB-2"}}]'],
  ['{"tags": ["x"], "vehicles": [{"our_ref": "KB-1"}, {"our_ref": "KB-2"}]}'],
  [
    '<html><style>td{x:"<td>"}</style><table>\n<tr><th>make</th><th>our_ref</th></tr><tr><td>a &amp; b</td><td x:str><b>KB-1</b></td></tr><tr><td></td><td>KB&#45;2</td></tr></table></html>',
  ],
  [
    '<?xml version="1.0"?><Workbook><Table><Row><Cell><Data>KB-1</Data></Cell></Row><Row><Cell><Data>KB-2</Data></Cell></Row></Table></Workbook>',
  ],
  ["'KB-1\n'KB-2"],
  ["'KB-1', 'KB-2'"],
  ['KB-1\u2028KB-2'],
  ['KB-1\u2029KB-2\vKB-2\u0085'],
])('the references of a table: %j', (text, column?: number) => {
  const list = readReferences(text, column)
  expect(list.references.map(({ ourRef }) => ourRef)).toEqual(['KB-1', 'KB-2'])
})

it('the one object of a JSON list has its names for headings', () => {
  expect(references('[{"unit":"KB-1"}]')).toEqual(['KB-1'])
})

it('the references of a table keep their spaces where a line is one cell', () => {
  expect(references(' a  b \nKB-1\tx ')).toEqual([' a  b ', 'KB-1'])
})

it('the references of a table are those of a column where cells look different, or below a heading', () => {
  expect(references('KB-1;2019\nKB-2;2020')).toEqual(['KB-1', 'KB-2'])
  expect(references('our_ref;relief\nKB-1;KB-2')).toEqual(['KB-1'])
  expect(references('KB-1, Prius, KB-3')).toEqual(['KB-1'])
  expect(readReferences('KB-1;KB-2', 1).references).toEqual([{ line: 1, ourRef: 'KB-2' }])
})

it('the references of a table are without what keeps it a text in a spreadsheet', () => {
  expect(references('="00123"\n="a""b"')).toEqual(['00123', 'a"b'])
  expect(references("'00123\n'=1+1\n's-Gravenhage 7")).toEqual(['00123', '=1+1', "'s-Gravenhage 7"])
})

it('the references of a table are as they were exported, whatever they hold', () => {
  const odd = [
    "'KB-1",
    'a;=1',
    '1E5',
    '3-1',
    '=1+1',
    'a;b',
    'a,b',
    '"x"',
    ' two  spaces ',
    "'s",
    '00123',
    'سيارة 7',
  ]
  const csv = formatCsv([['line', 'our_ref'], ...odd.map((ourRef, at) => [at + 1, ourRef])])
  expect(references(csv)).toEqual(odd)
})

it('knows lines and headings, also below a cell of two lines', () => {
  const table = readTable('our_ref;note\nKB-1;"a\nb"\nKB-2;')
  expect(table).toMatchObject({
    columns: [
      { heading: 'our_ref', sample: 'KB-1' },
      { heading: 'note', sample: 'a\nb' },
    ],
    headingLine: 1,
  })
  expect(table?.rows.map(({ line }) => line)).toEqual([2, 4])
})

it('leaves plain lines as they are', () => {
  for (const text of ['depot/7\n"x",y\n100% 🚕\na', 'KB-1', '', '"x\ny', 'a;b\nc\nd'])
    expect(readTable(text)).toBeNull()
})
