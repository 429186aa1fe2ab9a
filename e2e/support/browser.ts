import { type Browser, chromium } from '@playwright/test'
import { provideChromium } from '@/lib/testing/services/chromium'
import { OWN_HOSTS_ONLY } from './block-network'
import { thisMachine } from './this-machine'

/** Of each Chromium that tests and benchmarks start. */
export const BROWSER_ARGUMENTS: readonly string[] = [
  // Chromium has no sandbox for root, as in most containers.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  // Otherwise each start of a browser makes a software renderer of 3D, which nothing here uses.
  '--disable-software-rasterizer',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  OWN_HOSTS_ONLY,
]

/**
 * A headless Chromium without a graphics processor.
 * @param options isUnlimited: it draws as often as it can, not as often as a screen
 */
export async function openBrowser(
  log: (line: string) => void,
  { isUnlimited }: { readonly isUnlimited: boolean },
): Promise<Browser> {
  return chromium.launch({
    executablePath: await provideChromium(thisMachine(log)),
    args: [
      ...BROWSER_ARGUMENTS,
      ...(isUnlimited ? ['--disable-frame-rate-limit', '--disable-gpu-vsync'] : []),
    ],
  })
}
