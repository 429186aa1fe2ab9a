import type { PainterAnswer, PainterRequest } from './messages'
import { createPainter } from './painter'

const { port1: turn, port2: nextTurn } = new MessageChannel()
let work: (() => void) | null = null
turn.onmessage = () => work?.()

const paint = createPainter({
  newContext: () => {
    const context = new OffscreenCanvas(1, 1).getContext('2d')
    if (!context) throw new Error('The browser gives workers no canvas')
    return context
  },
  take: ({ canvas }) => {
    if (canvas instanceof OffscreenCanvas) return canvas.transferToImageBitmap()
    throw new Error('A canvas of a page in a worker')
  },
  answer: (answer: PainterAnswer) =>
    postMessage(answer, {
      transfer: answer.kind === 'painted' && answer.picture instanceof ImageBitmap ? [answer.picture] : [],
    }),
  // Not a timeout, which browsers delay by 4 ms.
  later: (next) => {
    work = next
    nextTurn.postMessage(null)
  },
})

addEventListener('message', ({ data }: MessageEvent<PainterRequest>) => paint(data))
