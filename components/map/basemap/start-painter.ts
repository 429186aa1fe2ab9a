import type { PainterAnswer, PainterRequest, PainterSource } from './painter/messages'

export interface RunningPainter {
  ask(request: PainterRequest): void
  /** Replaces those of before. @param onGone called when its code cannot be loaded: a new version was deployed */
  listen(onAnswer: (answer: PainterAnswer) => void, onGone: () => void): void
  stop(): void
}

/**
 * A painter in a worker, so that the page never waits for it; on the page in browsers whose workers have no canvas
 * (Safari before 16.4).
 */
export function startPainter(source: PainterSource): RunningPainter {
  let answer: (answer: PainterAnswer) => void = () => undefined
  let gone: (() => void) | null = null
  let isGone = false
  const start = hasWorkerCanvas() ? inWorker : onPage
  const painter = start(
    (one) => answer(one),
    () => {
      isGone = true
      gone?.()
    },
  )
  painter.ask({ kind: 'start', source })
  return {
    ...painter,
    listen: (onAnswer, onGone) => {
      answer = onAnswer
      gone = onGone
      if (isGone) onGone()
    },
  }
}

type Started = Omit<RunningPainter, 'listen'>

function inWorker(onAnswer: (answer: PainterAnswer) => void, onGone: () => void): Started {
  const worker = new Worker(new URL('./painter/painter.worker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('message', ({ data }: MessageEvent<PainterAnswer>) => onAnswer(data))
  worker.addEventListener('error', onGone)
  return { ask: (request) => worker.postMessage(request), stop: () => worker.terminate() }
}

function onPage(onAnswer: (answer: PainterAnswer) => void, onGone: () => void): Started {
  let isStopped = false
  const painter = import('./painter/painter').then(({ createPainter }) =>
    createPainter({
      newContext: () => {
        const context = document.createElement('canvas').getContext('2d')
        if (!context) throw new Error('The browser has no canvas')
        return context
      },
      take: ({ canvas }) => {
        if (canvas instanceof HTMLCanvasElement) return canvas
        throw new Error('A canvas of a worker on a page')
      },
      answer: (answer) => !isStopped && onAnswer(answer),
      later: (work) => setTimeout(() => !isStopped && work(), 0),
    }),
  )
  painter.catch(onGone)
  return {
    ask: (request) =>
      void painter.then(
        (paint) => !isStopped && paint(request),
        () => undefined,
      ),
    stop: () => {
      isStopped = true
    },
  }
}

function hasWorkerCanvas(): boolean {
  return typeof OffscreenCanvas === 'function' && 'transferToImageBitmap' in OffscreenCanvas.prototype
}
