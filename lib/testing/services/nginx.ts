import { readFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { commandPath, serverFolder, startServer } from './server-process'

const DEPLOYED = join(import.meta.dirname, '..', '..', '..', 'deploy', 'nginx.conf')

/** deploy/nginx.conf, as administrators copy it. */
export const deployedConfig = () => readFileSync(DEPLOYED, 'utf8')

export type Nginx = Awaited<ReturnType<typeof startNginx>>

/**
 * nginx with deploy/nginx.conf before a dashboard, or several, among settings that would hold a
 * stream back. Of the file only the port, the certificate and the nodes are replaced.
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
  const nodes = dashboardUrls.map((url) => `server ${new URL(url).host};`).join(' ')
  const config = replaceOnce(deployedConfig(), {
    'server 127.0.0.1:3000;': nodes,
    'listen 443 ssl http2;': `listen 127.0.0.1:${port};`,
    'ssl_certificate /etc/ssl/kerbside.pem;': '',
    'ssl_certificate_key /etc/ssl/kerbside.key;': '',
  })
  return `
    daemon off; master_process off; pid ${join(folder, 'pid')}; error_log ${join(folder, 'error.log')} info;
    events { worker_connections 2048; }
    http {
      ${temporary} access_log ${join(folder, 'access.log')};
      gzip on; gzip_proxied any; gzip_min_length 1; gzip_types text/event-stream;
      proxy_buffers 16 64k;
      ${config}
    }`
}

/** @throws Error where a line is not in the file exactly once */
function replaceOnce(text: string, lines: Readonly<Record<string, string>>): string {
  let replaced = text
  for (const [line, other] of Object.entries(lines)) {
    if (replaced.split(line).length !== 2) throw new Error(`deploy/nginx.conf: not one “${line}”`)
    replaced = replaced.replace(line, () => other)
  }
  return replaced
}
