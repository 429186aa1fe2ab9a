/** Whether a host, as in a URL or in HOST, is this machine only: `localhost`, `127.0.0.1`, `::1`, `[::1]`. */
export function isLoopback(host: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host)
}
