import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { promisify } from 'node:util'
import { commandPath } from '@/lib/testing/services/server-process'

type Certificate = Awaited<ReturnType<typeof makeCertificate>>

/**
 * A fresh self-signed certificate for 127.0.0.1, written to `folder`: pass `certFile` as
 * NODE_EXTRA_CA_CERTS to trust it.
 */
export async function makeCertificate(folder: string, name: string) {
  const certFile = join(folder, `${name}.pem`)
  const keyFile = join(folder, `${name}.key`)
  await promisify(execFile)(commandPath('openssl'), [
    ...[
      'req',
      '-x509',
      '-days',
      '2',
      '-out',
      certFile,
      '-newkey',
      'rsa:2048',
      '-noenc',
      '-keyout',
      keyFile,
    ],
    ...['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1'],
  ])
  return { certFile, cert: await readFile(certFile, 'utf8'), key: await readFile(keyFile, 'utf8') }
}

/** A TLS proxy to a plain local server; its certificate can be changed while it runs. */
export async function openTlsFront(target: string, certificate: Certificate) {
  const { port: targetPort } = new URL(target)
  const sockets = new Set<Socket>()
  const server = createServer(certificate, (socket) => {
    const plain = connect(Number(targetPort), '127.0.0.1')
    sockets.add(socket)
    socket.once('close', () => {
      sockets.delete(socket)
      plain.destroy()
    })
    plain.once('close', () => socket.destroy())
    socket.on('error', () => plain.destroy())
    plain.on('error', () => socket.destroy())
    socket.pipe(plain).pipe(socket)
  })
  server.on('tlsClientError', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Ends open connections, so that it takes effect at once. */
    show(another: Certificate) {
      server.setSecureContext(another)
      for (const socket of sockets) socket.destroy()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
