import { buildKerbside } from '@/e2e/support/build'
import { makeStoreTemplate } from '@/lib/testing/store-template'

/** Builds once for all tests, and makes the store that dashboards copy. */
// biome-ignore lint/style/noDefaultExport: Playwright calls the default export.
export default async function globalSetup(): Promise<void> {
  buildKerbside()
  await makeStoreTemplate()
}
