import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadedLater, onDemand, untilLoaded } from './on-demand'

const Part = ({ text }: { readonly text: string }) => <p>{text}</p>

beforeEach(() => {
  vi.useFakeTimers()
  const requestIdleCallback = (run: () => void) => run()
  vi.stubGlobal('window', Object.assign(new EventTarget(), { requestIdleCallback }))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('a part is loaded while the page is idle, and from then on shown at once', async () => {
  const load = vi.fn(async () => ({ Part }))
  const Later = onDemand(load, 'Part')
  expect(renderToStaticMarkup(<Later text="now" />)).toBe('')
  await vi.advanceTimersByTimeAsync(9_999)
  expect(load).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(renderToStaticMarkup(<Later text="now" />)).toBe('<p>now</p>')
})

it('code is loaded once, and again after a failure', async () => {
  const load = vi.fn(async () => 'code')
  load.mockRejectedValueOnce(new Error('503'))
  const start = loadedLater(load)
  await expect(start()).rejects.toThrow('503')
  expect(await Promise.all([start(), start()])).toEqual(['code', 'code'])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(load).toHaveBeenCalledTimes(2)
})

it('code is loaded after the first key, for the letters that follow it; a failure then is not reported', async () => {
  const load = vi.fn(async () => 'code').mockRejectedValueOnce(new Error('503'))
  const start = loadedLater(load)
  window.dispatchEvent(new Event('keydown'))
  window.dispatchEvent(new Event('keydown'))
  await vi.advanceTimersByTimeAsync(0)
  expect(load).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await start()).toBe('code')
})

it('code that is needed is asked for every five seconds until it is there', async () => {
  const load = vi.fn(async () => 'code')
  load.mockRejectedValueOnce(new Error('503')).mockRejectedValueOnce(new Error('503'))
  const onState = vi.fn()
  untilLoaded(loadedLater(load), onState)
  await vi.advanceTimersByTimeAsync(4_999)
  expect(load).toHaveBeenCalledTimes(1)
  expect(onState.mock.calls).toEqual([['failed']])
  await vi.advanceTimersByTimeAsync(5_001)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(onState.mock.calls).toEqual([['failed'], ['failed'], ['loaded']])
  expect(load).toHaveBeenCalledTimes(3)
})

it('code that is needed no more is not asked for again', async () => {
  const load = vi.fn(async () => 'code').mockRejectedValue(new Error('503'))
  const stop = untilLoaded(load, () => {})
  await vi.advanceTimersByTimeAsync(5_000)
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(load).toHaveBeenCalledTimes(2)
})
