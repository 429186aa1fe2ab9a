import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TYPEFACE } from '@/lib/format/typeface'
import { colourOf, contrast, tokenOf } from '@/lib/testing/tokens'

const GROUNDS = ['ground', 'surface', 'sunken']

/** Text on what lies under it. */
const texts: readonly (readonly [text: string, under: readonly string[]])[] = [
  ['text', [...GROUNDS, 'accent-soft', 'good-soft', 'warning-soft', 'danger-soft', 'past-soft']],
  ['muted', [...GROUNDS, 'accent-soft']],
  ['accent', [...GROUNDS, 'accent-soft']],
  ['good', [...GROUNDS, 'good-soft']],
  ['danger', [...GROUNDS, 'danger-soft']],
  ['warning', [...GROUNDS, 'warning-soft']],
  ['past', [...GROUNDS, 'past-soft']],
  ['star', ['surface']],
  ['on-accent', ['accent', 'accent-hover']],
  ['on-kerb', ['kerb']],
  ['on-pickup', ['pickup']],
]

/** Lines of controls, and the ring of the focus. */
const lines: readonly (readonly [line: string, under: readonly string[]])[] = [
  ['line-strong', GROUNDS],
  ['focus', GROUNDS],
]

for (const theme of ['light', 'dark'] as const)
  test(`every pair of colours has its contrast in the ${theme} theme`, () => {
    const tooLow: string[] = []
    const measure = (pairs: typeof texts, least: number) => {
      for (const [above, grounds] of pairs)
        for (const under of grounds) {
          const measured = contrast(
            colourOf(`color-${above}`, theme),
            colourOf(`color-${under}`, theme),
          )
          if (measured < least) tooLow.push(`${above} on ${under}: ${measured.toFixed(2)}`)
        }
    }
    measure(texts, 4.5)
    measure(lines, 3)
    expect(tooLow).toEqual([])
  })

test('canvases write in the typeface of the page', () => {
  expect(TYPEFACE).toBe(tokenOf('font-sans'))
})

/** Values beside the tokens, in classes of components. */
const STRAY_CLASS =
  /(?<![\w-])(?:text-(?:\dxl|xl|md|\[\d[^\]]*\])|font-(?:thin|extralight|light|medium|bold|extrabold|black)|rounded(?:-[trbl]{1,2})?(?:-(?:xs|xl|\dxl|\[[^\]]*\]))|rounded(?=["'` ])|shadow-(?:xs|sm|md|lg|xl|2xl|\[[^\]]*\])|(?:bg|text|border|fill|stroke)-\[#[^\]]*\])/g

const STRAY_STYLE =
  /#[0-9a-f]{3,8}\b|font-size: [\d.]+px|font-weight: \d+|border-radius: [\d.]+px|box-shadow: [^v;]+/g

function straysIn(files: readonly string[], stray: RegExp): string[] {
  return files.flatMap((file) => {
    const text = readFileSync(file, 'utf8').replaceAll(/\/\*.*?\*\//gs, '')
    return [...text.matchAll(stray)].map(([found]) => `${file}: ${found}`)
  })
}

test('no component and no style sheet has a value of its own', () => {
  const files = ['app', 'components'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  )
  const components = files.filter((file) => file.endsWith('.tsx') && !file.includes('.test.'))
  const styles = ['app/globals.css', 'app/print.css']
  expect(straysIn(components, STRAY_CLASS)).toEqual([])
  expect(straysIn(styles, STRAY_STYLE)).toEqual([])
})

test('strays are found', () => {
  const classes = 'text-xl text-[11px] font-medium rounded-xl shadow-md bg-[#7a1fa2] rounded '
  expect([...classes.matchAll(STRAY_CLASS)]).toHaveLength(7)
  const usual = 'text-sm text-base font-semibold rounded-md rounded-full shadow-raised text-muted'
  expect([...usual.matchAll(STRAY_CLASS)]).toHaveLength(0)
  expect([...'color: #fff; border-radius: 3px'.matchAll(STRAY_STYLE)]).toHaveLength(2)
})
