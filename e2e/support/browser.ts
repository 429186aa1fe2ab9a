import { type Browser, chromium } from '@playwright/test'
import { provideChromium } from '@/lib/testing/services/chromium'
import { OWN_HOSTS_ONLY } from './block-network'
import { thisMachine } from './this-machine'

/**
 * A headless Chromium without a graphics processor.
 * @param options isUnlimited: it draws as often as it can, not as often as a screen
 */
export async function openBrowser(
  log: (line: string) => void,
  { isUnlimited }: { readonly isUnlimited: boolean },
): Promise<Browser> {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({
    executablePath: await provideChromium(thisMachine(log)),
    args: [
      ...sandbox,
      '--disable-gpu',
      ...(isUnlimited ? ['--disable-frame-rate-limit', '--disable-gpu-vsync'] : []),
      '--disable-background-networking',
      OWN_HOSTS_ONLY,
      '--no-first-run',
    ],
  })
}
