import { openRedis } from '@/lib/store/redis'
import { commandPath, replies, serverFolder, startServer } from './server-process'

/** An empty Redis that keeps nothing on disk. */
export async function startRedis() {
  const server = await startServer({
    path: commandPath('redis-server'),
    folder: await serverFolder('redis'),
    args: (port) => [
      '--port',
      `${port}`,
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
    ],
    url: (port) => `redis://127.0.0.1:${port}`,
    stopSignal: 'SIGTERM',
    killSignal: 'SIGKILL',
    answers: (port) =>
      replies(port, Buffer.from('PING\r\n'), (chunk) => chunk.toString().startsWith('+PONG')),
  })
  return { ...server, connect: () => openRedis(server.url) }
}
