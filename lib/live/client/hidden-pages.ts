import type { PageStream } from './page-stream'
import { browserPlatform, type LivePlatform } from './platform'

/**
 * Streams of a browser's pages: those in view, then those that were hidden last. HTTP/1.1 allows
 * six connections to a host, and a page in view needs some for its tiles.
 */
const STREAMS_MAXIMUM = 3

const CHANNEL = 'kerbside pages'

type PageState = 'visible' | 'hidden' | 'closed'

/** To the other pages of this browser. */
export interface PageMessage {
  /** Any text that no other page has. */
  readonly page: string
  readonly state: PageState
  /** Pages in view answer a page that was opened, hidden or shown. */
  readonly isAnswer: boolean
}

export interface PageChannel {
  postMessage(message: PageMessage): void
  /** @returns the unsubscription */
  listen(listener: (message: PageMessage) => void): () => void
}

/**
 * Rests the stream of a hidden page where enough others are in view or were hidden after it.
 * @returns ends it, also for the other pages
 */
export function restWhileCrowded(
  stream: Pick<PageStream, 'rest'>,
  platform: Pick<LivePlatform, 'isHidden' | 'onVisibilityChange'>,
  channel: PageChannel,
  page: string,
): () => void {
  const visible = new Set<string>()
  const hiddenLater = new Set<string>()

  function announce(state: PageState, isAnswer: boolean): void {
    channel.postMessage({ page, state, isAnswer })
  }

  function review(): void {
    const isCrowded = visible.size + hiddenLater.size >= STREAMS_MAXIMUM
    stream.rest(platform.isHidden() && isCrowded)
  }

  /** Asks again which pages are in view: a page that crashed sent no message. */
  function onVisibility(): void {
    visible.clear()
    hiddenLater.clear()
    announce(platform.isHidden() ? 'hidden' : 'visible', false)
    review()
  }

  const stopListening = channel.listen((message) => {
    visible.delete(message.page)
    hiddenLater.delete(message.page)
    if (message.state === 'visible') visible.add(message.page)
    if (message.state === 'hidden' && platform.isHidden()) hiddenLater.add(message.page)
    const isToAnswer = !message.isAnswer && message.state !== 'closed' && !platform.isHidden()
    if (isToAnswer) announce('visible', true)
    review()
  })
  const stopWatching = platform.onVisibilityChange(onVisibility)
  onVisibility()
  return () => {
    stopListening()
    stopWatching()
    announce('closed', false)
  }
}

/** For a page in the browser, until it is left. */
export function restHiddenStream(stream: PageStream): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  const end = restWhileCrowded(
    stream,
    browserPlatform,
    {
      postMessage: (message) => channel.postMessage(message),
      listen(listener) {
        channel.onmessage = ({ data }: MessageEvent<PageMessage>) => listener(data)
        return () => {
          channel.onmessage = null
        }
      },
    },
    `${Date.now()} ${Math.random()}`,
  )
  // The last change of a page that is closed is that to hidden.
  window.addEventListener('pagehide', end, { once: true })
  return () => {
    window.removeEventListener('pagehide', end)
    end()
    channel.close()
  }
}
