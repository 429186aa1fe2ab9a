import { chromium } from '@playwright/test'
const [,, url, out, w='1440', h='900', scheme='light', script=''] = process.argv
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const phone = Number(w) < 600
const context = await browser.newContext({ viewport: { width: +w, height: +h }, colorScheme: scheme as 'light', hasTouch: phone, isMobile: phone, deviceScaleFactor: phone ? 2 : 1, locale: 'en-GB', timezoneId: 'Europe/London' })
const page = await context.newPage()
const TILE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGN4DwAA5gDlrkzAPQAAAABJRU5ErkJggg==','base64')
if (!process.env.NOTILES) await context.route(/openstreetmap\.org\/\d/, (r) => r.fulfill({ contentType: 'image/png', body: TILE }))
page.on('console', (m) => { if (['error','warning'].includes(m.type()) && !m.location().url.includes('openstreetmap')) console.log(m.type(), m.text()) })
page.on('pageerror', (e) => console.log('pageerror', e.stack))
await page.goto(url)
await page.waitForTimeout(3500)
if (script) { const f = new Function('page', `return (async()=>{${script}})()`); await f(page); await page.waitForTimeout(900) }
await page.screenshot({ path: out })
await browser.close()
