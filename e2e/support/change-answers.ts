import type { BrowserContext, Page } from '@playwright/test'

/** Lets the dashboard answer the requests of `url`, a glob, and changes the data that pages get. */
export const changeAnswers = (
  pages: Page | BrowserContext,
  url: string,
  // biome-ignore lint/suspicious/noExplicitAny: whatever the route answers.
  change: (data: any, asked: URL) => object,
) =>
  pages.route(url, async (route) => {
    try {
      const answer = await (await route.fetch({ maxRetries: 2 })).json()
      const data = change(answer.data, new URL(route.request().url()))
      await route.fulfill({ json: { ...answer, data } })
    } catch {
      // The test has ended, or its page was left; a page without its answer fails
      // the test that waits for it.
    }
  })
