import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { WatchingErrorNotice } from './watching-error-notice'

async function textAfter(...runs: (() => Promise<unknown>)[]): Promise<string> {
  const client = new QueryClient()
  for (const mutationFn of runs) {
    const mutation = client.getMutationCache().build(client, { mutationKey: ['watching'], mutationFn })
    await mutation.execute(undefined).catch(() => null)
  }
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <WatchingErrorNotice />
    </QueryClientProvider>,
  )
  return html.replaceAll(/<[^>]+>/g, '')
}

it('a star that was not kept is said so on the screen, until one is', async () => {
  const fail = () => Promise.reject(new Error('down'))
  const keep = () => Promise.resolve()
  expect(await textAfter()).toBe('')
  expect(await textAfter(keep, fail)).toMatch(/^The watch list was not changed: /)
  expect(await textAfter(fail, keep)).toBe('')
})
