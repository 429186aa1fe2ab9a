import { connect } from 'node:net'

/** The status of a request sent just as it is written: clients mend or refuse what these tests send. */
export function statusOf(port: number, method = 'GET', target = '/'): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(Number(answer.split(' ', 2)[1])))
    socket.write(`${method} ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`)
  })
}
