import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openBrowser } from './browser'

// `npm run icons`: the PNG icons from app/icon.svg, for devices that take no SVG. Run it after changing that one.
const ROOT = join(import.meta.dirname, '..', '..')
const SURFACE = '#ffffff'
const icons = [
  { file: 'public/icons/192.png', size: 192, share: 0.8 },
  { file: 'public/icons/512.png', size: 512, share: 0.8 },
  // Launchers cut maskable icons to their own shape: only the middle 80 % is safe.
  { file: 'public/icons/maskable-512.png', size: 512, share: 0.5 },
  { file: 'app/apple-icon.png', size: 180, share: 0.6 },
]

const svg = await readFile(join(ROOT, 'app/icon.svg'), 'utf8')
const browser = await openBrowser((line) => process.stdout.write(`${line}\n`), { isUnlimited: false })
for (const { file, size, share } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  await page.setContent(
    `<style>body{margin:0;height:100vh;display:grid;place-items:center;background:${SURFACE}}svg{width:${share * 100}%}</style>${svg}`,
  )
  await writeFile(join(ROOT, file), await page.screenshot())
}
await browser.close()
