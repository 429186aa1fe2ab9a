/** Reads vector tiles; the file has none below its first zoom. @throws Error, also when signed out */
export function getTile(url: string, firstZoom: number) {
  return {
    async getZxy(z: number, x: number, y: number): Promise<{ data: ArrayBuffer } | undefined> {
      if (z < firstZoom) return undefined
      const address = url.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y))
      const response = await fetch(address)
      if (response.status === 204) return undefined
      if (!response.ok) throw new Error(`${address}: ${response.status}`)
      return { data: await response.arrayBuffer() }
    },
  }
}
