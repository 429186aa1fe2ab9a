import { type Browser, chromium } from '@playwright/test'
import { provideChromium } from '@/e2e/chromium'
import { thisMachine } from '@/e2e/this-machine'

/** A headless Chromium that draws as often as it can, without a graphics processor. */
export async function openBrowser(log: (line: string) => void): Promise<Browser> {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({
    executablePath: await provideChromium(thisMachine(log)),
    args: [
      ...sandbox,
      '--disable-gpu',
      '--disable-frame-rate-limit',
      '--disable-gpu-vsync',
      '--disable-background-networking',
      '--no-first-run',
    ],
  })
}
