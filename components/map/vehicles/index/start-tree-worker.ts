/** @throws where workers cannot be started */
export function startTreeWorker(): Worker {
  return new Worker(new URL('./tree.worker.ts', import.meta.url), { type: 'module' })
}
