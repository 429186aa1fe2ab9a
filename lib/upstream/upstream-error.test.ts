import { expect, it, vi } from 'vitest'
import { UpstreamError } from './upstream-error'

it('is known to every copy of its module, since one client serves routes that were bundled apart', async () => {
  vi.resetModules()
  const copy = await import('./upstream-error')
  expect(copy.UpstreamError).not.toBe(UpstreamError)
  expect(new copy.UpstreamError('not-found', 'GET /vehicles/{vehicle_id}: answered 404')).toBeInstanceOf(
    UpstreamError,
  )
  expect(new Error('UpstreamError')).not.toBeInstanceOf(UpstreamError)
})
