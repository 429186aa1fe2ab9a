import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openBrowser } from './browser'

// `npm run icons`: the PNG icons from app/icon.svg, for devices that take no SVG. Run
// it after changing that one.
const ROOT = join(import.meta.dirname, '..', '..')
const SURFACE = '#ffffff'
const icons = [
  { file: 'public/icons/192.png', size: 192, share: 0.8 },
  { file: 'public/icons/512.png', size: 512, share: 0.8 },
  // Launchers cut maskable icons to their own shape: only the middle 80 % is safe.
  { file: 'public/icons/maskable-512.png', size: 512, share: 0.5 },
  { file: 'app/apple-icon.png', size: 180, share: 0.6 },
  // Asked for without a link, by browsers that lost the SVG.
  { file: 'public/favicon.ico', size: 32, share: 1 },
]

const svg = await readFile(join(ROOT, 'app/icon.svg'), 'utf8')
const browser = await openBrowser({ isUnlimited: false })
for (const { file, size, share } of icons) {
  const isIco = file.endsWith('.ico')
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  await page.setContent(
    `<style>body{margin:0;height:100vh;display:grid;place-items:center;background:${isIco ? 'none' : SURFACE}}svg{width:${share * 100}%}</style>${svg}`,
  )
  const png = await page.screenshot({ omitBackground: isIco })
  await writeFile(join(ROOT, file), isIco ? ico(png, size) : png)
}
await browser.close()

/**
 * A PNG as the one image of an icon file. Source:
 * https://learn.microsoft.com/en-us/previous-versions/ms997538(v=msdn.10)
 */
function ico(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}
