import { readFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { commandPath, serverFolder, startServer } from './server-process'

const OPERATIONS = join(import.meta.dirname, '..', '..', '..', 'docs', 'operations.md')
/** The block of docs/operations.md, as administrators copy it. */
export function documentedLines(): string {
  const lines = /^```nginx\n(.*?)^```$/ms.exec(readFileSync(OPERATIONS, 'utf8'))?.[1]
  if (!lines?.includes('proxy_pass http://127.0.0.1:3000;'))
    throw new Error('docs/operations.md: no lines for nginx')
  return lines
}

export type Nginx = Awaited<ReturnType<typeof startNginx>>

/**
 * nginx with the documented lines before a dashboard, or several, among settings that
 * would hold a stream back.
 */
export async function startNginx(...dashboardUrls: readonly string[]) {
  const folder = await serverFolder('nginx')
  const file = join(folder, 'nginx.conf')
  const { url, remove } = await startServer({
    path: commandPath('nginx'),
    folder,
    args(port) {
      writeFileSync(file, configOf(folder, port, dashboardUrls))
      return ['-e', 'stderr', '-p', folder, '-c', file]
    },
    url: (port) => `http://127.0.0.1:${port}`,
    stopSignal: 'SIGTERM',
    killSignal: 'SIGKILL',
    answers: (port) =>
      fetch(`http://127.0.0.1:${port}/api/health`).then(
        ({ ok }) => ok,
        () => false,
      ),
  })
  const log = (name: string) => readFile(join(folder, name), 'utf8').catch(() => '')
  /** Of requests and of errors. */
  const logs = async () => `${await log('access.log')}${await log('error.log')}`
  return { url, logs, stop: remove }
}

function configOf(folder: string, port: number, dashboardUrls: readonly string[]): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join(' ')
  return `
    daemon off; master_process off; pid ${join(folder, 'pid')}; error_log ${join(folder, 'error.log')} info;
    events {}
    http {
      ${temporary} access_log ${join(folder, 'access.log')};
      gzip on; gzip_proxied any; gzip_min_length 1; gzip_types text/event-stream;
      proxy_buffers 16 64k;
      upstream kerbside { ${dashboardUrls.map((url) => `server ${new URL(url).host};`).join(' ')} }
      server {
        listen 127.0.0.1:${port};
        ${documentedLines().replaceAll('http://127.0.0.1:3000', 'http://kerbside')}
      }
    }`
}
